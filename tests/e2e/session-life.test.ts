// The lifetime of a sign-in: warnings and its end for the user, and typed text that survives. The test advances the
// browser's clock. The gateway and its sessions are real.
import { hostname } from 'node:os';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { consoleIsOpen, fillLogin, type Account } from '../support/account.ts';
import {
  axe,
  DESKTOP,
  launchBrowser,
  PHONE,
  visit,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { pretendSessionEnd } from '../support/sessionEnd.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { terminalPage } from '../support/terminalPage.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { shownText } from '../support/textEditor.ts';
import { WebClient } from '../support/webClient.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: "off", idle_timeout: 5m }
`;
const MINUTE_MS = 60_000;
/** The session ends at the timeout less half a minute, with a warning a minute before (specification §4). */
const WARNED_AFTER_MS = 3.6 * MINUTE_MS;
const ENDED_AFTER_MS = 4.6 * MINUTE_MS;
/** Longer than a busy machine needs. */
const POLL = { timeout: 20_000 };
/** The browser reports every refused request on its console. */
const REFUSED = [/status of 40[034]/];
/** The editor measures its performance with the page's clock, and fails with a controlled clock. */
const CLOCK_FAULT = /reading 'duration'/;

let gateway: Gateway;
let browser: Browser;
let account: Account;
let signedIn: SignedIn;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  ({ account, signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** A signed-in user, whose browser's clock the test controls. */
async function inside(path: string, options: VisitOptions = {}): Promise<Visit> {
  const person = await visit(browser, gateway.base, { state: signedIn, expects: REFUSED, ...options });
  await person.context.clock.install();
  await person.page.goto(path);
  await consoleIsOpen(person.page);
  return person;
}
/**
 * Advances the clock of a page and its other tabs in steps that the network can follow: by that clock, the page gives
 * up on an answer that does not start within 20 seconds.
 */
async function turnForward(page: Page, ms: number): Promise<void> {
  const waiting = new Set<Request>();
  const begun = (request: Request) => void waiting.add(request);
  const ended = (request: Request) => void waiting.delete(request);
  const context = page.context().on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  for (let left = ms; left > 0; left -= 10_000) {
    await context.clock.runFor(Math.min(left, 10_000));
    await expect.poll(() => waiting.size, POLL).toBe(0);
  }
  context.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
}
const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'Signing out at' });
const users = (page: Page) => page.getByRole('grid').getByRole('row').filter({ hasText: 'admin' });

test.each([
  ['light', DESKTOP],
  ['dark', PHONE],
] as const)(
  'inactivity shows a warning a minute before the end, which covers no content and is ended by a click, %s',
  async (theme, size) => {
    const { page, end } = await inside('/web/users', { theme, size });
    await users(page).waitFor();
    const boxOfMain = () => page.getByRole('main').boundingBox();
    const before = await boxOfMain();
    await turnForward(page, WARNED_AFTER_MS);
    await warning(page).waitFor();
    await axe(page);
    expect(await boxOfMain()).toEqual(before);
    const band = await warning(page).boundingBox();
    expect((band?.y ?? 0) + (band?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0);
    // Moving the pointer already counts as activity. The click that follows must not hit the element below.
    const stay = await warning(page).getByRole('button', { name: 'Stay signed in' }).boundingBox();
    await page.mouse.click((stay?.x ?? 0) + 5, (stay?.y ?? 0) + 5);
    await page.getByText('You stay signed in').waitFor();
    await expect.poll(() => page.getByRole('dialog').or(page.getByRole('menu')).count()).toBe(0);
    expect(await boxOfMain()).toEqual(before);
    await turnForward(page, WARNED_AFTER_MS - MINUTE_MS);
    await expect.poll(() => warning(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/web/users');
    await end();
  },
);

test('a key in one tab ends the warning of every tab', async () => {
  const { page, context, end } = await inside('/web/users');
  const other = await context.newPage();
  await other.goto('/web/support');
  await consoleIsOpen(other);
  await turnForward(page, WARNED_AFTER_MS);
  await Promise.all([warning(page).waitFor(), warning(other).waitFor()]);
  await other.keyboard.press('Shift');
  await Promise.all([warning(page).waitFor({ state: 'detached' }), warning(other).waitFor({ state: 'detached' })]);
  await end();
});

test('after an end by inactivity the sign-in returns to the same page, which offers the unsaved text', async () => {
  const { page, context, end } = await inside('/web/roles/new', { expects: [...REFUSED, CLOCK_FAULT] });
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('# half a thought\n');
  await page.clock.runFor(100).catch((error: unknown) => expect(String(error)).toMatch(CLOCK_FAULT));
  await turnForward(page, ENDED_AFTER_MS);
  await page.waitForURL('**/web/login?*');
  await page.getByText('signed out after a time without activity').waitFor();
  await axe(page);
  await fillLogin(page, account);
  await consoleIsOpen(page);
  expect(new URL(page.url()).pathname).toBe('/web/roles/new');
  await page.getByText('Your unsaved text was restored.').waitFor();
  await expect.poll(() => shownText(page)).toContain('# half a thought');
  signedIn = await context.storageState(); // the first session is over
  await end();
});

test('while one tab renews the web session, the other waits, and continues with the new token', async () => {
  const { page, context, end } = await inside('/web/support');
  await page.clock.runFor(5000); // the tabs check their sessions at different times, as if a user had opened them
  const other = await context.newPage();
  await other.goto('/web/users');
  await consoleIsOpen(other);
  // The first renewal of a page returns the end of the session. After it no request is pending.
  await page.clock.runFor(3000);
  for (const tab of [page, other]) await tab.getByText(/^Signed in until/).waitFor();

  let renewals = 0;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await context.route('**/sessions/web/renew', async (route) => {
    renewals += 1;
    await held;
    await route.continue();
  });
  const token = () => page.evaluate(() => localStorage.getItem('grv_teleport_token') ?? '{}');
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('grv_teleport_token') ?? '{}') as object;
    localStorage.setItem('grv_teleport_token', JSON.stringify({ ...stored, expiresIn: 170, created: Date.now() }));
  });
  const short = await token();
  // In small steps, so that a message of one tab reaches the other before its turn.
  const overOneCheck = async () => {
    for (let second = 0; second < 20; second += 1) await context.clock.runFor(1000);
  };
  await overOneCheck();
  await expect.poll(() => renewals, POLL).toBe(1);
  answer();
  await expect.poll(token, POLL).not.toBe(short);
  await overOneCheck();
  expect(renewals).toBe(1);
  await end();
});

test('a network that silently drops all packets is detected, and the page continues when it is back', async () => {
  const proxy = await startTcpProxy(Number(new URL(gateway.base).port));
  onTestFinished(() => proxy.stop());
  const person = await visit(browser, `http://localhost:${proxy.port}`, { state: signedIn, expects: [/ERR_/] });
  const { page } = person;
  await page.clock.install();
  await page.goto('/web/users');
  await users(page).waitFor();
  await turnForward(page, 10_000); // prefetched files would hold the browser's connections
  proxy.freeze();
  await page.clock.runFor(60_000);
  const line = page.getByText(/^(No answer|Offline) since/);
  await line.waitFor();
  proxy.heal();
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Shift'); // without activity the session would end in between
        await page.clock.runFor(5000);
        return line.count();
      },
      { ...POLL, interval: 500 },
    )
    .toBe(0);
  await users(page).waitFor();
  await person.end();
});

test('a removed role hides its pages at once, and an added role shows them', async () => {
  const admin = new WebClient(gateway.base);
  await admin.signIn(account.user);
  const ines = await admin.invite('ines', ['access', 'editor']);
  const theirs = await visit(browser, gateway.base, { state: signedInAs(ines), expects: REFUSED });
  await theirs.context.clock.install();
  await theirs.page.goto('/web/roles');
  await theirs.page.getByRole('grid').getByText('auditor').waitFor();

  await admin.expect('PUT', '/users', { name: 'ines', roles: ['access'] });
  await theirs.page.clock.runFor(20_000);
  await theirs.page.keyboard.press('r'); // the list is read again, and refused
  await theirs.page.getByText('You may not list roles').waitFor();
  const navigation = theirs.page.getByRole('navigation');
  await navigation.getByRole('link', { name: 'Roles' }).waitFor({ state: 'detached' });
  await navigation.getByRole('link', { name: 'Servers' }).waitFor();

  await admin.expect('PUT', '/users', { name: 'ines', roles: ['access', 'editor'] });
  // Past the next renewal, with some activity.
  for (let minute = 0; minute < 9; minute += 3) {
    await turnForward(theirs.page, 3 * MINUTE_MS);
    await theirs.page.keyboard.press('Shift');
  }
  await navigation.getByRole('link', { name: 'Roles' }).waitFor();
  await theirs.page.getByRole('grid').getByText('auditor').waitFor();
  await theirs.end();
});

test('the terminal warns before its web session ends, and its shell continues after a new sign-in', async () => {
  const { page, context, end } = await visit(browser, gateway.base, { state: signedIn, expects: REFUSED });
  const shell = terminalPage(page);
  const address = `/web/cluster/example.test/console/node/${hostname()}/root`;
  await pretendSessionEnd(page, 60_000);
  await shell.openShell(address);
  await page.getByRole('alert').filter({ hasText: 'Your sign-in ends at' }).waitFor();
  await shell.focus();
  await shell.type("kept=$((6*7)); echo 'set'");
  await shell.sees(/^set/m);
  await axe(page);
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again as admin' });
  await dialog.getByText('Running transfers stop, as this page is loaded again.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Sign in', exact: true }).click()]);
  await page.locator('.xterm-helper-textarea').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.getByText('Your sign-in ends at').count()).toBe(0);
  await shell.focus();
  await shell.type('echo "still $kept"');
  await shell.sees(/still 42/);
  signedIn = await context.storageState();
  await end();
});

test('a terminal closes if another user signs in in the same browser', async () => {
  const admin = new WebClient(gateway.base);
  await admin.signIn(account.user);
  await admin.invite('olaf', ['access']);
  const { page, context, end } = await visit(browser, gateway.base, { state: signedIn, expects: REFUSED });
  await terminalPage(page).openShell(`/web/cluster/example.test/console/node/${hostname()}/root`);
  const other = await context.newPage();
  await other.goto('/web/login');
  await fillLogin(other, { user: 'olaf', password: account.password });
  await consoleIsOpen(other);
  await page.waitForURL((url) => !url.pathname.includes('/console'));
  await page.getByRole('button', { name: 'olaf, user menu' }).waitFor();
  await end();
});

test('the invite link of a signed-in user shows that it may have been used, and opens the console', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn, expects: REFUSED });
  await page.goto(`${gateway.invite}/continue`);
  await page.getByText('You are signed in, so you may have used this link already.').waitFor();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await consoleIsOpen(page);
  await end();
});
