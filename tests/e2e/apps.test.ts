// Opens an application from the list, and closes it with the sign-out (screens §5.3, §22).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fillLogin } from '../support/account.ts';
import { axe, launchBrowser, visit } from '../support/browser.ts';
import { launchFirefox } from '../support/firefox.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { stopAll } from '../support/stopAll.ts';
import { DEFAULT_PASSWORD, WebClient } from '../support/webClient.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

const ACCOUNT = { user: 'admin', password: DEFAULT_PASSWORD };
const SOON = { timeout: 30_000 };

let web: WebApp;
let gateway: Gateway;
let browser: Browser;
let appHost: string;

beforeAll(async () => {
  web = await startWebApp();
  const app = (name: string, port: number, publicAddr: string) =>
    `  - { kind: app, version: v3, metadata: { name: ${name} }, spec: { uri: "http://127.0.0.1:${port}", public_addr: ${publicAddr} } }\n`;
  gateway = await startGateway({
    config: `cluster_name: example.test\nauth: { second_factor: 'off' }\ninventory:\n${app('page', web.port, 'page.localhost')}${app('gone', 1, 'gone.localhost')}`,
  });
  const token = new URL(gateway.invite ?? '').pathname.split('/').at(-1) ?? '';
  await WebClient.ofInvite(gateway.base, token, ACCOUNT.user);
  browser = await launchBrowser();
  appHost = gateway.base.replace('//', '//page.');
}, 240_000);
afterAll(() => stopAll(browser, gateway, web));

const textOf = (page: Page) => page.locator('#said').textContent();

test('an application opens in a new tab, and closes with the sign-out', async () => {
  const { page, context, end } = await visit(browser, gateway.base, {
    expects: [/foreign origin: (http|ws):\/\/page\./, /405/],
  });
  await page.goto('/web/login');
  await fillLogin(page, ACCOUNT);
  await page.waitForURL(/\/web\/cluster\//, SOON);
  await page.goto('/web/cluster/example.test/apps');
  const launch = (name: string) => page.getByRole('row', { name }).getByRole('link', { name: /Launch/ });
  // Drawn as a button on the row with the cursor, as in the other lists.
  const border = (name: string) => launch(name).evaluate((link) => getComputedStyle(link).borderTopColor);
  await expect.poll(() => border('gone'), SOON).not.toBe('rgba(0, 0, 0, 0)');
  expect(await border('page')).toBe('rgba(0, 0, 0, 0)');
  const opened = context.waitForEvent('page');
  await launch('page').click();
  const tab = await opened;
  await tab.waitForURL(`${appHost}/`, SOON);
  await expect.poll(() => textOf(tab), SOON).toBe('socket said hello');
  await tab.goto(`${gateway.base}/web/launch/page.localhost?path=${encodeURIComponent('/?a=1')}`);
  await tab.waitForURL(`${appHost}/?a=1`, SOON);
  await expect.poll(() => textOf(tab), SOON).toBe('socket said hello');
  const names = (await context.cookies(appHost)).map(({ name }) => name);
  expect(names.sort()).toEqual(['__Host-grv_app_session', '__Host-grv_app_session_subject']);
  await page.evaluate(async () => {
    const token = JSON.parse(localStorage.getItem('grv_teleport_token') ?? '{}') as { accessToken?: string };
    await fetch('/v1/webapi/sessions/web', {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token.accessToken}`, 'X-CSRF-Token': '' },
    });
  });
  await expect.poll(() => textOf(tab), SOON).toBe('socket closed');
  await tab.reload();
  await tab.waitForURL(/\/web\/login\?redirect_uri=/, SOON);
  await end();
});

test('a link to an application opens it after the sign-in in Firefox', async () => {
  const firefox = await launchFirefox();
  try {
    const page = await firefox.newPage();
    await page.goto(`${appHost}/`);
    await page.waitForSelector('input[type=password]', SOON);
    await page.type('input[autocomplete~=username]', ACCOUNT.user);
    await page.type('input[type=password]', ACCOUNT.password);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#said')?.textContent === 'socket said hello', SOON);
    expect(page.url()).toBe(`${appHost}/`);
  } finally {
    await firefox.end();
  }
});

test('an unknown application shows an error with a retry button', async () => {
  const { page, end } = await visit(browser, gateway.base, { expects: [/404/] });
  await page.goto('/web/login');
  await fillLogin(page, ACCOUNT);
  await page.waitForURL(/\/web\/cluster\//, SOON);
  await page.goto('/web/launch/nobody.localhost');
  await page.getByRole('heading', { name: 'There is no such application' }).waitFor(SOON);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await end();
});

test('an unreachable application shows the reason and links for a retry and the console', async () => {
  const { page, end } = await visit(browser, gateway.base, {
    expects: [/foreign origin: http:\/\/gone\./, /405/, /504/],
  });
  await page.goto('/web/login');
  await fillLogin(page, ACCOUNT);
  await page.waitForURL(/\/web\/cluster\//, SOON);
  await page.goto('/web/launch/gone.localhost');
  await page.getByRole('heading', { name: 'The application gone cannot be reached' }).waitFor(SOON);
  await axe(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'The application gone cannot be reached' }).waitFor(SOON);
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.waitForURL(/\/web\/cluster\//, SOON);
  await end();
});

test('in front of a cluster the launch page opens the application by form, and with a request as in 13.1', async () => {
  const config = `cluster_name: example.test\nauth: { second_factor: 'off' }\ninventory:\n  - { kind: app, version: v3, metadata: { name: page }, spec: { uri: "http://127.0.0.1:${web.port}" } }\n`;
  const cluster = await startGateway({ config });
  onTestFinished(async () => {
    await cluster.stop();
  });
  const relay = await startGateway({ args: ['--cluster', cluster.base] });
  onTestFinished(async () => {
    await relay.stop();
  });
  const token = new URL(cluster.invite ?? '').pathname.split('/').at(-1) ?? '';
  await WebClient.ofInvite(cluster.base, token, ACCOUNT.user);
  const { page, end } = await visit(browser, relay.base, {
    expects: [/foreign origin: (http|ws):\/\/page\./, /405/],
  });
  await page.goto('/web/login');
  await fillLogin(page, ACCOUNT);
  await page.waitForURL(/\/web\/cluster\//, SOON);
  await page.goto('/web/launch/page.localhost?path=%2F%3Fa%3D1');
  await page.waitForURL(`${relay.base.replace('//', '//page.')}/?a=1`, SOON);
  await expect.poll(() => textOf(page), SOON).toBe('socket said hello');

  // A 13.1 cluster announces no extension.
  await page.route('**/web/config.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"apps.form"', '"none"') });
  });
  const exchanged = page.waitForResponse(
    (answer) => answer.url().endsWith('/x-teleport-auth') && answer.request().method() === 'POST',
  );
  await page.goto(`${relay.base}/web/launch/page.localhost?path=%2F%3Fa%3D2`);
  expect((await exchanged).request().headers()).toHaveProperty('x-cookie-value');
  await page.waitForURL(`${relay.base.replace('//', '//page.')}/?a=2`, SOON);
  await expect.poll(() => textOf(page), SOON).toBe('socket said hello');
  await end();
});
