// Signs in through the pages, as a user does.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { qrText } from './qrText.ts';
import { DEFAULT_PASSWORD } from './webClient.ts';

export type Account = {
  user: string;
  password: string;
  /** Absent: the cluster does not ask for a second factor. */
  totp?: { secret: string; lastStep: number };
};

const PERIOD_MS = 30_000;

/** The next unused code. A code works once (http-auth §4.1). May wait half a minute. */
export async function nextCode(account: Account): Promise<string> {
  const { totp } = account;
  if (!totp) throw new Error(`${account.user} has no authenticator`);
  const step = Math.max(Math.floor(Date.now() / PERIOD_MS), totp.lastStep + 1);
  // The server accepts the code of the next period too.
  const earliestMs = (step - 1) * PERIOD_MS + 500;
  if (earliestMs > Date.now()) await new Promise((resolve) => setTimeout(resolve, earliestMs - Date.now()));
  totp.lastStep = step;
  return new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: step * PERIOD_MS });
}

/**
 * Accepts an invitation and opens the console. If a test is not about the second factor, give its gateway `auth: {
 * second_factor: off }`: then the page asks only for a password.
 */
export async function acceptInvite(page: Page, link: string, password = DEFAULT_PASSWORD): Promise<Account> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Set up account' }).click();
  const user = await page.getByLabel('Username').inputValue();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again', { exact: true }).fill(password);
  const account: Account = { user, password };
  const proceed = page.getByRole('button', { name: /^(Continue to second factor|Create account)$/ });
  const asksFactor = (await proceed.textContent())?.includes('second factor') ?? false;
  await proceed.click();
  if (asksFactor) {
    await chooseAuthenticator(page);
    const uri = new URL(await qrText(page.getByAltText('QR code for your authenticator')));
    const setupKey = page.getByRole('group', { name: 'Setup key' });
    expect(await setupKey.locator('code').textContent()).toBe(uri.searchParams.get('secret'));
    account.totp = { secret: uri.searchParams.get('secret') ?? '', lastStep: 0 };
    await page.getByLabel('Code', { exact: true }).fill(await nextCode(account));
    await page.getByRole('button', { name: 'Create account' }).click();
  }
  await page.getByRole('button', { name: 'Open the console' }).click();
  await consoleIsOpen(page);
  return account;
}

/** The same if the cluster requires a hardware key. Uses the virtual key that is plugged into the page. */
export async function acceptWithKey(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Set up account' }).click();
  await page.getByLabel('Password', { exact: true }).fill(DEFAULT_PASSWORD);
  await page.getByLabel('Password again', { exact: true }).fill(DEFAULT_PASSWORD);
  await page.getByRole('button', { name: 'Continue to second factor' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await consoleIsOpen(page);
}

/** An invitation link for a new account. The user who is signed in on this page creates it. */
export async function inviteLink(page: Page, name: string, roles: readonly string[]): Promise<string> {
  const tokenId = await page.evaluate(
    async ([user, granted]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('grv_teleport_token') ?? '{}') as { accessToken: string };
      const post = async (path: string, body: object) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` };
        const answer = await fetch(`/v1/webapi/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as { tokenId: string };
      };
      await post('users', { name: user, roles: granted, traits: {} });
      return (await post('users/password/token', { name: user, type: 'invite' })).tokenId;
    },
    [name, roles] as const,
  );
  return `/web/invite/${tokenId}`;
}

/** If the cluster offers a choice, the page preselects the hardware key. */
export async function chooseAuthenticator(page: Page): Promise<void> {
  const choice = page.getByLabel('Second factor');
  const code = page.getByLabel('Code', { exact: true });
  await choice.or(code).first().waitFor();
  if (!(await choice.isVisible())) return;
  const radio = choice.getByRole('radio', { name: 'Authenticator' });
  if ((await radio.count()) > 0) await radio.check({ force: true });
  else await choice.selectOption('otp');
}

/** Fills the login form that the page shows and sends it. */
export async function fillLogin(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Username').fill(account.user);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  if (account.totp) {
    await chooseAuthenticator(page);
    await page.getByLabel('Code', { exact: true }).fill(await nextCode(account));
  }
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Goes from the login page to the page at `path`, which has the console's frame. */
export async function signIn(page: Page, account: Account, path = '/web'): Promise<void> {
  await page.goto(path);
  await page.waitForURL('**/web/login*');
  await fillLogin(page, account);
  await consoleIsOpen(page);
}

/** Resolves when the frame is shown. */
export const consoleIsOpen = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /user menu$/ }).waitFor({ timeout: 30_000 });
