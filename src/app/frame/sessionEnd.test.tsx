import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '../../../tests/support/consoleHarness.tsx';
import type * as Behaviour from '../../api/serverBehaviour.ts';
import { closeOverlay } from '../frameState.ts';
import { EndBand } from './EndBand.tsx';
import { IdleBand } from './IdleBand.tsx';
import { SessionFoot } from './SessionFoot.tsx';
import { SignInOverlay } from '../Overlays.tsx';

// The texts for a gateway, which stops commands. serverBehaviour.test.ts has those for a cluster.
vi.mock('../../api/serverBehaviour.ts', async (original) => {
  const [actual, { COMMANDS_STOP }] = await Promise.all([original<typeof Behaviour>(), import('../../wire/config.ts')]);
  return { ...actual, serverBehaviour: actual.toServerBehaviour([COMMANDS_STOP]) };
});

const MINUTE_MS = 60_000;
const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);

afterEach(() => {
  act(closeOverlay);
  fetched.mockReset();
});

const foot = (endsInMs: number | undefined) => {
  const console = renderInConsole((environment) => (
    <>
      <SessionFoot rail={false} />
      <SignInOverlay {...environment} />
    </>
  ));
  const endsAtMs = endsInMs === undefined ? undefined : Date.now() + endsInMs;
  act(() => console.keeper.state.set({ kind: 'signedIn', endsAtMs }));
  return console;
};

test('shows nothing before the end of the sign-in is known', () => {
  foot(undefined);
  expect(screen.queryByText(/Signed in until/)).toBeNull();
});

test('shows the time of a distant end', () => {
  foot(60 * MINUTE_MS);
  expect(screen.getByText(/^Signed in until \d\d:\d\d$/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('counts down near the end and offers to sign in again in a dialog', async () => {
  foot(4 * MINUTE_MS);
  await userEvent.click(screen.getByRole('button', { name: /^Sign-in ends in (4 m|3 m 59 s)\. Sign in again$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again as mara' });
  expect(screen.getByLabelText<HTMLInputElement>('Username').readOnly).toBe(true);
  expect(dialog.textContent).toContain('Running commands, queries and desktop sessions end with the earlier sign-in.');
  fetched.mockResolvedValue(Response.json({ token: 't2', expires_in: 600 }));
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(screen.getByRole('status').textContent).toContain('Signed in again');
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toMatchObject({ user: 'mara', pass: 'correct horse' });
});

test('a single sign-on user gets a link to the login page and back', async () => {
  const console = renderInConsole(
    (environment) => (
      <>
        <SessionFoot rail={false} />
        <SignInOverlay {...environment} />
      </>
    ),
    { user: { authType: 'sso' } },
  );
  act(() => console.keeper.state.set({ kind: 'signedIn', endsAtMs: Date.now() + MINUTE_MS }));
  await userEvent.click(screen.getByRole('button', { name: /Sign in again/ }));
  expect((await screen.findByRole('link', { name: 'Go to the login page' })).getAttribute('href')).toMatch(
    /^\/web\/login/,
  );
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByRole('dialog').textContent).toContain('Running commands, queries and desktop sessions end.');
});

test('a single sign-on user with open terminals signs in again in a new tab', async () => {
  const console = renderInConsole(
    (environment) => (
      <>
        <SessionFoot rail={false} />
        <SignInOverlay {...environment} onSignedIn={() => undefined} />
      </>
    ),
    { user: { authType: 'sso' } },
  );
  act(() => console.keeper.state.set({ kind: 'signedIn', endsAtMs: Date.now() + MINUTE_MS }));
  await userEvent.click(screen.getByRole('button', { name: /Sign in again/ }));
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Go to the login page' });
  expect([link.target, link.getAttribute('href')]).toEqual(['_blank', '/web/login']);
  expect(screen.getByRole('dialog').textContent).toContain('Reload this page after you have signed in there');
});

const idle = () => {
  const console = renderInConsole(({ keeper }) => <IdleBand keeper={keeper}>What ends ends.</IdleBand>);
  act(() => console.keeper.state.set({ kind: 'idle', endsAtMs: undefined, signsOutAtMs: Date.now() + MINUTE_MS }));
  return console;
};

test('a banner warns a minute before the inactivity sign-out, without focus, and offers to stay', async () => {
  const { keeper } = idle();
  const before = document.activeElement;
  expect(screen.getByRole('alert').textContent).toMatch(
    /^Signing out at \d\d:\d\d:\d\d. There was no activity. What ends ends./,
  );
  expect(document.activeElement).toBe(before);
  const staySignedIn = vi.spyOn(keeper, 'staySignedIn');
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(staySignedIn).toHaveBeenCalledOnce();
});

test('after activity the banner stays briefly and then disappears', () => {
  vi.useFakeTimers();
  const { keeper } = idle();
  act(() => keeper.state.set({ kind: 'signedIn', endsAtMs: undefined }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('You stay signed in')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(4000));
  expect(screen.queryByText('You stay signed in')).toBeNull();
  vi.useRealTimers();
});

test('the banner stays while the pointer is on it', () => {
  vi.useFakeTimers();
  const { keeper } = idle();
  const band = screen.getByRole('alert');
  fireEvent.pointerEnter(band.parentElement!, { pointerType: 'mouse' });
  act(() => keeper.state.set({ kind: 'signedIn', endsAtMs: undefined }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText('You stay signed in')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText('You stay signed in').parentElement!);
  act(() => void vi.advanceTimersByTime(4000));
  expect(screen.queryByText('You stay signed in')).toBeNull();
  vi.useRealTimers();
});

test('a banner warns in the last minute of a sign-in, offers to sign in again and can be hidden', async () => {
  const { keeper } = renderInConsole((environment) => (
    <>
      <EndBand keeper={environment.keeper}>Unsaved text is kept as a draft.</EndBand>
      <SignInOverlay {...environment} />
    </>
  ));
  act(() => keeper.state.set({ kind: 'signedIn', endsAtMs: Date.now() + 2 * MINUTE_MS }));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => keeper.state.set({ kind: 'signedIn', endsAtMs: Date.now() + 50_000 }));
  expect(screen.getByRole('alert').textContent).toMatch(/^Your sign-in ends at \d\d:\d\d:\d\d. Unsaved text is kept/);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await screen.findByRole('dialog', { name: 'Sign in again as mara' });
  expect(screen.queryByText(/Your sign-in ends at/)).toBeNull();
  act(closeOverlay);
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText(/Your sign-in ends at/)).toBeNull();
});

test('a user with only passkeys signs in again with a passkey and without a password', async () => {
  const { keeper } = renderInConsole(
    (environment) => (
      <>
        <SessionFoot rail={false} />
        <SignInOverlay {...environment} />
      </>
    ),
    { user: { hasPassword: false }, config: { auth: { second_factor: 'on', allowPasswordless: true } } },
  );
  act(() => keeper.state.set({ kind: 'signedIn', endsAtMs: Date.now() + MINUTE_MS }));
  await userEvent.click(screen.getByRole('button', { name: /Sign in again/ }));
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('signing out from the banner opens a login page without a return address', async () => {
  const { calls, leave } = idle();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut'));
  expect(calls.logout).toHaveBeenCalledOnce();
  expect(screen.queryByText('You stay signed in')).toBeNull();
});
