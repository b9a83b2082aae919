// Locks: created by one user, effective at once for another user, and removed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { signedInAs } from '../support/signedIn.ts';
import { LOGIN, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

let gateway: TerminalGateway;
let browser: Browser;
let dave: WebClient;
/** Creates and removes locks, without other administration. */
let guard: WebClient;
let signedIn: SignedIn;
let desk: Visit;
let theirs: Visit;

beforeAll(async () => {
  gateway = await startTerminalGateway();
  const { admin } = gateway;
  await admin.addRole('guests', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
  await admin.addRole('guards', { allow: { rules: [{ resources: ['lock'], verbs: ['*'] }] } });
  dave = await admin.invite('dave', ['guests']);
  guard = await admin.invite('guard', ['guards']);
  browser = await launchBrowser();
  signedIn = signedInAs(await admin.invite('mara', ['editor', 'access', 'auditor'], [LOGIN]));
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/40[03]/] });
  const eve = signedInAs(await admin.invite('eve', ['guests'], [LOGIN]));
  theirs = await visit(browser, gateway.base, { state: eve, expects: [/403/] });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const LOCKS = '/sites/-current-/locks';
const sheet = (page: Page) => page.getByRole('complementary', { name: 'New lock' });
const row = (page: Page, text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text });
const liftAll = async () => {
  for (const { name } of await guard.expect('GET', LOCKS)) await guard.expect('DELETE', `${LOCKS}/${name}`);
};

test('a user is found, locked after a preview of the sessions that end, signed out at once, and unlocked', async () => {
  const { page } = desk;
  const shell = dave.terminal(gateway.shell);
  await shell.session();
  await page.goto('/web/locks');
  await page.getByText('No locks').waitFor();
  await page.getByRole('button', { name: 'New lock' }).click();
  const finder = sheet(page).getByRole('combobox', { name: 'What to lock' });
  await finder.fill('dav');
  await sheet(page)
    .getByRole('option', { name: /dave.*1 open session/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await sheet(page).getByText('1 open session ends at once.').waitFor();
  await sheet(page).getByText(`dave as ${LOGIN} on node-1`).waitFor();
  await sheet(page).getByLabel('Message').fill('INC-4412');
  await sheet(page).getByLabel('Ends after').fill('2h45m');
  await sheet(page)
    .getByText(/^at .*(today|\d\d:\d\d:\d\d)$/)
    .waitFor();
  await sheet(page)
    .getByRole('button', { name: /^Create lock/ })
    .click();
  await shell.closed;
  expect(shell.unseen).toContain('lock targeting User:"dave" is in force: INC-4412');
  await sheet(page).waitFor({ state: 'detached' });
  await row(page, 'dave').getByText('INC-4412').waitFor();
  await row(page, 'dave').getByText('in 2 h 4').waitFor();
  await expect(dave.signIn('dave')).rejects.toThrow('invalid credentials');

  await row(page, 'dave').getByRole('button', { name: 'Lift' }).click();
  const question = page.getByRole('dialog', { name: 'Lift this lock?' });
  await question.getByText('dave').waitFor();
  await question.getByRole('button', { name: 'Lift lock' }).click();
  await page.getByText('No locks').waitFor();
  await dave.signIn('dave');
});

test('a locked user sees the message of the lock instead of the console, and stays signed in', async () => {
  const { page } = desk;
  await theirs.page.goto('/web');
  await theirs.page.getByRole('grid').getByText('node-1').waitFor();
  await page.goto('/web/locks/new?lock=user%3Aeve');
  await sheet(page).getByRole('region', { name: 'Targets' }).getByText('eve').waitFor();
  await sheet(page).getByText('No open session ends.').waitFor();
  await sheet(page).getByLabel('Message').fill('Call the help desk');
  await sheet(page)
    .getByRole('button', { name: /^Create lock/ })
    .click();
  await row(page, 'eve').waitFor();
  await theirs.page.reload();
  await theirs.page.getByRole('heading', { name: 'You are locked' }).waitFor();
  await theirs.page.getByText('Call the help desk').waitFor();
  await theirs.page.getByRole('button', { name: 'Sign out' }).waitFor();
  await axe(theirs.page);
  await liftAll();
  await theirs.page.reload();
  await theirs.page.getByRole('grid').getByText('node-1').waitFor();
});

test('one field finds targets of several kinds, and each target gets its own lock', async () => {
  const { page } = desk;
  await page.goto('/web/locks/new');
  const finder = sheet(page).getByRole('combobox', { name: 'What to lock' });
  for (const [text, option] of [
    ['node', /^node-1/],
    ['far-aw', /^far-away/],
    ['guest', /^guests/],
    ['postgres', /^Login postgres/],
  ] as const) {
    await finder.fill(text);
    await sheet(page).getByRole('option', { name: option }).click();
  }
  const targets = sheet(page).getByRole('region', { name: 'Targets' }).getByRole('listitem');
  await expect.poll(() => targets.count()).toBe(4);
  await sheet(page).getByRole('button', { name: 'Remove node-1' }).click();
  await page.keyboard.press('Control+S');
  await sheet(page).waitFor({ state: 'detached' });
  for (const text of ['far-away', 'guests', 'postgres']) await row(page, text).waitFor();
  await page.getByPlaceholder('Search target, user or message').fill('login: post');
  await row(page, 'guests').waitFor({ state: 'detached' });
  await row(page, 'postgres').waitFor();
  await page.goto('/web/locks');
  await row(page, 'guests').waitFor();
  await page.keyboard.press('Control+A');
  await page.getByRole('toolbar').getByRole('button', { name: 'Lift' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift 3 locks' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the list' }).click();
  await page.getByText('No locks').waitFor();
});

test('a refused lock stays in the form with the server’s message, and created locks are removed from it', async () => {
  const { page } = desk;
  await guard.expect('PUT', LOCKS, { targets: { user: 'admin' }, message: '', ttl: '' });
  await page.goto('/web/locks/new?lock=user%3Amara&lock=login%3Ajenkins');
  await sheet(page).getByText('This locks you out.').waitFor();
  await sheet(page)
    .getByRole('button', { name: /^Create 2 locks/ })
    .click();
  await sheet(page).getByText('This lock would leave no user who can administer users and roles').waitFor();
  await sheet(page).getByText('1 lock not created.').waitFor();
  await page.setViewportSize(PHONE);
  const refusal = sheet(page).getByRole('listitem').getByRole('alert');
  const [icon = 0, firstLine = 99] = await refusal.evaluate(({ childNodes }) =>
    [...childNodes].slice(0, 2).map((part) => {
      const range = document.createRange();
      range.selectNode(part);
      return range.getClientRects()[0]?.top ?? NaN;
    }),
  );
  expect(Math.abs(icon - firstLine)).toBeLessThan(6);
  await page.setViewportSize(DESKTOP);
  await row(page, 'jenkins').waitFor();
  await expect.poll(() => sheet(page).getByRole('region', { name: 'Targets' }).getByRole('listitem').count()).toBe(1);
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('dialog', { name: 'Leave without locking?' }).getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toBe('/web/locks/new');
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without locking' }).click();
  await page.waitForURL('**/web/roles');

  await page.goto('/web/locks/new');
  await sheet(page)
    .getByText(/^The entries of .* that were not locked were restored\.$/)
    .waitFor();
  await sheet(page).getByRole('region', { name: 'Targets' }).getByText('mara').waitFor();
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without locking' }).click();
  await page.waitForURL('**/web/locks');
  await page.goto('/web/locks/new');
  await sheet(page).getByText('0 targets').waitFor();
});

test('each tab has its own draft of a new lock', async () => {
  const tabs = [desk.page, await desk.context.newPage()] as const;
  for (const [i, tab] of tabs.entries()) {
    await tab.goto('/web/locks/new');
    await sheet(tab).getByText('0 targets').waitFor();
    await sheet(tab).getByLabel('Message').fill(`tab ${i}`);
  }
  await tabs[0].reload();
  await expect.poll(() => sheet(tabs[0]).getByLabel('Message').inputValue()).toBe('tab 0');
  await tabs[1].close();
  await sheet(tabs[0]).getByLabel('Message').fill('');
});

test('a server and a user are locked from their own lists', async () => {
  const { page } = desk;
  await page.goto('/web');
  await page.getByRole('grid').getByText('far-away').waitFor();
  await row(page, 'far-away').click();
  await page.keyboard.press('.');
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await sheet(page).getByRole('region', { name: 'Targets' }).getByText('far-away').waitFor();
  await sheet(page).getByRole('button', { name: 'Remove far-away' }).click();
  await sheet(page).getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/web/locks');
});

test('no page is wider than the window at any width', async () => {
  await guard.expect('PUT', LOCKS, { targets: { login: 'postgres' }, message: 'Until INC-4410', ttl: '' });
  const seen = await visit(browser, gateway.base, { state: signedIn, expects: [/40[03]/] });
  for (const size of [DESKTOP, PHONE]) {
    await seen.page.setViewportSize(size);
    await seen.page.goto('/web/locks');
    await seen.page.getByText('postgres').first().waitFor();
    await axe(seen.page);
    await seen.page.goto('/web/locks/new?lock=user%3Adave');
    await sheet(seen.page).getByRole('combobox').fill('gue');
    await sheet(seen.page)
      .getByRole('option', { name: /guests/ })
      .waitFor();
    await axe(seen.page);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await seen.page.evaluate(overflow)).toBeLessThanOrEqual(0);
  }
  await seen.end();
});
