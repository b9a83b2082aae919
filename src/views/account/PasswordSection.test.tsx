import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CHALLENGE, device, deviceServer, renderSection, sentTo } from '../../../tests/support/accountHarness.tsx';
import { SIGNED_JSON, stubKeys, untilAborted } from '../../../tests/support/keyCeremony.ts';
import { Refusal, type Answer } from '../../../tests/support/stubServer.ts';
import { toConfig } from '../../api/config.ts';
import { PASSWORD_SIGNS_OUT, toFeatures, type SecondFactor } from '../../wire/config.ts';
import type { DeviceJson } from '../../wire/webauthn.ts';
import { PasswordSection } from './PasswordSection.tsx';

const phone = device('phone');
const key = device('key', { type: 'WebAuthn' });

const PUT = 'users/password';
const CHECK = 'mfa/authenticatechallenge/password';
/** Types without delays, because no test here depends on timing. */
const user = userEvent.setup({ delay: null });

const lockedOut = vi.fn<() => Promise<unknown>>();

afterEach(() => {
  vi.unstubAllGlobals();
  lockedOut.mockReset();
});

/** Resolves when the devices are loaded, which determine the factors. */
async function open(mode: SecondFactor, own: DeviceJson[], overrides: Record<string, Answer> = {}) {
  const calls = deviceServer(own, {
    [`PUT ${PUT}`]: () => ({ message: 'ok' }),
    [`POST ${CHECK}`]: () => ({ webauthn_challenge: CHALLENGE, totp_challenge: false }),
    ...overrides,
  });
  const { auth, extensions } = toConfig({ auth: { second_factor: mode } });
  renderSection(
    <PasswordSection auth={auth} extensions={extensions} username="mara" hasPassword onLockedOut={lockedOut} />,
  );
  await waitFor(() => expect(sentTo(calls, 'GET', 'mfa/devices')).toHaveLength(1));
  return calls;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const send = () => user.click(screen.getByRole('button', { name: 'Change password' }));
const typePasswords = async (next = 'hunter23', again = next) => {
  await user.type(field('Current password'), 'hunter22');
  await user.type(field('New password'), next);
  await user.type(field('New password again'), again);
};
const SENT = { old_password: 'aHVudGVyMjI=', new_password: 'aHVudGVyMjM=' };

test('changes the password with a code and clears the fields', async () => {
  const calls = await open('otp', [phone]);
  await typePasswords();
  await user.type(await screen.findByLabelText('Code'), '123456');
  await send();
  expect(await screen.findByText('Password changed.')).toBeTruthy();
  expect(sentTo(calls, 'PUT', PUT)).toEqual([{ ...SENT, second_factor_token: '123456' }]);
  for (const label of ['Current password', 'New password', 'New password again', 'Code'])
    expect(field(label).value).toBe('');
});

test('hides the confirmation on the next input', async () => {
  await open('off', []);
  await typePasswords();
  await send();
  await screen.findByText('Password changed.');
  await user.type(field('Current password'), 'x');
  expect(screen.queryByText('Password changed.')).toBeNull();
});

test('changes the password with a signature of a key', async () => {
  stubKeys();
  const calls = await open('webauthn', [key]);
  await typePasswords();
  await send();
  expect(await screen.findByText('Password changed.')).toBeTruthy();
  expect(sentTo(calls, 'POST', CHECK)).toEqual([{ pass: 'hunter22' }]);
  expect(sentTo(calls, 'PUT', PUT)).toEqual([{ ...SENT, webauthnAssertionResponse: SIGNED_JSON }]);
});

test.each<[SecondFactor, DeviceJson[]]>([
  ['off', []],
  ['optional', []],
])('with %s and without devices it asks only for passwords', async (mode, own) => {
  const calls = await open(mode, own);
  await waitFor(() => expect(screen.queryByLabelText('Second factor')).toBeNull());
  await typePasswords();
  await send();
  expect(await screen.findByText('Password changed.')).toBeTruthy();
  expect(sentTo(calls, 'PUT', PUT)).toEqual([SENT]);
});

test('offers a choice between authenticator and key', async () => {
  stubKeys();
  const calls = await open('on', [phone, key]);
  await user.selectOptions(field('Second factor'), 'Authenticator');
  await typePasswords();
  await user.type(field('Code'), '123456');
  await send();
  await screen.findByText('Password changed.');
  expect(sentTo(calls, 'PUT', PUT)).toMatchObject([{ second_factor_token: '123456' }]);
});

test('marks all missing values and sends no request', async () => {
  const calls = await open('otp', [phone]);
  await screen.findByLabelText('Code');
  await send();
  for (const words of ['Type your current password', 'Type the 6 digits', 'At least 6 characters', 'Type it again'])
    expect(screen.getByText(words)).toBeTruthy();
  expect(sentTo(calls, 'PUT', PUT)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')));
});

test('limits the password length in bytes, as the server does', async () => {
  await open('off', []);
  await typePasswords('ж'.repeat(65));
  await send();
  expect(await screen.findByText('Too long: 130 of at most 128 bytes')).toBeTruthy();
});

test('counts the minimum length in characters, not in code units', async () => {
  await open('off', []);
  await typePasswords('😀'.repeat(5));
  await screen.findByText('At least 6 characters. 5 typed');
});

test('reports a wrong current password', async () => {
  await open('off', [], { [`PUT ${PUT}`]: () => new Refusal(403, 'invalid username or password') });
  await typePasswords();
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The current password is wrong\. What you typed is kept/,
  );
});

test('keeps the entered values after an error', async () => {
  await open('otp', [phone], { [`PUT ${PUT}`]: () => new Refusal(403, 'invalid one time token') });
  await typePasswords();
  await user.type(await screen.findByLabelText('Code'), '123456');
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The password was not changed\..*403: “invalid one time token”\. What you typed is kept\. .*use the next one\./,
  );
  expect(field('New password').value).toBe('hunter23');
});

test('reports an unknown outcome when the answer was lost', async () => {
  await open('off', [], { [`PUT ${PUT}`]: () => new Refusal(504, 'timeout') });
  await typePasswords();
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /It is unknown whether the password was changed\..*504: “timeout”/,
  );
});

test('reports a wrong current password before it asks for a key', async () => {
  const keys = stubKeys();
  await open('webauthn', [key], { [`POST ${CHECK}`]: () => new Refusal(400, 'invalid password') });
  await typePasswords();
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/“invalid password”/);
  expect(keys.get).not.toHaveBeenCalled();
  expect(lockedOut).not.toHaveBeenCalled();
});

test('explains a lockout while the session is still valid and keeps the entered values', async () => {
  const keys = stubKeys();
  lockedOut.mockResolvedValue(false);
  const words = 'too many incorrect attempts, please try again later';
  await open('webauthn', [key], { [`POST ${CHECK}`]: () => new Refusal(403, words) });
  await typePasswords();
  await send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/too many incorrect attempts.*What you typed is kept/);
  expect(lockedOut).toHaveBeenCalledOnce();
  expect(field('New password').value).toBe('hunter23');
  expect(keys.get).not.toHaveBeenCalled();
});

test('shows no error after a lockout until the session state is known', async () => {
  stubKeys();
  lockedOut.mockReturnValue(new Promise(() => undefined));
  await open('webauthn', [key], { [`POST ${CHECK}`]: () => new Refusal(403, 'access denied') });
  await typePasswords();
  await send();
  await waitFor(() => expect(lockedOut).toHaveBeenCalledOnce());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('cancels waiting for a key', async () => {
  const keys = stubKeys();
  keys.get.mockImplementation(untilAborted);
  const calls = await open('webauthn', [key]);
  await typePasswords();
  await send();
  await screen.findByText('Waiting for your security key');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Waiting for your security key')).toBeNull());
  expect(sentTo(calls, 'PUT', PUT)).toEqual([]);
  expect(field('New password').value).toBe('hunter23');
});

test.each([
  [{}, 'At least 6 characters', 'Your other sign-ins stay open until they expire.'],
  [
    { features: toFeatures([PASSWORD_SIGNS_OUT]), passwordMin: 12 },
    'At least 12 characters',
    'You stay signed in here, and are signed out everywhere else.',
  ],
])('follows the configuration of the server: %j', async (postern, length, others) => {
  deviceServer([]);
  const { auth, extensions } = toConfig({ auth: { second_factor: 'off' }, ...('features' in postern && { postern }) });
  renderSection(
    <PasswordSection auth={auth} extensions={extensions} username="mara" hasPassword onLockedOut={lockedOut} />,
  );
  expect(await screen.findByText(length)).toBeTruthy();
  expect(screen.getByText(others)).toBeTruthy();
  await typePasswords('kZr8!wq02Lp');
  await send();
  if (auth.passwordMin === 12) expect(field('New password').getAttribute('aria-invalid')).toBe('true');
});
