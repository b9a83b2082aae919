// A page that loads while the cluster behind the console is down, in Chromium with a stand-in.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORAGE } from '../../src/lib/storage.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { startClusterStandIn, type ClusterStandIn } from '../support/clusterStandIn.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { stopAll } from '../support/stopAll.ts';

let browser: Browser;
let cluster: ClusterStandIn;
let gateway: Gateway;

beforeAll(async () => {
  cluster = await startClusterStandIn();
  gateway = await startGateway({ args: ['--cluster', cluster.url.origin] });
  browser = await launchBrowser();
});
afterAll(() => stopAll(browser, gateway, cluster));

test('during an outage of the cluster a page reports it, keeps the sign-in, and continues afterwards', async () => {
  await cluster.stop();
  const { page, end } = await visit(browser, gateway.base, { expects: [/status of 50[34]/, /web\/config\.js/] });
  await page.goto('/web/cluster/main/nodes');
  await page.getByText('The cluster does not answer').waitFor();
  await page.getByText('This page tries again every few seconds and then continues where you were.').waitFor();
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/web/cluster/main/nodes');
  await cluster.restart();
  // The stand-in has lost its sessions: the page redirects to a sign-in that returns to this page.
  await page.waitForURL(({ pathname, search }) => pathname === '/web/login' && search.includes('main%2Fnodes'));
  await page.getByLabel('Password', { exact: true }).waitFor();
  await end();
});

test('during an outage of the cluster no page ends the sign-in of the other tabs', async () => {
  await cluster.stop();
  const { page, end } = await visit(browser, gateway.base, { expects: [/status of 50[34]/] });
  await page.goto('/web/cluster/main/nodes');
  const token = JSON.stringify({ accessToken: 'of-another-tab', expiresIn: 600, created: Date.now() });
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [STORAGE.token, token] as const);
  for (const path of ['console/node/web-1/root', 'session/5?recordingType=ssh']) {
    await page.goto(`/web/cluster/main/${path}`);
    await page.getByText('The cluster does not answer').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate((name) => localStorage.getItem(name), STORAGE.token)).toBe(token);
  }
  await cluster.restart();
  await end();
});
