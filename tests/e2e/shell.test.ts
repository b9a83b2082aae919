// Sign-up, the frame around every page, and sign-out. The tests share one account, which the second one creates.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acceptInvite,
  chooseAuthenticator,
  consoleIsOpen,
  fillLogin,
  nextCode,
  type Account,
} from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, TABLET, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { pretendSessionEnd } from '../support/sessionEnd.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: optional }
node: { name: node-1 }
`;
/** The browser reports every refused request on its console. */
const REFUSED = [/status of 40[03]/];

let gateway: Gateway;
let browser: Browser;
let account: Account;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

type Options = Parameters<typeof visit>[2];
const outside = (options: Options = {}): Promise<Visit> => visit(browser, gateway.base, options);
const inside = async (path: string, options: Options = {}): Promise<Visit> => {
  const person = await outside({ ...options, state: signedIn });
  await person.page.goto(path);
  await consoleIsOpen(person.page);
  return person;
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const path = (page: Page) => page.url().slice(gateway.base.length);
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('an invitation has no accessibility violations', async () => {
  const { page, end } = await outside();
  await page.goto(gateway.invite ?? '');
  await title(page, 'Set up your account');
  await axe(page);
  await page.getByRole('button', { name: 'Set up account' }).click();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Password again', { exact: true }).fill('other');
  await page.getByRole('button', { name: 'Continue to second factor' }).click();
  await page.getByText('Does not match').waitFor();
  await axe(page);
  await page.getByLabel('Password', { exact: true }).fill('long enough now');
  await page.getByLabel('Password again', { exact: true }).fill('long enough now');
  await page.getByRole('button', { name: 'Continue to second factor' }).click();
  await chooseAuthenticator(page);
  await page.getByAltText('QR code for your authenticator').waitFor();
  await axe(page);
  await end();
});

test('an invitation creates an account with an authenticator and opens the console', async () => {
  const { page, context, end } = await outside();
  account = await acceptInvite(page, gateway.invite ?? '');
  expect(account.user).toBe('admin');
  expect(account.totp?.secret).toMatch(/^[A-Z2-7]{32}$/);
  await expect.poll(() => path(page)).toMatch(/^\/web\/cluster\/example.test\/nodes/);
  await expect.poll(() => page.title()).toBe('example.test • Servers');
  // The console takes over the session and removes its token from the page.
  await expect.poll(() => page.locator('meta[name=grv_bearer_token]').count()).toBe(0);
  signedIn = await context.storageState();
  await end();
});

test('a used invite link shows that it was used', async () => {
  const { page, end } = await outside({ expects: REFUSED });
  await page.goto(`${gateway.invite ?? ''}/continue`);
  await title(page, 'This link no longer works');
  await axe(page);
  await end();
});

test('wrong credentials are refused on the page, and the typed text is kept', async () => {
  const { page, end } = await outside({ expects: REFUSED });
  await page.goto('/web/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Type your username').waitFor();
  await axe(page);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await chooseAuthenticator(page);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You are not signed in').waitFor();
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('wrong');
  await axe(page);
  await end();
});

test('a deep link opens after the sign-in, and a sign-out in one tab signs out the others', async () => {
  const { page, context, end } = await outside();
  await page.goto('/web/users?search=adm');
  await page.waitForURL('**/web/login?*');
  expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe(`${gateway.base}/web/users?search=adm`);
  await fillLogin(page, account);
  await consoleIsOpen(page);
  expect(path(page)).toMatch(/^\/web\/users\?search=adm/);
  await expect.poll(() => page.title()).toBe('Manage Users');

  const other = await context.newPage();
  await other.goto('/web/support');
  await consoleIsOpen(other);
  await other.getByRole('button', { name: 'admin, user menu' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await Promise.all([other.waitForURL('**/web/login'), page.waitForURL('**/web/login?*')]);
  await page.getByText('You were signed out in another tab.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('grv_teleport_token'))).toBeNull();
  await page.goto('/web/support');
  await page.waitForURL('**/web/login?*');
  await end();
});

test('Back and Forward restore pages that were opened by links and by keys', async () => {
  const { page, end } = await inside('/web/support');
  await title(page, 'Help & Support');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect.poll(() => page.title()).toBe('Manage Users');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect.poll(() => page.title()).toBe('example.test • Servers');
  await page.goBack();
  await expect.poll(() => page.title()).toBe('Manage Users');
  await page.goBack();
  await title(page, 'Help & Support');
  await page.goForward();
  await expect.poll(() => page.title()).toBe('Manage Users');
  await end();
});

test('the palette opens a page', async () => {
  const { page, end } = await inside('/web/support');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Go to a page/ }).fill('rol');
  await axe(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => path(page)).toMatch(/^\/web\/roles/);
  await end();
});

test('the question mark shows the shortcuts on the page, and is typed in a field', async () => {
  const { page, end } = await inside('/web/cluster/example.test/nodes');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  await axe(page);
  await page.keyboard.press('?');
  await expect.poll(() => keys.getByLabel('Find a shortcut or an action').inputValue()).toBe('?');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await end();
});

test('the theme applies to every tab, and survives a reload and a sign-out', async () => {
  const { page, context, end } = await inside('/web/support');
  const other = await context.newPage();
  await other.goto('/web/support');
  await consoleIsOpen(other);
  await page.getByRole('button', { name: 'admin, user menu' }).click();
  await axe(page);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Cluster example.test' }).click();
  await page.getByRole('menuitemradio', { name: /^example.test/ }).waitFor();
  await axe(page);
  await page.keyboard.press('Escape');
  const background = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background(page);
  await expect.poll(() => background(other)).toBe(dark);
  await page.goto('/web/login');
  await title(page, 'Sign in');
  expect(await background(page)).toBe(dark);
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  expect(await background(page)).not.toBe(dark);
  await end();
});

test('messages and help have no accessibility violations', async () => {
  const { page, end } = await inside('/web/support');
  await title(page, 'Help & Support');
  await axe(page);
  for (const [address, name] of [
    ['/web/cluster/example.test/node', 'The requested path could not be found.'],
    ['/web/users/admin/nothing', 'The requested path could not be found.'],
    ['/web/roles/access/nothing', 'The requested path could not be found.'],
    ['/web/msg/error/login', 'Login Unsuccessful'],
    ['/web/msg/error/login/callback', 'Login Unsuccessful'],
    ['/web/msg/error/login/auth', 'Login Unsuccessful'],
    ['/web/msg/info/login_success', 'Login Successful'],
  ] as const) {
    await page.goto(address);
    await title(page, name);
    await axe(page);
  }
  await end();
});

test('an unknown address suggests an existing page', async () => {
  const { page, end } = await inside('/web/support');
  await page.goto('/web/cluster/example.test/node');
  await page.getByRole('link', { name: '/web/cluster/example.test/nodes' }).click();
  await expect.poll(() => page.title()).toBe('example.test • Servers');
  await end();
});

test('an address with invalid escapes shows that the cluster is not found', async () => {
  const { page, end } = await inside('/web/support', { expects: [/status of 404/] });
  for (const name of ['%zz', '%ff']) {
    await page.goto(`/web/cluster/${name}/nodes`);
    await page.getByText(`cluster "${name}" is not found`).waitFor();
  }
  await end();
});

test('near the end of the session the user signs in again in a dialog, and the page is kept', async () => {
  const { page, end } = await inside('/web/support');
  await pretendSessionEnd(page, 4 * 60_000);
  await page.goto('/web/users');
  const search = page.getByPlaceholder('Search name, role or type');
  await search.fill('adm');
  await page.getByRole('button', { name: /^Sign-in ends in 3 m .* Sign in again$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again as admin' });
  await dialog.waitFor();
  await axe(page);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByLabel('Code', { exact: true }).fill(await nextCode(account));
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Signed in until \d\d:\d\d$/).waitFor();
  await expect.poll(() => search.inputValue()).toBe('adm');
  await end();
});

test('a lost network is reported, and the page recovers automatically', async () => {
  const { page, context, end } = await inside('/web/support', { expects: [/ERR_INTERNET_DISCONNECTED/] });
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const line = page.getByRole('alert').filter({ hasText: /(Offline|No answer) since/ });
  await line.waitFor();
  await line.getByRole('button', { name: 'Try now' }).click();
  await line.getByText(/^Next try in \d+ s$/).waitFor();
  await context.setOffline(false);
  await line.waitFor({ state: 'detached' });
  await end();
});

test.each([DESKTOP, TABLET, PHONE])('no page is wider than the window at $width', async (size) => {
  const { page, end } = await inside('/web/support', { size });
  await title(page, 'Help & Support');
  expect(await overflows(page)).toBe(false);
  if (size === PHONE) {
    await page.getByRole('button', { name: 'Navigation' }).click();
    await axe(page);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
  } else {
    await page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click();
  }
  await expect.poll(() => page.title()).toBe('Manage Users');
  await page.goto('/web/cluster/example.test/node');
  await title(page, 'The requested path could not be found.');
  expect(await overflows(page)).toBe(false);
  await end();
});
