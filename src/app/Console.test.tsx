import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { idleKeeper } from '../../tests/support/consoleHarness.tsx';
import { call, lockedOut } from '../api/client.ts';
import { ApiError, lockEnd } from '../api/errors.ts';
import { leaving } from '../lib/leaving.ts';
import { saveDraftsWhenLocked } from './Console.tsx';
import { LockGate } from './LockGate.tsx';

afterEach(() => {
  act(() => lockedOut.set(undefined));
  vi.unstubAllGlobals();
});

const refuse = (lock: object) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () =>
      Response.json({ error: { message: 'access denied' }, fields: { 'locked-out': lock } }, { status: 403 }),
    ),
  );
const askServer = () => act(() => call('/v1/webapi/sites/east/nodes').catch(() => undefined));

test('a locked user sees message and end of the lock and can sign out', async () => {
  const { keeper, leave } = idleKeeper();
  render(
    <LockGate keeper={keeper}>
      <p>Servers</p>
    </LockGate>,
  );
  const saved = vi.fn();
  const undo = [leaving.subscribe(saved), saveDraftsWhenLocked()];
  const endsAt = new Date(Date.now() + 60_000);
  refuse({ message: 'Call the help desk', expires: endsAt.toISOString() });
  await askServer();
  expect((await screen.findByRole('heading')).textContent).toBe(`You are locked${lockEnd({ message: '', endsAt })}`);
  expect(screen.getByRole('alert').textContent).toBe('Call the help desk');
  expect(screen.queryByText('Servers')).toBeNull();
  expect(saved).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('signedOut'));
  undo.forEach((off) => off());
});

test('shows a lock without message and end', async () => {
  render(
    <LockGate keeper={idleKeeper().keeper}>
      <p>Servers</p>
    </LockGate>,
  );
  refuse({ message: '' });
  await askServer();
  expect((await screen.findByRole('heading')).textContent).toBe('You are locked');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a sign-out without a network hides the console until the server confirms it', async () => {
  const { keeper, calls, leave } = idleKeeper();
  calls.logout.mockRejectedValueOnce(new ApiError('The server did not answer', 0));
  render(
    <LockGate keeper={keeper}>
      <p>Servers</p>
    </LockGate>,
  );
  const token = { accessToken: 't1', expiresIn: 600, created: Date.now() };
  localStorage.setItem('grv_teleport_token', JSON.stringify(token));
  keeper.start(window);
  act(() => void keeper.signOut());
  expect(await screen.findByRole('heading', { name: 'Signed out here' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/ends your session on the server when the network is back\./);
  expect(screen.queryByText('Servers')).toBeNull();
  expect(leave).not.toHaveBeenCalled();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut'));
  expect(calls.logout).toHaveBeenLastCalledWith('t1');
});

test('without a network a sign-out in another tab hides the console', async () => {
  const { keeper } = idleKeeper();
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <LockGate keeper={keeper}>
      <p>Servers</p>
    </LockGate>,
  );
  act(() => keeper.state.set({ kind: 'ended', why: 'signedOutElsewhere' }));
  expect(await screen.findByRole('heading', { name: 'Signed out in another tab' })).toBeTruthy();
  expect(screen.queryByText('Servers')).toBeNull();
  network.mockRestore();
});

test('the end of a lock has the date unless it is today', () => {
  const now = new Date(2026, 10, 22, 12, 0);
  expect(lockEnd({ message: '', endsAt: new Date(2026, 10, 22, 14, 57) }, now)).toBe(' until 14:57');
  expect(lockEnd({ message: '', endsAt: new Date(2026, 10, 23, 14, 57) }, now)).toBe(' until 2026-11-23 14:57');
  expect(lockEnd({ message: '', endsAt: undefined }, now)).toBe('');
});
