// Connectors: written in the form and in the text, offered on the login page, with secrets that are never shown.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleIsOpen } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { editorIsOpen, shownText } from '../support/textEditor.ts';
import { OIDC_CLIENT, startOidc, type OidcProvider } from '../support/oidcProvider.ts';

let gateway: Gateway;
let oidc: OidcProvider;
let browser: Browser;
let desk: Visit;
let page: Page;

const SECRET = 'hush-7f31c0-never-to-be-shown';
/** The provider is another site, has no icon, and its pages load a font. */
const ELSEWHERE = [
  /^foreign origin: http:\/\/127\.0\.0\.1:/,
  /http:\/\/127\.0\.0\.1:\d+\/favicon\.ico/,
  /fonts\.googleapis\.com/,
];
/** A step that takes longer has failed. */
const STEP_MS = 12_000;

beforeAll(async () => {
  gateway = await startGateway({ config: 'auth: { second_factor: "off" }' });
  oidc = await startOidc({ redirectUris: [`${gateway.base}/v1/webapi/oidc/callback`] });
  browser = await launchBrowser();
  const { signedIn } = await firstAccount(gateway);
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/status of (400|403|404|409)/] });
  desk.context.setDefaultTimeout(STEP_MS);
  page = desk.page;
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await Promise.all([gateway.stop(), oidc.stop()]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const row = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });
const secret = () => page.getByLabel(/^Client secret/);
const rule = (label: string, nth: number) => page.getByRole('group', { name: `${label} ${nth}`, exact: true });
const text = () => shownText(page);

async function startNew(kind: 'GitHub' | 'OIDC'): Promise<void> {
  await page.goto('/web/sso');
  // The button of an empty list is in another position.
  await page.getByText(/^Loaded \d/).waitFor();
  await button('Create connector').click();
  await page.getByRole('menuitem', { name: kind }).click();
  await editorIsOpen(page);
}

async function save(): Promise<void> {
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: 'Save connector' }).click();
  await dialog().waitFor({ state: 'detached' });
}

/** Neither the page nor the browser's storage contains the secret, except its password field. */
async function expectHidden(): Promise<void> {
  const seen = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const field of copy.querySelectorAll('input[type=password]')) field.removeAttribute('value');
    return copy.outerHTML + JSON.stringify([localStorage, sessionStorage]);
  });
  expect(seen.includes(SECRET)).toBe(false);
}

/** Buttons of the sign-in page without a session. */
async function signInButtons(): Promise<string[]> {
  const stranger = await visit(browser, gateway.base, { expects: [/status of 40/] });
  await stranger.page.goto('/web/login');
  await stranger.page.getByLabel('Username').waitFor();
  const names = await stranger.page.getByRole('button').or(stranger.page.getByRole('link')).allInnerTexts();
  await stranger.end();
  return names;
}

test('a GitHub connector is written in the form, reviewed, saved, and shown on the login page', async () => {
  await startNew('GitHub');
  await field('Name').fill('octo');
  await field('Name on the button').fill('Octo Hub');
  await field('Client ID').fill('Iv1.4f7d20c91be8a3e5');
  await secret().fill(SECRET);
  await expect.poll(() => field('Callback address').inputValue()).toBe(`${gateway.base}/v1/webapi/github/callback`);
  await rule('Teams and roles', 1).getByRole('textbox', { name: 'Organization' }).fill('octo');
  await rule('Teams and roles', 1).getByRole('textbox', { name: 'Team' }).fill('devs');
  const parts = rule('Teams and roles', 1).locator('[data-path]');
  const tops = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top));
  expect(tops).toEqual([tops[0], tops[0], tops[0]]); // on one line
  await button('Add team').click();
  await rule('Teams and roles', 2).getByRole('textbox', { name: 'Team' }).fill('ops');
  await rule('Teams and roles', 2).getByRole('combobox', { name: 'Roles given' }).fill('aud');
  await page.getByRole('option', { name: 'auditor' }).click();
  await expect.poll(text).toMatch(/client_secret: # a new one, not shown/);
  await expect.poll(text).toContain('roles: [auditor]');
  await expect.poll(text).toContain('# A connector cannot be renamed later.');

  await page.keyboard.press('Control+S');
  await dialog().getByText('The sign-in page shows a new button Octo Hub').waitFor();
  await dialog().getByText('Users in octo/devs get the role access').waitFor();
  await dialog().getByText('Users in octo/ops get the role auditor').waitFor();
  await expectHidden();
  await button('Save connector').click();
  await page.waitForURL('**/web/sso/github:octo');
  await page.getByText('Stored by the server, never shown').waitFor();
  await expectHidden();

  await page.goto('/web/sso');
  await row('octo').getByText('2 teams: access, auditor').waitFor();
  expect(await signInButtons()).toContainEqual(expect.stringContaining('Octo Hub'));
});

test('an OIDC connector of the same name is a separate connector, and users can sign in through it', async () => {
  await startNew('OIDC');
  await field('Name').fill('octo');
  await field('Name on the button').fill('Octo ID');
  await field('Client ID').fill(OIDC_CLIENT.id);
  await secret().fill(OIDC_CLIENT.secret);
  await field('Issuer address').fill(oidc.issuer);
  await page.getByRole('combobox', { name: 'Scopes' }).fill('groups');
  await page.getByRole('option', { name: 'groups' }).click();
  await field('Prompt of the provider').fill('login');
  await rule('Claims and roles', 1).getByRole('textbox', { name: 'Value' }).fill('*');
  await page.keyboard.press('Control+S');
  await dialog().getByText('All users with the claim groups get the role access').waitFor();
  await button('Save connector').click();
  await page.waitForURL('**/web/sso/oidc:octo');
  await page.goto('/web/sso');
  await row('OIDC').getByText('1 claim: access').waitFor();
  await row('GitHub').waitFor();

  const ann = await visit(browser, gateway.base, { expects: ELSEWHERE });
  await ann.page.goto('/web/login');
  await ann.page.getByRole('link', { name: 'Continue with Octo ID' }).click();
  await ann.page.getByPlaceholder('Enter any login').fill('ann');
  await ann.page.getByPlaceholder('and password').fill('anything');
  await ann.page.getByRole('button', { name: 'Sign-in', exact: true }).click();
  await ann.page.getByRole('button', { name: 'Continue', exact: true }).click();
  await consoleIsOpen(ann.page);
  await ann.end();

  await page.goto('/web/users');
  await row('ann@example.com').getByText('from sign-in').waitFor();
  await page.goto('/web/users/ann@example.com');
  const sheet = page.getByRole('complementary', { name: 'ann@example.com' });
  await sheet.getByText(/comes from OIDC and gets the roles that its connector gives/).waitFor();
  await expect.poll(() => sheet.getByRole('combobox').count()).toBe(0);
  for (const act of ['Reset sign-in', 'Delete'])
    await expect.poll(() => sheet.getByRole('button', { name: act }).getAttribute('aria-disabled')).toBe('true');
});

test('form and text are one document: an edit in one appears in the other', async () => {
  await page.goto('/web/sso/github:octo');
  await field('Name on the button').fill('Octo Hub 2');
  await expect.poll(text).toContain('display: Octo Hub 2');
  await expect.poll(text).toContain('# Enter the same address in the OAuth app.');
  await page.keyboard.press('F6');
  await page.keyboard.press('End');
  await page.keyboard.type('2');
  await expect.poll(() => field('Name on the button').inputValue()).toBe('Octo Hub 22');
  await page.keyboard.press('F6');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path')))
    .toBe('spec.display');
  await page
    .getByText(/^Unsaved/)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText('Your unsaved text was restored.').waitFor();
  await expect.poll(() => field('Name on the button').inputValue()).toBe('Octo Hub 22');
  await save();
  await page.getByText('Connector octo saved').waitFor();
  await expectHidden();
});

test('concurrent changes of two users to one connector are merged at the second save', async () => {
  await page.goto('/web/sso/github:octo');
  await field('Client ID').fill('second');
  const other = await desk.context.newPage();
  await other.goto('/web/sso/github:octo');
  await other.getByRole('button', { name: 'Add team' }).click();
  const line = other.getByRole('group', { name: 'Teams and roles 3', exact: true });
  await line.getByRole('textbox', { name: 'Team' }).fill('sre');
  await other.keyboard.press('Control+S');
  await other.getByRole('button', { name: 'Save connector' }).click();
  await other.getByText('Connector octo saved').waitFor();
  await other.close();

  await page.keyboard.press('Control+S');
  await dialog().getByText('Connector octo changed on the server').waitFor();
  await button('Save merged connector').click();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(text).toContain('client_id: second');
  await expect.poll(() => rule('Teams and roles', 3).getByRole('textbox', { name: 'Team' }).inputValue()).toBe('sre');
});

test('a secret is replaced and not shown in any draft, difference or file', async () => {
  const another = `${SECRET}-2`;
  await page.goto('/web/sso/github:octo');
  await button('Replace Client secret').click();
  await secret().fill(another);
  await expect.poll(text).toContain('client_secret: # a new one, not shown');
  await expectHidden();
  await page.keyboard.press('Control+S');
  await dialog().getByText('Replaces the secret in spec.client_secret').waitFor();
  await expectHidden();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button('Save connector').click();
  expect((await sent).postData()).toContain(another);
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('Stored by the server, never shown').waitFor();
  await page.reload();
  await page.getByText('Stored by the server, never shown').waitFor();
  await expectHidden();
});

test('a connector is deleted after a confirmation, and its login button disappears', async () => {
  await page.goto('/web/sso/oidc:octo');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete connector' }).click();
  await dialog().getByText('The button Octo ID disappears').waitFor();
  await dialog().getByRole('button', { name: 'Delete connector' }).click();
  await page.waitForURL('**/web/sso');
  await row('OIDC').waitFor({ state: 'detached' });
  expect(await signInButtons()).not.toContainEqual(expect.stringContaining('Octo ID'));
});

test('a restored or cloned connector asks for its secret, because secrets are never copied', async () => {
  await page.goto('/web/sso/history/removed');
  await page.getByRole('link', { name: /octo/ }).click();
  await button('Restore connector').click();
  const asksForSecret = async () => {
    await editorIsOpen(page);
    await page.getByText('“spec.client_secret” has no value yet').first().waitFor();
    expect(await text()).toContain('client_secret: # entered in the form, not shown');
    await secret().fill('brand new secret');
    await page.getByText('“spec.client_secret” has no value yet').first().waitFor({ state: 'detached' });
  };
  await asksForSecret();
  await save();
  await page.waitForURL('**/web/sso/oidc:octo');
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Clone connector' }).click();
  await asksForSecret();
  expect(await text()).toContain('name: octo-copy');
});

describe('accessibility', () => {
  test.each([DESKTOP, PHONE])('list and editor are accessible at $width', async (size) => {
    await page.setViewportSize(size);
    await page.goto('/web/sso');
    await row('Octo Hub').or(row('GitHub')).first().waitFor();
    await axe(page);
    await page.goto('/web/sso/github:octo');
    await editorIsOpen(page);
    await axe(page);
  });
});
