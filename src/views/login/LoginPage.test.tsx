import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toConfig } from '../../api/config.ts';
import { STORAGE } from '../../lib/storage.ts';
import { toFeatures, type WebConfigJson } from '../../wire/config.ts';
import LoginPage from './LoginPage.tsx';

const fetched = vi.fn<typeof fetch>();
const answers = (status: number, body: object) => fetched.mockResolvedValue(Response.json(body, { status }));
const sent = () => JSON.parse(fetched.mock.lastCall?.[1]?.body as string);
const signedIn = vi.fn();

const reset = vi.fn<(tokenId: string) => void>();

type Opening = { ending?: string; isSignedIn?: boolean; features?: string[] };
const open = (auth: Partial<WebConfigJson['auth']> = {}, { features = [], ...how }: Opening = {}) => {
  vi.stubGlobal('fetch', fetched);
  const config = toConfig({
    auth: { second_factor: 'otp', ...auth },
    proxyCluster: 'east.example.test',
    postern: { features: toFeatures(features) },
  });
  render(
    <LoginPage {...how} config={config} entry="http://localhost/web/users" onSignedIn={signedIn} onReset={reset} />,
  );
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
const fillIn = async (code = '418229') => {
  await userEvent.type(screen.getByLabelText('Username'), 'mara');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  if (code) await userEvent.type(screen.getByLabelText('Code'), code);
};

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  signedIn.mockReset();
  reset.mockReset();
  localStorage.clear();
  history.replaceState(null, '');
});

test('signs in with password and code', async () => {
  answers(200, { type: 'Bearer', token: 't', expires_in: 600, sessionExpires: '', sessionInactiveTimeout: 0 });
  open();
  expect(screen.getByLabelText('Username')).toBe(document.activeElement);
  await fillIn('418 229');
  await submit();
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(sent()).toEqual({ user: 'mara', pass: 'correct horse', second_factor_token: '418229' });
});

test('shows missing values without a request and removes the errors during typing', async () => {
  open();
  await submit();
  expect(screen.getByText('Type your username')).toBeTruthy();
  expect(screen.getByText('Type your password')).toBeTruthy();
  expect(screen.getByText('Type the 6 digits')).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Username')).toBe(document.activeElement));
  await userEvent.type(screen.getByLabelText('Username'), 'mara');
  expect(screen.queryByText('Type your username')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('an error keeps the entered values and quotes the server', async () => {
  answers(403, { error: { message: 'invalid credentials' } });
  open();
  await fillIn();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('“invalid credentials”');
  // A page whose anti-forgery value another tab has replaced gets the same status.
  expect(screen.getByRole('alert').textContent).toContain('If all of them are right, load this page again');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
  expect(signedIn).not.toHaveBeenCalled();
});

test.each([
  ['the device that was used', { device: true }, 'This device is locked. Use another device. Stolen laptop'],
  ['the user or a role', {}, 'A lock keeps you out. Stolen laptop'],
])('reports a lock on %s', async (_what, more, words) => {
  const lock = { message: 'Stolen laptop', ...more };
  answers(403, { error: { message: 'invalid credentials' }, fields: { 'locked-out': lock } });
  open();
  await fillIn();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain(words);
});

test('reports a server that does not answer', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  await fillIn();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('The server did not answer');
});

test('ignores a second submit during the request', async () => {
  fetched.mockReturnValue(new Promise(() => undefined));
  open();
  await fillIn();
  await submit();
  await userEvent.click(screen.getByRole('button', { name: 'Signing in' }));
  await userEvent.type(screen.getByLabelText('Code'), '{Enter}');
  expect(fetched).toHaveBeenCalledOnce();
});

test('an optional second factor can be none, which hides the code and the errors', async () => {
  answers(200, {});
  open({ second_factor: 'optional' });
  await submit();
  await userEvent.selectOptions(screen.getByLabelText('Second factor'), 'None');
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(screen.queryByText('Type your username')).toBeNull();
  await fillIn('');
  await submit();
  expect(sent()).toMatchObject({ second_factor_token: '' });
});

test('selects a rejected password so that typing replaces it', async () => {
  answers(403, { error: { message: 'invalid credentials' } });
  open({ second_factor: 'off' });
  await fillIn('');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('alert');
  await userEvent.keyboard('battery staple{Enter}');
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(sent()).toMatchObject({ pass: 'battery staple' });
});

test('shows no second factor and no code without second factors', () => {
  open({ second_factor: 'off' });
  expect(screen.queryByLabelText('Second factor')).toBeNull();
  expect(screen.queryByLabelText('Code')).toBeNull();
});

test('shows the message of the day first', async () => {
  open({ motd: 'Production freeze\n\nSessions are recorded.' });
  expect(screen.getByText('Production freeze')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge and continue' }));
  expect(screen.getByLabelText('Username')).toBe(document.activeElement);
});

test('a sign-in rejected by the key policy shows the policy', async () => {
  answers(400, { error: { message: 'private key policy not met: hardware_key' } });
  open();
  await fillIn();
  await submit();
  expect(await screen.findByRole('heading', { name: 'Sign-in from the web is turned off' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('reports a cluster without sign-in methods', () => {
  open({ localAuthEnabled: false });
  expect(screen.getByRole('heading', { name: 'Login has not been enabled' })).toBeTruthy();
});

test('shows why the previous session ended', () => {
  open({}, { ending: 'inactive' });
  expect(screen.getByText('You were signed out after a time without activity.')).toBeTruthy();
});

test('ignores unknown reasons', () => {
  open({}, { ending: 'toString' });
  expect(screen.queryByText(/has ended|no longer|signed out/)).toBeNull();
});

const template = (kind: string) => `/v1/webapi/${kind}/login/web?connector_id=:providerName&redirect_url=:redirect`;
const providers = [
  { name: 'corvid', displayName: 'Corvid SSO', type: 'oidc', url: template('oidc') },
  { name: 'gh', type: 'github', url: template('github') },
] as const;

test('lists providers in order with links back to the requested page', () => {
  open({ providers: [...providers] });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Continue with Corvid SSO', 'Continue with gh']);
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/v1/webapi/oidc/login/web?connector_id=corvid&redirect_url=http%3A%2F%2Flocalhost%2Fweb%2Fusers',
    '/v1/webapi/github/login/web?connector_id=gh&redirect_url=http%3A%2F%2Flocalhost%2Fweb%2Fusers',
  ]);
});

test('a provider without an address has no link', () => {
  open({ providers: [...providers, { type: 'github', name: 'new', url: '' }] });
  expect(screen.getAllByRole('link', { name: /^Continue with/ })).toHaveLength(providers.length);
});

test('without local accounts it shows only providers and focuses the first', () => {
  open({ providers: [...providers], localAuthEnabled: false, allowPasswordless: true }, { features: ['recovery'] });
  expect(screen.queryByLabelText('Username')).toBeNull();
  expect(screen.queryByRole('button', { name: /passkey|Lost/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue with Corvid SSO' })).toBe(document.activeElement);
});

test('shows a preferred provider before the form', () => {
  open({ providers: [...providers], authType: 'oidc' });
  const order = screen.getAllByRole('link')[0]?.compareDocumentPosition(screen.getByLabelText('Username'));
  expect((order ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a signed-in user can open the console', () => {
  open({}, { isSignedIn: true });
  const link = screen.getByRole('link', { name: 'Open the console' });
  expect(link.getAttribute('href')).toBe('http://localhost/web/users');
});

test('does not offer the console after the console rejected the session', () => {
  open({}, { isSignedIn: true, ending: 'expired' });
  expect(screen.getByText('Your sign-in has ended.')).toBeTruthy();
  // A message to Assist that was not sent is lost with the sign-in.
  expect(screen.getByText(/Unsaved documents are kept as drafts\.$/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
});

test('offers the console after a sign-in in another tab, until the sign-out', async () => {
  open({}, { ending: 'expired' });
  const inOtherTab = (token?: object) => {
    if (token) localStorage.setItem(STORAGE.token, JSON.stringify(token));
    else localStorage.removeItem(STORAGE.token);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: STORAGE.token })));
  };
  inOtherTab({ accessToken: 't', expiresIn: 600, created: Date.now() });
  expect(screen.getByRole('link', { name: 'Open the console' })).toBeTruthy();
  expect(screen.queryByText('Your sign-in has ended.')).toBeNull();
  inOtherTab();
  expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
  // An expired token offers no link.
  inOtherTab({ accessToken: 't', expiresIn: 600, created: Date.now() - 700_000 });
  expect(screen.queryByRole('link', { name: 'Open the console' })).toBeNull();
});

test('focuses the field to correct after an error', async () => {
  answers(403, { error: { message: 'invalid credentials' } });
  open();
  await fillIn();
  await submit();
  await screen.findByRole('alert');
  expect(screen.getByLabelText('Code')).toBe(document.activeElement);
});

test('does not offer recovery codes if the server has no recovery', () => {
  open();
  expect(screen.queryByRole('button', { name: 'Lost your password or device?' })).toBeNull();
});

async function fillInRecovery() {
  answers(200, { tokenId: 'abc' });
  open({}, { features: ['recovery'] });
  await userEvent.click(screen.getByRole('button', { name: 'Lost your password or device?' }));
  await userEvent.type(await screen.findByLabelText('Username'), ' mara');
  await userEvent.type(screen.getByLabelText('Recovery code'), 'tele-brisk-onyx ');
}

test('a recovery code opens the reset link', async () => {
  await fillInRecovery();
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(reset).toHaveBeenCalledWith('abc'));
  expect(fetched.mock.lastCall?.[0]).toBe('/v1/webapi/postern/recovery');
  expect(sent()).toEqual({ user: 'mara', code: 'tele-brisk-onyx', pass: 'correct horse' });
});

test('a recovery code with a second factor replaces a forgotten password', async () => {
  await fillInRecovery();
  await userEvent.selectOptions(screen.getByLabelText('Confirm with'), 'Authenticator');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Type the 6 digits')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Authenticator code'), '418229');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(reset).toHaveBeenCalledWith('abc'));
  expect(sent()).toEqual({ user: 'mara', code: 'tele-brisk-onyx', second_factor_token: '418229' });
});

test('a wrong recovery code is reported and kept, and the user can return to sign-in', async () => {
  answers(403, { error: { message: 'invalid credentials' } });
  open({}, { features: ['recovery'] });
  await userEvent.click(screen.getByRole('button', { name: 'Lost your password or device?' }));
  const code = await screen.findByLabelText<HTMLInputElement>('Recovery code');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Type one of your recovery codes')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Username'), 'mara');
  await userEvent.type(code, 'tele-wrong');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toContain('“invalid credentials”');
  expect(code.value).toBe('tele-wrong');
  expect(code).toBe(document.activeElement);
  await userEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
});

test('browser Back returns from recovery to sign-in, and Forward restores the entered values', async () => {
  open({}, { features: ['recovery'] });
  await userEvent.click(screen.getByRole('button', { name: 'Lost your password or device?' }));
  await userEvent.type(await screen.findByLabelText('Recovery code'), 'tele-brisk-onyx');
  history.back();
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  history.forward();
  expect((await screen.findByLabelText<HTMLInputElement>('Recovery code')).value).toBe('tele-brisk-onyx');
});
