// All methods to set up an account and sign in, in every mode of the second factor, with a real gateway and Chromium's
// virtual keys.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptInvite, consoleIsOpen, fillLogin, inviteLink } from '../support/account.ts';
import { axe, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { pretendSessionEnd } from '../support/sessionEnd.ts';
import { plugIn, withoutAutofill } from '../support/virtualAuthenticator.ts';

const PASSWORD = 'correct horse battery';
const REFUSED = { expects: [/status of 4\d\d/] };
let browser: Browser;
const gateways: Gateway[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await Promise.all(gateways.map((gateway) => gateway.stop()));
});

/** Each mode has its own gateway, because all clients of one address share a rate limit. */
async function gatewayWith(auth: string): Promise<Gateway> {
  const gateway = await startGateway({ config: `auth: { ${auth} }\n` });
  gateways.push(gateway);
  return gateway;
}

const visitor = async (gateway: Gateway, options = {}): Promise<Visit> => {
  const made = await visit(browser, gateway.base, options);
  await withoutAutofill(made.page);
  return made;
};

/** Opens the link and its first step. Returns the name of the account. */
async function beginInvite(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await page.getByRole('button', { name: /^(Set up account|Start reset)$/ }).click();
  return page.getByLabel('Username').inputValue();
}

/** Goes from the first step to the second. */
async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel(/^(New p|P)assword$/).fill(PASSWORD);
  await page.getByRole('textbox', { name: /assword again$/ }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue to second factor' }).click();
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
}

async function enterConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the console' }).click();
  await consoleIsOpen(page);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /user menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/web/login*');
}

async function typeLogin(page: Page, user: string): Promise<void> {
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
}
const pressSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();
const alertOf = async (page: Page) => (await page.getByRole('alert').textContent()) ?? '';

test('off: sign-in requires only a password', async () => {
  const gateway = await gatewayWith("second_factor: 'off'");
  const { page, end } = await visitor(gateway);
  const account = await acceptInvite(page, gateway.invite ?? '');
  await page.goto('/web/login?redirect_uri=%2Fweb%2Faccount');
  await page.getByText('You are signed in already.').waitFor();
  await axe(page);
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.waitForURL('**/web/account**');
  await consoleIsOpen(page);
  await signOut(page);
  await expect.poll(() => page.getByText('You are signed in already.').count()).toBe(0);
  await expect.poll(() => page.getByLabel('Second factor').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
  await fillLogin(page, account);
  await consoleIsOpen(page);
  await end();
});

test('otp: sign-in requires the password and an unused code', async () => {
  const gateway = await gatewayWith('second_factor: otp, motd: "Freeze\\n\\nSessions are recorded."');
  const { page, end } = await visitor(gateway, REFUSED);
  const account = await acceptInvite(page, gateway.invite ?? '');
  await signOut(page);
  await page.getByRole('button', { name: 'Acknowledge and continue' }).click();
  await page.getByLabel('Code').fill('000000');
  await typeLogin(page, account.user);
  await pressSignIn(page);
  expect(await alertOf(page)).toContain('“invalid credentials”');
  await expect.poll(() => page.getByLabel('Code').evaluate((field) => field === document.activeElement)).toBe(true);
  await fillLogin(page, account);
  await consoleIsOpen(page);
  await end();
});

describe('webauthn', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await gatewayWith('second_factor: webauthn, passwordless: false');
  });

  test('a U2F key is registered and signs in, and no other key does', async () => {
    const { page, end } = await visitor(gateway, REFUSED);
    const key = await plugIn(page, 'u2f');
    const user = await beginInvite(page, gateway.invite ?? '');
    await choosePassword(page);
    await expect.poll(() => page.getByLabel('Device name').inputValue()).toBe('webauthn-device');
    await page.evaluate(() => {
      navigator.credentials.create = () => Promise.resolve(null);
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    expect(await alertOf(page)).toContain('error creating credential, please try again');
    await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'create'));
    await page.getByRole('button', { name: 'Create account' }).click();
    await enterConsole(page);
    expect(await key.credentials()).toHaveLength(1);
    await signOut(page);

    await key.setTouched(false);
    await typeLogin(page, user);
    await pressSignIn(page);
    await page.getByText('Waiting for your security key').waitFor();
    await axe(page);
    await expect
      .poll(() => page.getByRole('button', { name: 'Cancel' }).evaluate((it) => it === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Waiting for your security key').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);

    const [credential] = await key.credentials();
    await key.remove();
    const stranger = await plugIn(page, 'key');
    await pressSignIn(page);
    expect(await alertOf(page)).toMatch(/No key answered\. .* not registered for this account/);
    await stranger.remove();

    const again = await plugIn(page, 'u2f');
    if (credential) await again.add(credential);
    await pressSignIn(page);
    await consoleIsOpen(page);
    await end();
  });

  test('browsers without WebAuthn or without a credential show the texts of the specification', async () => {
    const { page, end } = await visitor(gateway);
    await page.addInitScript(() => {
      navigator.credentials.get = () => Promise.resolve(null);
    });
    await plugIn(page, 'key');
    await page.route('**/mfa/login/begin', (route) =>
      route.fulfill({ json: { webauthn_challenge: { publicKey: { challenge: 'AAAA' } }, totp_challenge: false } }),
    );
    await page.goto('/web/login');
    await typeLogin(page, 'admin');
    await pressSignIn(page);
    expect(await alertOf(page)).toContain('error obtaining credential from the hardware key, please try again');

    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
    await page.reload();
    await typeLogin(page, 'admin');
    await pressSignIn(page);
    expect(await alertOf(page)).toContain(
      'this browser does not support Webauthn required for hardware tokens, please try the latest version of Chrome, Firefox or Safari',
    );
    await end();
  });
});

test('on: sign-in with password and hardware key, and recovery with a code after the key is lost', async () => {
  const gateway = await gatewayWith("second_factor: 'on', recovery_codes: true");
  const { page, end } = await visitor(gateway, { ...REFUSED, permissions: ['clipboard-read', 'clipboard-write'] });
  const key = await plugIn(page, 'key');
  const user = await beginInvite(page, gateway.invite ?? '');
  await choosePassword(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  const list = page.getByRole('list', { name: '3 recovery codes' });
  await list.waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const codes = copied.split('\n').slice(0, 3);
  expect(codes.every((code) => /^tele(-[a-z]+){8}$/.test(code))).toBe(true);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`postern-recovery-codes-${user}.txt`);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.getByText(`Recovery codes of ${user}`).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'I have saved them, continue' }).click();
  await enterConsole(page);
  await signOut(page);
  await typeLogin(page, user);
  await pressSignIn(page);
  await consoleIsOpen(page);
  await signOut(page);
  await key.remove();

  await page.getByRole('button', { name: 'Lost your password or device?' }).click();
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Recovery code').fill('tele-wrong');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await alertOf(page)).toContain('“invalid credentials”');
  await axe(page);
  await page.getByLabel('Recovery code').fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/web\/reset\/[0-9a-f]+\/continue$/);
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  const spare = await plugIn(page, 'key');
  await choosePassword(page);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await list.waitFor();
  await expect.poll(() => page.getByText('Earlier recovery codes no longer work.').count()).toBe(1);
  await page.getByRole('button', { name: 'I have saved them, continue' }).click();
  await enterConsole(page);
  expect(await spare.credentials()).toHaveLength(1);
  await end();
});

test('optional: sign-in with only a passkey, and another user without a second factor', async () => {
  const gateway = await gatewayWith('second_factor: optional, connector: passwordless');
  const { page, end } = await visitor(gateway, REFUSED);
  const passkey = await plugIn(page, 'passkey');
  await beginInvite(page, gateway.invite ?? '');
  await expect.poll(() => page.getByLabel('Device name').inputValue()).toBe('passwordless-device');
  await axe(page);
  await page.getByRole('button', { name: 'Create account with a passkey' }).click();
  await enterConsole(page);
  expect((await passkey.credentials())[0]).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });
  const link = await inviteLink(page, 'pia', ['editor', 'access']);
  await signOut(page);

  const use = page.getByRole('button', { name: 'Use a passkey' });
  await expect.poll(() => use.evaluate((button) => button === document.activeElement)).toBe(true);
  await passkey.setUserVerified(false);
  await use.click();
  expect(await alertOf(page)).toContain('No key answered');
  await passkey.setUserVerified(true);
  await use.click();
  await consoleIsOpen(page);

  // In the dialog over the page the passkey is enough, and no password is requested.
  await pretendSessionEnd(page, 4 * 60_000);
  await page.reload();
  await page.getByRole('button', { name: /^Sign-in ends in .* Sign in again$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Sign in again as / });
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
  expect(await dialog.getByLabel('Password', { exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Signed in again').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await signOut(page);

  const guest = await visitor(gateway);
  const user = await beginInvite(guest.page, link);
  await guest.page.getByRole('button', { name: 'Use a password instead' }).click();
  await choosePassword(guest.page);
  await guest.page.getByRole('radio', { name: 'None' }).check({ force: true });
  await guest.page.getByRole('button', { name: 'Create account' }).click();
  await enterConsole(guest.page);
  await signOut(guest.page);
  await typeLogin(guest.page, user);
  await guest.page.getByLabel('Second factor').selectOption('None');
  await pressSignIn(guest.page);
  await consoleIsOpen(guest.page);
  await guest.end();

  // The passkey is moved to another browser, which offers it in the username field.
  const elsewhere = await visit(browser, gateway.base);
  const copy = await plugIn(elsewhere.page, 'passkey');
  const [credential] = await passkey.credentials(); // with its counter: a copy with a lower counter is refused
  if (credential) await copy.add(credential);
  await elsewhere.page.goto('/web/login?redirect_uri=%2Fweb%2Fusers');
  await elsewhere.page.getByLabel('Username').click();
  await elsewhere.page.waitForURL('**/web/users');
  await consoleIsOpen(elsewhere.page);
  await elsewhere.end();
  await end();
});

/** In the page: number of lines of the text before a provider's name. */
function linesOfFirstText(element: Element): number {
  const range = document.createRange();
  range.selectNode(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element);
  return range.getClientRects().length;
}

describe('appearance', () => {
  const url = '/v1/webapi/oidc/login/web?connector_id=:providerName&redirect_url=:redirect';
  const providers = [
    { name: 'corvid', displayName: 'Corvid SSO', type: 'oidc', url },
    { name: 'gh', type: 'github', url },
    { name: 'x', displayName: `Contoso Corporation Employees and Contractors ${'x'.repeat(80)}`, type: 'saml', url },
  ];
  /** Configurations of the login page, and the text that identifies each card. */
  const CARDS = [
    [{ second_factor: 'on', allowPasswordless: true, providers }, 'Lost your password or device?'],
    [{ second_factor: 'otp', authType: 'oidc', allowPasswordless: true, providers }, 'Continue with gh'],
    [{ localAuthEnabled: false, providers }, 'Continue with Corvid SSO'],
    [{ localAuthEnabled: false }, 'Login has not been enabled'],
    [{ privateKeyPolicy: 'hardware_key' }, 'Sign-in from the web is turned off'],
    [{ motd: 'Freeze\n\nSessions are recorded.' }, 'Acknowledge and continue'],
  ] as const;
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await gatewayWith('recovery_codes: true');
  });

  test('axe finds no violations on any card of the login page, and no text is cut off on a phone', async () => {
    const { page, end } = await visitor(gateway, { size: PHONE });
    const answer = { auth: {} };
    await page.route('**/web/config.js', (route) =>
      route.fulfill({
        contentType: 'application/javascript',
        body: `var GRV_CONFIG = ${JSON.stringify({ ...answer, postern: { features: { recovery: true } } })};`,
      }),
    );
    const look = async () => {
      await axe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    };
    for (const [auth, words] of CARDS) {
      answer.auth = auth;
      await page.goto('/web/login');
      await page.getByText(words).first().waitFor();
      await look();
    }
    answer.auth = { localAuthEnabled: false, providers };
    await page.goto('/web/login');
    const words = page.getByRole('link', { name: /^Continue with Contoso/ }).getByText('Continue with');
    // Once each letter was on its own line.
    expect(await words.evaluate(linesOfFirstText)).toBe(1);
    answer.auth = { second_factor: 'optional', allowPasswordless: true };
    await page.goto('/web/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Type your password').waitFor();
    await look();
    await page.getByRole('button', { name: 'Lost your password or device?' }).click();
    await page.getByRole('heading', { name: 'Use a recovery code' }).waitFor();
    await look();

    await beginInvite(page, gateway.invite ?? '');
    await look();
    await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
    await page.getByLabel('Device name').waitFor();
    await look();
    await page.getByRole('button', { name: 'Use a password instead' }).click();
    await choosePassword(page);
    for (const factor of ['Hardware key', 'Authenticator', 'None']) {
      await page.getByRole('radio', { name: factor }).check({ force: true });
      await look();
    }
    for (const message of ['error/login', 'error/login/callback', 'error/login/auth', 'info/login_success']) {
      await page.goto(`/web/msg/${message}`);
      await page.getByRole('heading', { name: /^Login (Uns|S)uccessful$/ }).waitFor();
      await look();
    }
    await end();
  });
});
