// The user's own password and devices, with a real gateway and Chromium's virtual keys. The tests share one
// account: later tests use the devices that earlier tests add.
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvite, nextCode, type Account } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { LOCKOUT_FAILURES } from '../../src/wire/constants.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { qrText } from '../support/qrText.ts';
import { plugIn, type VirtualAuthenticator } from '../support/virtualAuthenticator.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: on, passwordless: true }
node: { name: node-1 }
`;
/** The browser reports every refused request on its console. */
const REFUSED = [/status of 40[03]/];
const SECTIONS = ['password', 'twofactor', 'signin', 'sessions', 'appearance', 'keys'] as const;

let gateway: Gateway;
let browser: Browser;
let person: Visit;
let page: Page;
/** With the authenticator of the invitation and the one added later. */
let account: Account;
let tablet: Account;
let hardwareKey: VirtualAuthenticator;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  person = await visit(browser, gateway.base, { expects: REFUSED });
  page = person.page;
  account = await acceptInvite(page, gateway.invite ?? '');
});
afterAll(async () => {
  await person.end();
  await browser.close();
  await gateway.stop();
});

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const openDevices = async () => {
  await page.goto('/web/account/twofactor');
  await page.getByRole('table', { name: 'Second factors' }).waitFor();
};
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const dialog = () => page.getByRole('dialog');
const dialogCloses = () => dialog().waitFor({ state: 'detached' });

test('the account opens at the password section, each section has an address, and Back works', async () => {
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByLabel('Current password', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/web/account/password');
  await expect.poll(() => page.title()).toBe('Account Settings');
  await page.getByRole('link', { name: 'Passkeys and factors' }).click();
  await row('otp-device').waitFor();
  expect(new URL(page.url()).pathname).toBe('/web/account/twofactor');
  await page.goBack();
  await page.getByLabel('Current password', { exact: true }).waitFor();
});

test('the only device cannot be removed, and the page says why', async () => {
  await openDevices();
  await page.getByText('The last device cannot be removed.').waitFor();
  const remove = page.getByRole('button', { name: 'Remove otp-device' });
  await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
  await remove.click({ force: true });
  await expect.poll(() => dialog().count()).toBe(0);
});

test('a wrong code is refused in the dialog, and with the right code a hardware key is added', async () => {
  hardwareKey = await plugIn(page, 'key');
  await openDevices();
  await press('Add second factor');
  await page.getByLabel('Code').fill('000000');
  await press('Continue');
  await page.getByText(/^The server refused this code/).waitFor();
  await axe(page);
  await page.getByLabel('Code').fill(await nextCode(account));
  await press('Continue');
  await page.getByAltText('QR code for your authenticator').waitFor();
  await page.getByText('Hardware key', { exact: true }).click();
  await page.getByLabel('Device name').fill('blue key');
  await press('Add blue key');
  await row('blue key').waitFor();
  await dialogCloses();
  expect(await hardwareKey.credentials()).toHaveLength(1);
  await expect.poll(() => page.getByRole('table', { name: 'Passkeys' }).count()).toBe(0);
});

test('the user can cancel while the browser waits for a key', async () => {
  await hardwareKey.setTouched(false);
  await press('Add second factor');
  await press('Continue');
  await page.getByText('Waiting for your security key').waitFor();
  await axe(page);
  await press('Cancel');
  await dialogCloses();
  await hardwareKey.setTouched(true);
});

test("another user's key is refused", async () => {
  const elsewhere = await person.context.newPage();
  await plugIn(elsewhere, 'key');
  await elsewhere.goto('/web/account/twofactor');
  await elsewhere.getByRole('button', { name: 'Add passkey' }).click();
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await elsewhere.getByText('The key was not used.').waitFor();
  await expect.poll(() => elsewhere.getByText(/not registered for this account/).count()).toBe(1);
  await elsewhere.close();
});

test('a user adds another authenticator on a cluster that sends only the QR code', async () => {
  const leaveOutKey = async (route: Route) => {
    const answer = await route.fetch();
    const { totp } = (await answer.json()) as { totp: { qrCode: string } };
    await route.fulfill({ response: answer, json: { webauthn: null, totp: { qrCode: totp.qrCode } } });
  };
  await page.route('**/registerchallenge', leaveOutKey, { times: 1 });
  await press('Add second factor');
  await press('Continue');
  const uri = new URL(await qrText(page.getByAltText('QR code for your authenticator')));
  await axe(page);
  await press('Show setup key');
  const setupKey = page.getByRole('group', { name: 'Setup key' });
  expect(await setupKey.locator('code').textContent()).toBe(uri.searchParams.get('secret'));
  tablet = { ...account, totp: { secret: uri.searchParams.get('secret') ?? '', lastStep: 0 } };
  await axe(page);
  await page.getByLabel('Device name').fill('tablet');
  await page.getByLabel('Code').fill(await nextCode(tablet));
  await press('Add tablet');
  await row('tablet').waitFor();
  await dialogCloses();
});

test('a user adds a passkey, which is listed separately from the second factors', async () => {
  await press('Add passkey');
  await press('Continue');
  await page.getByLabel('Device name').fill('laptop');
  const laptop = await plugIn(page, 'passkey');
  await hardwareKey.setTouched(false); // if touched, it would answer that it cannot store passkeys
  await press('Add laptop');
  await page
    .getByRole('table', { name: 'Passkeys' })
    .getByRole('rowheader', { name: /^laptop/ })
    .waitFor();
  await dialogCloses();
  await hardwareKey.setTouched(true);
  expect(await laptop.credentials()).toMatchObject([{ isResidentCredential: true }]);
  await page.getByText('4 devices, 1 of them a passkey').waitFor();
});

test('no section has accessibility violations or overflows', async () => {
  for (const section of SECTIONS) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/web/account/${section}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    if (section === 'twofactor') await row('tablet').waitFor();
    if (section === 'sessions') await page.getByText('This session').waitFor();
    await axe(page);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (section === 'twofactor') await axe(page);
  }
  await page.setViewportSize(DESKTOP);
});

test('a user changes the password with a one-time code, and then with a key', async () => {
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('New password again', { exact: true }).fill(next);
    await press('Change password');
  };
  await page.goto('/web/account/password');
  await page.getByLabel('Second factor').selectOption('Authenticator');
  await page.getByLabel('Code').fill(await nextCode(tablet));
  await change('not my password', 'another battery');
  await page.getByText('The password was not changed.').waitFor();
  await expect.poll(() => page.getByLabel('New password again', { exact: true }).inputValue()).toBe('another battery');
  await page.getByLabel('Code').fill(await nextCode(tablet));
  await change(account.password, 'another battery');
  await page.getByText('Password changed.').waitFor();
  await page.getByLabel('Second factor').selectOption('Hardware key or passkey');
  await change('another battery', account.password);
  await page.getByText('Password changed.').waitFor();
  await expect.poll(() => page.getByLabel('Current password', { exact: true }).inputValue()).toBe('');
});

test.each(['tablet', 'laptop', 'otp-device'])('a user removes %s by keyboard after a touch of a key', async (name) => {
  await openDevices();
  await page.getByRole('button', { name: `Remove ${name}` }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: `Remove ${name}?` }).waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'Remove device' }).focus();
  await page.keyboard.press('Enter');
  await row(name).waitFor({ state: 'detached' });
  await dialogCloses();
});

test('preferences apply at once and survive a reload', async () => {
  await page.goto('/web/account/appearance');
  await page.getByText('Dark', { exact: true }).first().click();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.getByText('Single-key shortcuts work outside fields and terminals').click();
  await page.reload();
  await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).first().isChecked()).toBe(true);
  await expect.poll(() => page.getByRole('switch', { name: /^Single-key shortcuts/ }).isChecked()).toBe(false);
});

test('too many wrong passwords end the session, and the login page shows the reason', async () => {
  await page.goto('/web/account/password');
  await page.getByLabel('New password', { exact: true }).fill('another battery');
  await page.getByLabel('New password again', { exact: true }).fill('another battery');
  for (let tries = 1; tries <= LOCKOUT_FAILURES; tries += 1) {
    await page.getByLabel('Current password', { exact: true }).fill(`wrong ${tries}`);
    await press('Change password');
    await page.getByRole('alert').waitFor();
  }
  await page.getByLabel('Current password', { exact: true }).fill(account.password);
  await press('Change password');
  await page.getByText('You were signed out after too many wrong passwords.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/web/login');
});
