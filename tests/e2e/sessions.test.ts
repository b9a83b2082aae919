// The list of a user's web sessions, and their end by the user from another browser and by an administrator.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleIsOpen } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit, type VisitOptions } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { terminalPage } from '../support/terminalPage.ts';
import { WebClient } from '../support/webClient.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: "off" }
node: { name: node-1 }
`;
/** The browser reports every refused request, and a socket that the gateway closed. */
const REFUSED = [/status of 40[034]/, /WebSocket connection to .* failed/];

let gateway: Gateway;
let browser: Browser;
let admin: WebClient;
let mara: WebClient;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  ({ admin } = await firstAccount(gateway));
  mara = await admin.invite('mara', ['access'], ['root']);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  await mara.signIn('mara');
  await mara.expect('DELETE', '/postern/sessions/web?keep=current');
});

/** The same user in another browser. */
async function elsewhere(user: string): Promise<WebClient> {
  const client = new WebClient(gateway.base);
  await client.signIn(user);
  return client;
}
async function open(client: WebClient, path: string, options: VisitOptions = {}): Promise<Visit> {
  const person = await visit(browser, gateway.base, { state: signedInAs(client), expects: REFUSED, ...options });
  await person.page.goto(path);
  return person;
}
/** A page renews its session once after it opens. A refused renewal has another message. */
const hasRenewed = (page: Page) =>
  page.waitForFunction(() => {
    const token = JSON.parse(localStorage.getItem('grv_teleport_token') ?? '{}') as { sessionExpires?: string };
    return token.sessionExpires !== undefined && !token.sessionExpires.startsWith('0001');
  });
/** A page that has already checked its session is opening the login page. */
const comesBack = (page: Page) =>
  page
    .evaluate(() => window.dispatchEvent(new Event('focus')))
    .catch((error: unknown) => expect(String(error)).toContain('because of a navigation'));
const rows = (page: Page) =>
  page
    .getByRole('table', { name: /^Sessions/ })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

test.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)('one browser signs the other out, which opens the login page, %s', async (theme, size) => {
  const other = await open(await elsewhere('mara'), '/web/support');
  await consoleIsOpen(other.page);
  await hasRenewed(other.page);
  const { page, end } = await open(mara, '/web/account/sessions', { theme, size });
  const theirs = rows(page).filter({ hasNotText: 'This session' });
  await theirs.first().waitFor();
  expect(await rows(page).count()).toBe(2);
  await axe(page);
  // By keyboard.
  await theirs.getByRole('button', { name: /^Sign out/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/ signed out$/).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);

  await comesBack(other.page);
  await other.page.waitForURL('**/web/login?*');
  await other.page.getByText('The server has ended your session.').waitFor();
  await consoleIsOpen(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await end();
  await other.end();
});

test('signing out everywhere shows the number of sessions in a confirmation, and opens the login page', async () => {
  const other = await elsewhere('mara');
  const { page, end } = await open(mara, '/web/account/sessions');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('All 2 sessions end, including this one').waitFor();
  await axe(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/web/login');
  expect((await other.get('/user/status')).status).toBe(403);
  expect((await mara.get('/user/status')).status).toBe(403);
  await end();
});

test('an administrator signs a user out everywhere, and the user’s terminal shows the reason', async () => {
  const theirs = await open(mara, '/web/cluster/example.test/console/node/node-1/root');
  const terminal = terminalPage(theirs.page);
  await terminal.sees(/[#$] $|[#$]$/m);
  await hasRenewed(theirs.page);
  const { page, end } = await open(admin, '/web/users/mara');
  await rows(page).first().waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign mara out everywhere?' });
  await dialog.getByText('1 session ends at once').waitFor();
  await axe(page);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByText('No sessions. mara is not signed in.').waitFor();

  await terminal.sees(/You were signed out by an administrator\./);
  await comesBack(theirs.page);
  await theirs.page.waitForURL('**/web/login?*');
  await theirs.page.getByText('You or an administrator signed it out').waitFor();
  await end();
  await theirs.end();
});
