import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED_JSON, stubKeys, untilAborted } from '../../../tests/support/keyCeremony.ts';
import { toConfig } from '../../api/config.ts';
import type { WebConfigJson } from '../../wire/config.ts';
import LoginPage from './LoginPage.tsx';

const fetched = vi.fn<typeof fetch>();
const signedIn = vi.fn();
const challenge = { challenge: 'AAAA', timeout: 300_000, rpId: 'localhost' };
const server = {
  begin: () => Response.json({ webauthn_challenge: { publicKey: challenge }, totp_challenge: false }),
  finish: () => Response.json({ type: 'Bearer', token: 't', expires_in: 600, sessionExpires: '' }),
};

const open = (auth: Partial<WebConfigJson['auth']>) => {
  vi.stubGlobal('fetch', fetched);
  server.begin = () => Response.json({ webauthn_challenge: { publicKey: challenge }, totp_challenge: false });
  server.finish = () => Response.json({ type: 'Bearer', token: 't', expires_in: 600, sessionExpires: '' });
  fetched.mockImplementation(async (path) =>
    (path as string).endsWith('mfa/login/begin') ? server.begin() : server.finish(),
  );
  render(
    <StrictMode>
      <LoginPage
        config={toConfig({ auth })}
        entry="http://localhost/web"
        onSignedIn={signedIn}
        onReset={() => undefined}
      />
    </StrictMode>,
  );
};
const sent = () =>
  fetched.mock.calls.map(([path, init]) => [
    (path as string).replace('/v1/webapi/', ''),
    JSON.parse(init?.body as string),
  ]);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fillIn = async () => {
  await userEvent.type(screen.getByLabelText('Username'), 'mara');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetched.mockReset();
  signedIn.mockReset();
});

test('requests a hardware key after the password', async () => {
  const { get } = stubKeys();
  open({ second_factor: 'on' });
  await fillIn();
  await press('Sign in');
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual([
    ['mfa/login/begin', { passwordless: false, user: 'mara', pass: 'correct horse' }],
    ['mfa/login/finishsession', { user: 'mara', webauthnAssertionResponse: SIGNED_JSON }],
  ]);
  expect(get.mock.lastCall?.[0].publicKey).toMatchObject({ rpId: 'localhost' });
});

test('cancelling the wait for a key restores the form without an error', async () => {
  const { get } = stubKeys();
  get.mockImplementation(untilAborted);
  open({ second_factor: 'webauthn' });
  await fillIn();
  await press('Sign in');
  expect(await screen.findByText('Waiting for your security key')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Waiting for your security key')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBe(document.activeElement);
  expect(sent()).toHaveLength(1);
});

test('reports a key without an answer and allows a retry', async () => {
  const { get } = stubKeys();
  get.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  open({ second_factor: 'webauthn' });
  await fillIn();
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toMatch(/No key answered\. .*What you typed is kept\.$/);
  await press('Sign in');
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
});

test('reports an account without a key and does not call the browser', async () => {
  const { get } = stubKeys();
  open({ second_factor: 'on' });
  server.begin = () => Response.json({ webauthn_challenge: null, totp_challenge: true });
  await fillIn();
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no hardware key');
  expect(get).not.toHaveBeenCalled();
});

test('reports missing WebAuthn with the specified text and does not send the password', async () => {
  open({ second_factor: 'webauthn', allowPasswordless: true });
  const sentence =
    'this browser does not support Webauthn required for hardware tokens, please try the latest version of Chrome, Firefox or Safari';
  await fillIn();
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  await press('Use a passkey');
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect(fetched).not.toHaveBeenCalled();
});

test('signs in with a passkey without a username', async () => {
  stubKeys();
  open({ second_factor: 'on', allowPasswordless: true });
  await press('Use a passkey');
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual([
    ['mfa/login/begin', { passwordless: true }],
    ['mfa/login/finishsession', { webauthnAssertionResponse: SIGNED_JSON }],
  ]);
});

test('an unknown passkey keeps the other sign-in methods available', async () => {
  stubKeys();
  open({ second_factor: 'on', allowPasswordless: true });
  server.finish = () => Response.json({ error: { message: 'invalid credentials' } }, { status: 403 });
  await press('Use a passkey');
  expect((await screen.findByRole('alert')).textContent).toMatch(/“invalid credentials”.*sign in another way/);
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBe(document.activeElement);
});

test('offers passkeys in autofill after the first interaction and shares the challenge with the button', async () => {
  const { get } = stubKeys({ autofill: true });
  get.mockImplementation(untilAborted);
  open({ second_factor: 'optional', allowPasswordless: true });
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username webauthn');
  expect(fetched).not.toHaveBeenCalled();
  fireEvent.pointerMove(document.body);
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  expect(get.mock.lastCall?.[0]).toMatchObject({ mediation: 'conditional' });
  expect(screen.queryByText('Waiting for your security key')).toBeNull();

  await press('Use a passkey');
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true);
  expect(get.mock.lastCall?.[0].mediation).toBeUndefined();
  expect(sent()).toHaveLength(1);
});

test('renews the autofill challenge before it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3_600_000); // the request limit of the previous test has expired
  const expiry = new AbortController();
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(expiry.signal);
  const { get } = stubKeys({ autofill: true });
  get.mockImplementation(untilAborted);
  open({ second_factor: 'optional', allowPasswordless: true });
  fireEvent.pointerMove(document.body);
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  expect(timeouts).toHaveBeenCalledWith(240_000);
  vi.setSystemTime(Date.now() + 240_000);
  expiry.abort();
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  expect(sent()).toEqual([
    ['mfa/login/begin', { passwordless: true }],
    ['mfa/login/begin', { passwordless: true }],
  ]);
});

test('signs in with a passkey from autofill', async () => {
  const { get } = stubKeys({ autofill: true });
  open({ second_factor: 'optional', allowPasswordless: true });
  fireEvent.keyDown(document.body);
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(get).toHaveBeenCalledOnce();
  expect(sent().at(-1)?.[0]).toBe('mfa/login/finishsession');
});

test('shows passkeys first and focused if the cluster prefers them', () => {
  stubKeys();
  open({ second_factor: 'on', allowPasswordless: true, localConnectorName: 'passwordless' });
  const passkey = screen.getByRole('button', { name: 'Use a passkey' });
  expect(passkey).toBe(document.activeElement);
  const order = passkey.compareDocumentPosition(screen.getByLabelText('Username'));
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('preselects the second factor of the last sign-in in this browser', async () => {
  stubKeys();
  localStorage.setItem('postern_factor', 'otp');
  open({ second_factor: 'on' });
  expect(screen.getByLabelText('Code')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Second factor'), 'Hardware key');
  await fillIn();
  await press('Sign in');
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(localStorage.getItem('postern_factor')).toBe('key');
});

test('warns in Firefox that passkeys may not work', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0');
  open({ second_factor: 'on', allowPasswordless: true });
  expect(screen.getByText(/Firefox cannot use passkeys on every system/)).toBeTruthy();
});
