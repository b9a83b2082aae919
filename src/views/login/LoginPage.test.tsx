import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toConfig } from '../../api/config.ts';
import type { WebConfigJson } from '../../wire/config.ts';
import LoginPage from './LoginPage.tsx';

const fetched = vi.fn<typeof fetch>();
const answers = (status: number, body: object) => fetched.mockResolvedValue(Response.json(body, { status }));
const sent = () => JSON.parse(fetched.mock.lastCall?.[1]?.body as string);
const signedIn = vi.fn();

const reset = vi.fn<(tokenId: string) => void>();

type Opening = { ending?: string; isSignedIn?: boolean; features?: string[] };
const open = (auth: Partial<WebConfigJson['auth']> = {}, { ending, isSignedIn, features = [] }: Opening = {}) => {
  vi.stubGlobal('fetch', fetched);
  const config = toConfig({
    auth: { second_factor: 'otp', ...auth },
    proxyCluster: 'east.example.test',
    postern: { features },
  });
  render(
    <LoginPage
      config={config}
      ending={ending}
      isSignedIn={isSignedIn}
      entry="http://localhost/web/users"
      onSignedIn={signedIn}
      onReset={reset}
    />,
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

test('says what is missing before it asks the server, and takes it back while one types', async () => {
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

test('a refusal keeps what was typed and quotes the server', async () => {
  answers(403, { error: { message: 'invalid credentials' } });
  open();
  await fillIn();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('“invalid credentials”');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
  expect(signedIn).not.toHaveBeenCalled();
});

test('silence is told as silence', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  open();
  await fillIn();
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('The server did not answer');
});

test('a second press while it runs asks nothing again', async () => {
  fetched.mockReturnValue(new Promise(() => undefined));
  open();
  await fillIn();
  await submit();
  await userEvent.click(screen.getByRole('button', { name: 'Signing in' }));
  await userEvent.type(screen.getByLabelText('Code'), '{Enter}');
  expect(fetched).toHaveBeenCalledOnce();
});

test('with an optional factor one may choose none; the code and the marks go', async () => {
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

test('without second factors there is no choice and no code', () => {
  open({ second_factor: 'off' });
  expect(screen.queryByLabelText('Second factor')).toBeNull();
  expect(screen.queryByLabelText('Code')).toBeNull();
});

test('the message of the day is acknowledged first', async () => {
  open({ motd: 'Production freeze\n\nSessions are recorded.' });
  expect(screen.getByText('Production freeze')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge and continue' }));
  expect(screen.getByLabelText('Username')).toBe(document.activeElement);
});

test('a sign-in that fails on the key policy shows the policy', async () => {
  answers(400, { error: { message: 'private key policy not met: hardware_key' } });
  open();
  await fillIn();
  await submit();
  expect(await screen.findByRole('heading', { name: 'Signing in from the web is off' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('without any way in it says so', () => {
  open({ localAuthEnabled: false });
  expect(screen.getByRole('heading', { name: 'Login has not been enabled' })).toBeTruthy();
});

test('says why the session before has ended', () => {
  open({}, { ending: 'inactive' });
  expect(screen.getByText('You were signed out after a time without activity.')).toBeTruthy();
});

test('unknown reasons say nothing', () => {
  open({}, { ending: 'toString' });
  expect(screen.queryByText(/has ended|no longer|signed out/)).toBeNull();
});
