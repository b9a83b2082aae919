// New passwords: long enough, and not in the list of common passwords (L8).
import { afterEach, describe, expect, test } from 'vitest';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const messageOf = ({ json }: Answer) => (json as { error?: { message: string } }).error?.message;
const TOO_COMMON = 'password is too common: choose one that is harder to guess';

let gateway: InProcess;
let admin: ApiClient;
const start = async (auth: FileConfig['auth'] = {}) => {
  gateway = await startInProcess({ auth: { second_factor: 'off', ...auth } });
  admin = await gateway.admin();
};
afterEach(() => gateway.stop());

const change = (browser: ApiClient, next: string) =>
  browser.call('PUT', 'users/password', { old_password: base64(PASSWORD), new_password: base64(next) });
async function complete(name: string, password: string): Promise<Answer> {
  const token = await admin.invite(name, ['access']);
  const browser = gateway.client();
  await browser.openPage();
  const path = '/v1/webapi/users/password/token';
  return browser.send({ method: 'PUT', path, headers: browser.signedIn, body: { token, password: base64(password) } });
}

describe('L8: a new password', () => {
  test.each([
    ['abcde', 'password is too short, min length is 6'],
    ['kZr8!w', 'password is too short, min length is 12'],
    ['kZr8!wq02Lp', 'password is too short, min length is 12'],
    // Twelve bytes, but four characters.
    ['\u{1f600}\u{1f601}\u{1f602}\u{1f603}', 'password is too short, min length is 12'],
    ['kZr8!wq02Lpx', undefined],
  ])('%s results in the message: %s', async (password, message) => {
    await start();
    expect(messageOf(await complete('bob', password))).toBe(message);
    expect(messageOf(await change(admin, password))).toBe(message);
  });

  test.each([
    'password1234',
    'Password123!',
    'P@ssw0rd!2024',
    'passwordpassword',
    'qwertyuiop123',
    '1q2w3e4r1q2w3e4r',
    '123456789012',
    '111111111111',
    'abcabcabcabc',
    'iloveyou1234',
    'Welcome2024!!',
    'administrator',
    'changeme-changeme',
    'Teleport-2026-Admin',
    'asdfghjklzxcvbnm',
    'qazwsxedc123',
    'correcthorsebatterystaple',
    'xx-otto-bauer-99',
    'OTTO-BAUER-is-me',
  ])('%s is refused as a common password', async (password) => {
    await start();
    expect(messageOf(await complete('otto-bauer', password))).toBe(TOO_COMMON);
  });

  test.each(['Contract-pass-1', 'correct horse', 'correct horse battery', 'tiger orbit velvet', '902-184-771-3056'])(
    '%s is accepted',
    async (password) => {
      await start();
      expect((await complete('otto-bauer', password)).status).toBe(200);
    },
  );

  test('must have the minimum length of gateway.yaml, which the console receives', async () => {
    await start({ password_min: 6 });
    expect((await complete('bob', 'kZr8!w')).status).toBe(200);
    const script = await admin.send({ method: 'GET', path: '/web/config.js' });
    expect(script.text).toContain('"passwordMin":6');
  });

  test('must have the minimum length only at the next change: users with a shorter one can sign in', async () => {
    await start({ password_min: 6 });
    await complete('bob', 'kZr8!w');
    await gateway.app.reload({
      ...gateway.app.gateway.config.get(),
      auth: { ...gateway.app.gateway.config.get().auth, passwordMin: 12 },
    });
    const browser = gateway.client();
    await browser.openPage('/web/login');
    expect((await browser.signIn('bob', 'kZr8!w')).status).toBe(200);
  });
});

test('L8: the check of a long password takes no longer than that of a short one', async () => {
  await start();
  const { isCommonPassword } = await import('../../gateway/identity/commonPasswords.ts');
  const started = performance.now();
  for (const piece of ['pass', 'word', 'qwe', '0', 'abc!', 'p@'])
    isCommonPassword(`${piece.repeat(64).slice(0, 127)}\u{1f600}`.slice(0, 128));
  expect(performance.now() - started).toBeLessThan(100);
});

test('L11: the session cookie is not sent with requests of other sites', async () => {
  gateway = await startInProcess();
  const browser = gateway.client();
  await browser.accept(gateway.app.inviteLink?.split('/').at(-1) ?? '', PASSWORD);
  const answer = await browser.signIn('admin', PASSWORD);
  const cookie = answer.headers['set-cookie']?.find((line) => line.startsWith('__Host-session='));
  expect(cookie).toMatch(/^__Host-session=[0-9a-f]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
