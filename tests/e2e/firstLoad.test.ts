// The bytes on the wire over HTTPS, headers included: `npm run size` counts files, this test counts answers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvite, consoleIsOpen } from '../support/account.ts';
import { launchBrowser, visit, type SignedIn } from '../support/browser.ts';
import { serveSelfSigned } from '../support/certificate.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

let dir: string;
let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-first-load-'));
  gateway = await startGateway({ config: "auth: { second_factor: 'off' }\n", args: serveSelfSigned(dir) });
  browser = await launchBrowser();
  const first = await visit(browser, gateway.base);
  await acceptInvite(first.page, gateway.invite ?? '');
  signedIn = await first.context.storageState();
  await first.end();
});

afterAll(async () => {
  await browser.close();
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

type Bytes = { script: number; all: number };

/** Counts the bytes that the page receives from now on, as sent on the wire. */
async function counted(page: Page): Promise<Bytes> {
  const bytes: Bytes = { script: 0, all: 0 };
  const scripts = new Set<string>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (scripts.has(requestId)) bytes.script += encodedDataLength;
  });
  return bytes;
}

/** Prefetches wait until the page is idle and do not count. */
const neverIdle = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

test('the login page is usable after 85 kB of scripts and 200 kB in total', async () => {
  const { page, end } = await visit(browser, gateway.base);
  await neverIdle(page);
  const bytes = await counted(page);
  await page.goto('/web/login');
  await page.getByLabel('Username').waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes.script).toBeGreaterThan(20_000);
  expect(bytes.script).toBeLessThanOrEqual(85_000);
  expect(bytes.all).toBeLessThanOrEqual(200_000);
  await end();
});

test('the first list is shown after 250 kB of scripts and 360 kB in total', async () => {
  const { page, context, end } = await visit(browser, gateway.base, { state: signedIn });
  await page.goto('/web');
  await consoleIsOpen(page);
  const list = page.url();
  const cold = await context.newPage();
  await neverIdle(cold);
  const network = await context.newCDPSession(cold);
  await network.send('Network.clearBrowserCache');
  const bytes = await counted(cold);
  await cold.goto(list);
  await cold
    .getByRole('button', { name: /^Connect/ })
    .first()
    .waitFor();
  expect(bytes.script).toBeGreaterThan(85_000);
  expect(bytes.script).toBeLessThanOrEqual(250_000);
  expect(bytes.all).toBeLessThanOrEqual(360_000);
  await end();
});
