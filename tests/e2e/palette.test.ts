// Ctrl K: a few letters find a terminal, a page, a user or an action.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const CLUSTER = 'example.test';
const server = (n: number, host: string, env: string): string =>
  `  - { kind: node, version: v2, sub_kind: openssh, metadata: { name: 00000000-0000-4000-8000-00000000000${n}, labels: { env: ${env}, team: payments } }, spec: { addr: "127.0.0.1:22", hostname: ${host} } }`;
const CONFIG = `cluster_name: ${CLUSTER}
auth: { second_factor: "off" }
admin: { name: admin, logins: [root, deploy] }
node: false
inventory:
${server(1, 'fra1-pay-api-03', 'prod')}
${server(2, 'ams2-pay-api-03', 'prod')}
${server(3, 'stg-ledger-01', 'staging')}
  - { kind: app, version: v3, metadata: { name: pay-dashboard, labels: { env: prod } }, spec: { uri: "http://127.0.0.1:9", public_addr: pay.localhost } }
`;
const STEP_MS = 12_000;

let gateway: Gateway;
let browser: Browser;
let desk: Visit;
let page: Page;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  const { admin, signedIn } = await firstAccount(gateway);
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/status of 503/] });
  desk.context.setDefaultTimeout(STEP_MS);
  await desk.page.close();
  await admin.invite('pay-bot', ['access'], []);
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  page = await desk.context.newPage();
  await page.goto(`/web/cluster/${CLUSTER}/nodes`);
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'stg-ledger-01' }).waitFor();
});
afterEach(() => page.close());

const field = () => page.getByRole('combobox', { name: 'Go to a page, a resource or an action' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const current = () => page.getByRole('option', { selected: true });
async function open(typed: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await field().fill(typed);
}

test('a few letters find a server, an arrow key selects the login, Enter connects', async () => {
  await open('fra pay');
  await expect.poll(() => current().textContent()).toContain('fra1-pay-api-03');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => current().locator('code').count()).toBeGreaterThan(1);
  const opened = desk.context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const terminal = await opened;
  expect(terminal.url()).toContain('/console/node/00000000-0000-4000-8000-000000000001/');
  await terminal.close();
});

test('all resources are searched at once, servers by the search of the server list', async () => {
  await open('pay');
  await option(/^fra1-pay-api-03/).waitFor();
  await option(/^ams2-pay-api-03/).waitFor();
  await option(/^pay-dashboard/).waitFor();
  await option(/^pay-bot/)
    .first()
    .waitFor();
  await page.getByText(/3 of 3 matching, searched in \d+ ms/).waitFor();
  await field().fill('@pay');
  await expect.poll(() => option(/^fra1/).count()).toBe(0);
  await option(/^pay-bot/)
    .first()
    .waitFor();
});

test('actions on the best match and a link to the list of all matches are offered', async () => {
  await open('stg-ledger');
  await option('Check access stg-ledger-01').click();
  await page.getByRole('complementary', { name: 'Check access' }).getByText('stg-ledger-01').waitFor();
  await page.keyboard.press('Escape');
  await open('api-03');
  await option(/Show servers matching/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/search=api-03/);
});

test('pages and actions are found, and recently used ones come first', async () => {
  await open('users');
  await expect.poll(() => current().textContent()).toContain('Users');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/web/users');
  await page.keyboard.press('Control+K');
  await page.getByText('Recent').waitFor();
  await expect.poll(() => current().textContent()).toContain('Users');
  await field().fill('>zone');
  await expect.poll(() => option(/Servers/).count()).toBe(0);
});

test('a missing answer is reported, and the other results are shown', async () => {
  await page.route('**/v1/webapi/sites/*/databases*', (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'resting' } } }),
  );
  await open('pay-api');
  await option(/^fra1-pay-api-03/).waitFor();
  await page.getByText('Databases could not be searched').waitFor();
  await page.unroute('**/v1/webapi/sites/*/databases*');
});

test('the palette opens at once, fits a phone, and axe finds no violations', async () => {
  await page.waitForLoadState('networkidle');
  const tookMs = await page.evaluate(async () => {
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }));
    while (
      !document.querySelector(
        '[role=dialog] [role=combobox], [role=presentation] [aria-label^="Go to a page"][role=combobox]',
      )
    )
      await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
  expect(tookMs).toBeLessThan(1000);
  await field().fill('pay');
  await option(/^pay-dashboard/).waitFor();
  await axe(page);
  await page.setViewportSize(PHONE);
  await option(/^pay-dashboard/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
