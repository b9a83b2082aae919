import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { device, deviceServer, renderSection, sentTo } from '../../../tests/support/accountHarness.tsx';
import { CREATED_JSON, SIGNED_JSON, stubKeys, untilAborted } from '../../../tests/support/keyCeremony.ts';
import { Refusal } from '../../../tests/support/stubServer.ts';
import { toConfig } from '../../api/config.ts';
import type { SecondFactor } from '../../wire/config.ts';
import { DevicesSection } from './DevicesSection.tsx';

const phone = device('phone', { addedAt: '2024-02-20T10:00:00Z' });
const key = device('blue key', { type: 'WebAuthn' });
const passkey = device('laptop', { type: 'WebAuthn', residentKey: true });

const TOKEN = 'users/privilege/token';
const CHALLENGE = 'mfa/token/token-1/registerchallenge';

/** Types without delays, because no test here depends on timing. */
const user = userEvent.setup({ delay: null });

afterEach(() => vi.unstubAllGlobals());

async function open(mode: SecondFactor = 'on', allowPasswordless = true, hasPassword = true) {
  const { auth } = toConfig({ auth: { second_factor: mode, allowPasswordless } });
  renderSection(<DevicesSection auth={auth} hasPassword={hasPassword} />);
  await screen.findByText(/^\d+ devices?/);
}
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);
const typeCode = (code: string) => user.type(screen.getByLabelText('Code'), code);
async function addSecondFactor(code = '123456'): Promise<void> {
  await press('Add second factor');
  await typeCode(code);
  await press('Continue');
}
async function addPasskey(): Promise<void> {
  await press('Add passkey');
  await press('Continue');
}
async function nameAuthenticator(name: string): Promise<void> {
  await user.type(await screen.findByLabelText('Device name'), name);
  await typeCode('654321');
  await press(`Add ${name}`);
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('lists passkeys and second factors separately, newest first', async () => {
  deviceServer([phone, key, passkey]);
  await open();
  expect(rowsOf('Passkeys')).toEqual([expect.stringMatching(/^laptopHardware key, passwordless/)]);
  expect(rowsOf('Second factors')).toEqual([
    expect.stringMatching(/^blue keyHardware key/),
    expect.stringMatching(/^phoneAuthenticator/),
  ]);
  expect(screen.getByText('3 devices, 1 of them a passkey')).toBeTruthy();
});

test('disables the removal of the last passkey without a password, with the reason', async () => {
  deviceServer([phone, passkey]);
  await open('on', true, false);
  expect(screen.getByRole('button', { name: 'Remove laptop' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/Your account has no password, so without a passkey you could not sign in/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove phone' }).getAttribute('aria-disabled')).not.toBe('true');
});

test('describes devices of single sign-on users as second factors only', async () => {
  deviceServer([phone, passkey]);
  const { auth } = toConfig({ auth: { second_factor: 'optional', allowPasswordless: true } });
  renderSection(<DevicesSection auth={auth} hasPassword isSso />);
  await screen.findByText('You sign in with your identity provider. A passkey here is a second factor.');
  expect(screen.getByText('Requested before sessions and changes that require it.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Remove laptop' }));
  expect(dialog().getByText(/^You can no longer confirm with it/)).toBeTruthy();
});

test('lists all keys as second factors if the server does not report passkeys', async () => {
  const { residentKey: _, ...withoutKind } = key;
  deviceServer([withoutKind]);
  await open();
  expect(screen.getByText(/does not report which keys are passkeys/)).toBeTruthy();
  expect(rowsOf('Second factors')).toHaveLength(1);
  expect(screen.queryByRole('table', { name: 'Passkeys' })).toBeNull();
});

test('adds an authenticator after confirmation with an existing device', async () => {
  const calls = deviceServer([phone]);
  await open();
  await addSecondFactor();
  expect((await screen.findByAltText<HTMLImageElement>('QR code for your authenticator')).src).toMatch(/;base64,cXI=$/);
  await user.type(screen.getByLabelText('Device name'), ' tablet ');
  await typeCode('654321');
  await press('Add tablet');
  await closed();
  expect(await screen.findByRole('rowheader', { name: /^tablet/ })).toBeTruthy();
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([{ secondFactorToken: '123456' }]);
  expect(sentTo(calls, 'POST', CHALLENGE)).toEqual([{ deviceType: 'totp', deviceUsage: 'mfa' }]);
  expect(sentTo(calls, 'POST', 'mfa/devices')).toEqual([
    { tokenId: 'token-1', deviceName: 'tablet', secondFactorToken: '654321' },
  ]);
});

test('adds a passkey after confirmation with a key', async () => {
  const calls = deviceServer([key]);
  stubKeys();
  await open();
  await addPasskey();
  await user.type(await screen.findByLabelText('Device name'), 'fingerprint');
  await press('Add fingerprint');
  await closed();
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([{ webauthnAssertionResponse: SIGNED_JSON }]);
  expect(sentTo(calls, 'POST', CHALLENGE)).toEqual([{ deviceType: 'webauthn', deviceUsage: 'passwordless' }]);
  expect(sentTo(calls, 'POST', 'mfa/authenticatechallenge')).toEqual([{ challenge_scope: 4 }]);
  expect(sentTo(calls, 'POST', 'mfa/devices')).toEqual([
    {
      tokenId: 'token-1',
      deviceName: 'fingerprint',
      webauthnRegisterResponse: CREATED_JSON,
      deviceUsage: 'passwordless',
    },
  ]);
});

test('registers a hardware key for use as a second factor', async () => {
  const calls = deviceServer([phone]);
  stubKeys();
  await open();
  await addSecondFactor();
  await user.click(await screen.findByRole('radio', { name: 'Hardware key' }));
  await user.type(screen.getByLabelText('Device name'), 'spare');
  await press('Add spare');
  await closed();
  expect(sentTo(calls, 'POST', 'mfa/devices')).toMatchObject([{ deviceName: 'spare', deviceUsage: 'mfa' }]);
});

test('shows the server’s error for a rejected code and accepts another one', async () => {
  let refusals = 1;
  const calls = deviceServer([phone], {
    [`POST ${TOKEN}`]: () => (refusals-- > 0 ? new Refusal(403, 'invalid totp token') : 'token-1'),
  });
  await open();
  await addSecondFactor('111111');
  expect(await screen.findByText(/refused this code: “invalid totp token”/)).toBeTruthy();
  await user.clear(screen.getByLabelText('Code'));
  await typeCode('222222');
  await press('Continue');
  await screen.findByLabelText('Device name');
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([{ secondFactorToken: '111111' }, { secondFactorToken: '222222' }]);
});

test('rejects a short code without a request', async () => {
  const calls = deviceServer([phone]);
  await open();
  await addSecondFactor('12345');
  expect(await screen.findByText('Type the 6 digits')).toBeTruthy();
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([]);
});

test('reports a cancelled WebAuthn ceremony and allows a retry', async () => {
  const calls = deviceServer([key]);
  const keys = stubKeys();
  keys.get.mockRejectedValueOnce(new DOMException('not allowed', 'NotAllowedError'));
  await open();
  await addPasskey();
  expect((await screen.findByText('The key was not used.')).parentElement?.textContent).toMatch(
    /cancelled or timed out, or the key is not registered for this account/,
  );
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([]);
  await press('Continue');
  await screen.findByLabelText('Device name');
});

test('reports a key that is not registered for the account', async () => {
  deviceServer([key]);
  stubKeys().get.mockRejectedValueOnce(new DOMException('The object is not usable', 'InvalidStateError'));
  await open();
  await addPasskey();
  expect(await screen.findByText(/This key is not registered for this account/)).toBeTruthy();
});

test('closing the dialog aborts the WebAuthn request', async () => {
  deviceServer([key]);
  const keys = stubKeys();
  keys.get.mockImplementation(untilAborted);
  await open();
  await addPasskey();
  await screen.findByText('Waiting for your security key');
  await press('Cancel');
  await closed();
  expect(keys.get.mock.calls[0]?.[0].signal?.aborted).toBe(true);
});

test('ignores a second submit during the request', async () => {
  let answer: (token: string) => void = () => undefined;
  const calls = deviceServer([phone], {
    [`POST ${TOKEN}`]: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  await open();
  await press('Add second factor');
  await typeCode('123456{Enter}{Enter}');
  await waitFor(() => expect(sentTo(calls, 'POST', TOKEN)).toHaveLength(1));
  answer('token-1');
  await screen.findByLabelText('Device name');
  expect(sentTo(calls, 'POST', TOKEN)).toHaveLength(1);
});

test('offers the authenticator in a browser without WebAuthn', async () => {
  deviceServer([phone, key]);
  await open();
  await press('Remove blue key');
  expect(dialog().getByText('This browser cannot use hardware keys here.')).toBeTruthy();
  expect(dialog().getByLabelText('Code')).toBeTruthy();
});

test('names the missing WebAuthn support if the account has only keys', async () => {
  deviceServer([key, passkey]);
  await open();
  await press('Add second factor');
  expect(dialog().getByRole('button', { name: 'Continue' }).getAttribute('aria-description')).toMatch(
    /does not support Webauthn required for hardware tokens/,
  );
});

test('skips the confirmation for an account without devices', async () => {
  const calls = deviceServer([]);
  await open('optional');
  await press('Add second factor');
  await screen.findByAltText('QR code for your authenticator');
  expect(screen.queryByText('Confirm it is you')).toBeNull();
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([{}]);
});

test('shows an error above the lists and reloads them if the confirmation is required', async () => {
  const calls = deviceServer([], {
    [`POST ${TOKEN}`]: () => new Refusal(400, 'second factor authentication required'),
  });
  await open('optional');
  await press('Add second factor');
  expect((await screen.findByRole('alert')).textContent).toMatch(/“second factor authentication required”/);
  await waitFor(() => expect(sentTo(calls, 'GET', 'mfa/devices')).toHaveLength(2));
});

test('asks for an expired confirmation again and keeps the device name', async () => {
  const calls = deviceServer([phone]);
  await open();
  await addSecondFactor();
  await user.type(await screen.findByLabelText('Device name'), 'tablet');
  await typeCode('654321');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000);
  await press('Add tablet');
  expect(await screen.findByText('The confirmation has expired.')).toBeTruthy();
  expect(sentTo(calls, 'POST', 'mfa/devices')).toEqual([]);
  await typeCode('222222');
  await press('Continue');
  expect((await screen.findByLabelText<HTMLInputElement>('Device name')).value).toBe('tablet');
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
});

test('asks for confirmation again after another tab replaced the token, for an authenticator', async () => {
  deviceServer([phone], { 'POST mfa/devices': () => new Refusal(403, 'invalid token') });
  await open();
  await addSecondFactor();
  await nameAuthenticator('tablet');
  expect(await screen.findByText('The confirmation has expired.')).toBeTruthy();
});

test('asks for confirmation again for a token that the server rejects', async () => {
  deviceServer([key], { [`POST ${CHALLENGE}`]: () => new Refusal(403, 'invalid token') });
  stubKeys();
  await open();
  await addPasskey();
  await user.type(await screen.findByLabelText('Device name'), 'laptop');
  await press('Add laptop');
  expect(await screen.findByText('The confirmation has expired.')).toBeTruthy();
});

test('renews an expired token of an account without devices with one click', async () => {
  const calls = deviceServer([]);
  await open('optional');
  await press('Add second factor');
  await user.type(await screen.findByLabelText('Device name'), 'tablet');
  await typeCode('654321');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 5 * 60_000);
  await press('Add tablet');
  await screen.findByText('The confirmation has expired.');
  await press('Continue');
  expect((await screen.findByLabelText<HTMLInputElement>('Device name')).value).toBe('tablet');
  expect(sentTo(calls, 'POST', TOKEN)).toEqual([{}, {}]);
});

test('rejects a duplicate device name without a request', async () => {
  const calls = deviceServer([phone]);
  await open();
  await addSecondFactor();
  await nameAuthenticator('phone');
  expect(await screen.findByText('You already have a device with this name')).toBeTruthy();
  expect(sentTo(calls, 'POST', 'mfa/devices')).toEqual([]);
});

test('keeps the entered values when the server rejects the device', async () => {
  deviceServer([phone], { 'POST mfa/devices': () => new Refusal(409, 'MFA device with name "tablet" already exists') });
  await open();
  await addSecondFactor();
  await nameAuthenticator('tablet');
  expect((await screen.findByRole('alert')).textContent).toMatch(/was not added.*already exists/);
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('654321');
});

test('offers a retry when the QR code fails to load', async () => {
  let failures = 1;
  const calls = deviceServer([phone], {
    [`POST ${CHALLENGE}`]: () =>
      failures-- > 0 ? new Refusal(500, 'broken') : { webauthn: null, totp: { qrCode: 'cXI=' } },
  });
  await open();
  await addSecondFactor();
  const again = within((await screen.findByText('Could not load the QR code.')).parentElement!).getByRole('button');
  await act(async () => again.click());
  await screen.findByAltText('QR code for your authenticator');
  expect(sentTo(calls, 'POST', CHALLENGE)).toHaveLength(2);
});

test('removes a device after confirmation with a code in the same dialog', async () => {
  const calls = deviceServer([phone, device('old')]);
  await open();
  await press('Remove old');
  expect(dialog().getByText(/1 second factor remains/)).toBeTruthy();
  await typeCode('123456');
  await press('Remove device');
  await closed();
  await waitFor(() => expect(rowsOf('Second factors')).toHaveLength(1));
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('mfa/token/token-1/devices/id-old');
});

test('retries a failed removal without another code', async () => {
  let failures = 1;
  const calls = deviceServer([phone, key], {
    'DELETE mfa/token/token-1/devices/id-phone': () =>
      failures-- > 0 ? new Refusal(500, 'disk full') : { message: 'ok' },
  });
  await open();
  await press('Remove phone');
  await typeCode('123456');
  await press('Remove device');
  expect((await screen.findByRole('alert')).textContent).toMatch(/“disk full”.*without another code/);
  await press('Remove device');
  await closed();
  expect(sentTo(calls, 'POST', TOKEN)).toHaveLength(1);
});

test('asks for confirmation again when it expired during a removal', async () => {
  deviceServer([phone, key], { 'DELETE mfa/token/token-1/devices/id-phone': () => new Refusal(403, 'invalid token') });
  await open();
  await press('Remove phone');
  await typeCode('123456');
  await press('Remove device');
  expect(await screen.findByText('The confirmation has expired.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
});

test.each<[SecondFactor, string]>([
  ['on', 'The last device cannot be removed.'],
  ['otp', 'The last authenticator cannot be removed.'],
])('with %s disables the removal of the last device and shows the reason', async (mode, why) => {
  deviceServer([phone]);
  await open(mode);
  const remove = screen.getByRole('button', { name: 'Remove phone' });
  expect(remove.getAttribute('aria-description')).toBe(why);
  expect(screen.getByText(why)).toBeTruthy();
  await user.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('disables all actions on a cluster without second factors', async () => {
  const calls = deviceServer([phone]);
  await open('off');
  for (const name of ['Add passkey', 'Add second factor', 'Remove phone']) {
    const button = screen.getByRole('button', { name });
    expect(button.getAttribute('aria-description')).toMatch(/does not use second factors/);
    await user.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toHaveLength(1);
});

test('the key N adds a factor, Shift+N adds a passkey, Delete removes the focused device', async () => {
  deviceServer([phone, key]);
  stubKeys();
  await open();
  await user.keyboard('n');
  expect(await screen.findByRole('dialog', { name: 'Add second factor' })).toBeTruthy();
  await press('Close');
  await closed();
  await user.keyboard('{Shift>}N{/Shift}');
  expect(await screen.findByRole('dialog', { name: 'Add passkey' })).toBeTruthy();
  await press('Close');
  await closed();
  screen.getByRole('button', { name: 'Remove phone' }).focus();
  await user.keyboard('{Delete}');
  expect(await screen.findByRole('dialog', { name: 'Remove phone?' })).toBeTruthy();
});

test('reports a device list that failed to load and offers a retry', async () => {
  let failures = 1;
  deviceServer([], { 'GET mfa/devices': () => (failures-- > 0 ? new Refusal(500, 'broken') : [phone]) });
  const { auth } = toConfig({ auth: { second_factor: 'on' } });
  renderSection(<DevicesSection auth={auth} hasPassword />);
  expect((await screen.findByRole('alert')).textContent).toMatch(/Could not load your devices.*“broken”/);
  expect(screen.queryByText(/loading/i)).toBeNull();
  expect(screen.getByText('Not loaded')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('button', { name: 'Remove phone' })).toBeTruthy();
});

async function openNewCodes() {
  const calls = deviceServer([phone], {
    'GET postern/recovery/codes': () => ({ left: 1, created: '2026-03-02T10:00:00Z' }),
    'POST postern/recovery/codes': () => ({ codes: ['tele-a', 'tele-b', 'tele-c'], created: '2026-11-22T10:00:00Z' }),
  });
  const { auth } = toConfig({ auth: { second_factor: 'otp' } });
  const router = renderSection(<DevicesSection auth={auth} hasPassword recoverable="mara" />);
  await screen.findByText(/^1 code left, created/);
  await press('Create new codes');
  await typeCode('123456');
  await user.click(dialog().getByRole('button', { name: 'Create new codes' }));
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2));
  expect(screen.getByText('tele-b')).toBeTruthy();
  return { calls, router };
}

test('creates recovery codes after confirmation and shows them once until acknowledged', async () => {
  const { calls } = await openNewCodes();
  expect(sentTo(calls, 'POST', 'postern/recovery/codes')).toEqual([{ tokenId: 'token-1' }]);
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(true);
  await press('I have saved them, continue');
  await closed();
});

test('closing the dialog with new recovery codes asks for confirmation', async () => {
  await openNewCodes();
  await press('Close');
  await press('Keep codes open');
  expect(screen.getByText('tele-b')).toBeTruthy();
  await user.keyboard('{Escape}');
  await press('Leave');
  await closed();
});

test('navigating back with new recovery codes asks for confirmation', async () => {
  const { router } = await openNewCodes();
  await act(() => router.navigate(-1));
  await press('Keep codes open');
  expect(screen.getByText('tele-b')).toBeTruthy();
  await act(() => router.navigate(-1));
  await press('Leave');
  expect(await screen.findByText('Page before')).toBeTruthy();
});
