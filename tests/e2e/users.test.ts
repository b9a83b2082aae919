// Users: invited, changed, reset and removed, each step seen from both sides.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptInvite, inviteLink, signIn } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, tapHeight, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';

let gateway: Gateway;
let browser: Browser;
let desk: Visit;

beforeAll(async () => {
  gateway = await startGateway();
  browser = await launchBrowser();
  // The tests use a second factor before it is set up, and read a user after its removal.
  desk = await visit(browser, gateway.base, { expects: [/40[0349]/] });
  await acceptInvite(desk.page, gateway.invite ?? '');
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const sheet = (page: Page, name: string) => page.getByRole('complementary', { name });
const row = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });
const linkIn = async (page: Page): Promise<string> =>
  (await page
    .getByRole('group', { name: /^Link for/ })
    .locator('code')
    .textContent()) ?? '';

async function addRole(page: Page, role: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Roles' }).fill(role);
  await page.getByRole('option', { name: role, exact: true }).click();
}

async function createUser(page: Page, name: string, roles: readonly string[]): Promise<string> {
  await page.goto('/web/users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  for (const role of roles) await addRole(page, role);
  await page.getByRole('button', { name: /^Create user Ctrl/ }).click();
  await page.getByRole('dialog', { name: `User ${name} created` }).waitFor();
  const link = await linkIn(page);
  // The text does not depend on the cluster: a second factor may be off, and a passkey may replace both.
  await page.getByText('The first person who opens it chooses how the user signs in').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  return link;
}

test('a user is invited, signs in, gets another role, which applies at once, and is removed', async () => {
  const { page } = desk;
  const link = await createUser(page, 'ines', ['access']);
  expect(link).toMatch(/\/web\/invite\/[0-9a-f]{32}$/);
  await row(page, 'ines').waitFor();

  const theirs = await visit(browser, gateway.base, { expects: [/40[0134]/] });
  const ines = await acceptInvite(theirs.page, link);
  expect(ines.user).toBe('ines');
  expect(ines.totp).toBeDefined();
  await expect.poll(() => theirs.page.getByRole('link', { name: 'Users' }).count()).toBe(0);

  await page.goto('/web/users/ines');
  await addRole(page, 'editor');
  await page.keyboard.press('Control+S');
  const review = page.getByRole('dialog', { name: 'Review changes to user ines' });
  await review.getByText('ines gets the role editor').waitFor();
  await review.getByText('Full administration: its users can grant themselves any permission').waitFor();
  await review.locator('button:focus', { hasText: 'Back to editing' }).waitFor();
  await review.getByRole('button', { name: 'Save user' }).click();
  await review.waitFor({ state: 'detached' });
  await row(page, 'ines').getByText('editor').waitFor();

  await theirs.context.clearCookies();
  await theirs.page.evaluate(() => localStorage.clear());
  await signIn(theirs.page, ines, '/web/users');
  await row(theirs.page, 'admin').waitFor();

  await sheet(page, 'ines').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(true);
  await row(page, 'ines').waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname === '/web/users');
  await theirs.page.reload();
  await theirs.page.waitForURL('**/web/login*');
  await theirs.end();
});

test('a reset ends the sessions and gives a link for a new password', async () => {
  const { page } = desk;
  const invite = await createUser(page, 'tomas', ['auditor']);
  await page.goto('/web/users/tomas');
  await sheet(page, 'tomas').getByRole('button', { name: 'Reset sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset sign-in' }).click();
  await page.getByRole('dialog', { name: 'Sign-in reset for tomas' }).waitFor();
  const link = await linkIn(page);
  expect(link).toMatch(/\/web\/reset\/[0-9a-f]{32}$/);

  const theirs = await visit(browser, gateway.base, { expects: [/40[034]/] });
  await theirs.page.goto(`${link}/continue`);
  await expect.poll(() => theirs.page.getByLabel('Username').inputValue()).toBe('tomas');
  await theirs.page.goto(`${invite}/continue`);
  await theirs.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await theirs.end();
});

test('traits are stored and show the logins that they grant, and an AWS role must be valid', async () => {
  const { page } = desk;
  await inviteLink(page, 'petra', ['access']);
  await page.goto('/web/users/petra');
  const beside = sheet(page, 'petra');
  const trait = (name: string) => beside.getByRole('textbox', { name, exact: true });
  await trait('logins').fill('petra ');
  await trait('db_users').fill('reader ');
  await beside.getByRole('listitem').filter({ hasText: 'petra' }).getByText('from role access, trait logins').waitFor();
  await trait('aws_role_arns').fill('arn:aws:iam::1:user/x ');
  await page.keyboard.press('Control+S');
  await beside.getByText('“arn:aws:iam::1:user/x” in aws_role_arns is not a role ARN').waitFor();
  await beside.getByRole('button', { name: 'Remove arn:aws:iam::1:user/x' }).click();
  await page.keyboard.press('Control+S');
  const review = page.getByRole('dialog');
  await review.getByText('petra gets reader in db_users').waitFor();
  await review.getByRole('button', { name: 'Save user' }).click();
  await review.waitFor({ state: 'detached' });
  await page.reload();
  await beside.getByRole('button', { name: 'Remove reader' }).waitFor();
  await beside.getByRole('button', { name: 'Remove petra' }).waitFor();
});

test('several users are deleted together, except the own account, and failed rows stay selected', async () => {
  const { page, context } = desk;
  // Each retry has other names.
  const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map((name) => `bulk-${name}-${Date.now()}`);
  for (const name of [a, b, c]) await inviteLink(page, name, ['access']);
  await page.goto('/web/users');
  for (const name of ['admin', a, b, c])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  const line = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await dialog.getByText('Delete 4 users?').waitFor();
  await line('admin').getByText('You cannot delete your own account').waitFor();
  await axe(page);

  // Another client removes one of them first.
  const other = await context.newPage();
  await other.goto(`/web/users/${b}`);
  await sheet(other, b).getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await other.getByText(`User ${b} deleted`).waitFor();
  await other.close();

  await dialog.getByRole('button', { name: 'Delete 3 users' }).click();
  await dialog.getByText('Deleted: 2 of 3 users').waitFor();
  await line(a).getByText('deleted', { exact: true }).waitFor();
  await line(c).getByText('deleted', { exact: true }).waitFor();
  await line(b)
    .getByRole('button', { name: `Retry ${b}` })
    .waitFor();
  await axe(page);
  await dialog.getByRole('button', { name: 'Back to the list, 1 selected' }).click();
  await row(page, a).waitFor({ state: 'detached' });
  const bar = page.getByRole('toolbar', { name: '1 user selected' });
  await bar.getByText('not deleted at').waitFor();
  await bar.getByRole('button', { name: 'show details' }).click();
  await line(b)
    .getByRole('button', { name: `Retry ${b}` })
    .waitFor();
  await dialog.getByRole('button', { name: 'Back to the list, 1 selected' }).click();
  await bar.waitFor();
  await page.keyboard.press('Escape');
});

test('a double click starts the bulk action and does not stop it, and Back stops it', async () => {
  const { page } = desk;
  const names = [1, 2, 3, 4].map((n) => `twice-${n}-${Date.now()}`);
  for (const name of names) await inviteLink(page, name, ['access']);
  await page.route(/\/webapi\/users\//, async (route) => {
    if (route.request().method() === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fallback();
  });
  const ask = async (some: readonly string[]) => {
    await page.goto('/web/roles');
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    for (const name of some) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    return page.getByRole('dialog').getByRole('button', { name: 'Delete 2 users' });
  };
  await (await ask(names.slice(0, 2))).dblclick();
  await page.getByRole('dialog').getByText('Deleted: 2 of 2 users').waitFor();

  await (await ask(names.slice(2))).click();
  await page.getByRole('dialog').getByText('0 of 2').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Roles' }).waitFor();
  await page.waitForTimeout(2500); // longer than both would need
  await page.unrouteAll();
  await page.goto('/web/users');
  await row(page, 'admin').waitFor();
  expect(await row(page, names[2] ?? '').count()).toBe(0);
  expect(await row(page, names[3] ?? '').count()).toBe(1);
});

test('the own account cannot be deleted', async () => {
  const { page } = desk;
  await page.goto('/web/users/admin');
  const remove = sheet(page, 'admin').getByRole('button', { name: 'Delete' });
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await sheet(page, 'admin').getByRole('combobox', { name: 'Roles' }).waitFor(); // after the roles have loaded
});

test("parts of a user's side panel that load late do not move the buttons in its footer", async () => {
  const { page } = desk;
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/webapi\/(roles|sites\/[^/]+\/nodes)/, async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/web/users/tomas');
  const remove = sheet(page, 'tomas').getByRole('button', { name: 'Delete' });
  const before = await remove.boundingBox();
  letThrough();
  await sheet(page, 'tomas').getByText('Not checked: locks').waitFor();
  expect(await remove.boundingBox()).toEqual(before);
  await page.unrouteAll();
});

test('entered text survives a reload', async () => {
  const { page } = desk;
  await page.goto('/web/users/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('half-way');
  await addRole(page, 'access');
  await page.reload();
  await page.getByText('that were not saved were restored').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('half-way');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/web/users');
});

describe('accessibility', () => {
  test.each([DESKTOP, PHONE])('list, form and dialog are accessible at $width', async (size) => {
    const { page } = desk;
    await page.setViewportSize(size);
    await page.goto('/web/users');
    await row(page, 'tomas').waitFor();
    await axe(page);
    await page.goto('/web/users/new');
    await page.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option').first().waitFor();
    await axe(page);
    await page.goto('/web/users/tomas');
    const close = sheet(page, 'tomas').getByRole('button', { name: 'Close' });
    if (size === PHONE) expect(await tapHeight(close)).toBeGreaterThanOrEqual(40);
    await sheet(page, 'tomas').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await axe(page);
  });
});

test('the page has logged no error in all tests', async () => {
  await desk.end();
});
