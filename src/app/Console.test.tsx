import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { idleKeeper } from '../../tests/support/consoleHarness.tsx';
import { call, lockedOut } from '../api/client.ts';
import { lockEnd } from '../api/errors.ts';
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

test('a locked user reads the message of the lock and its end, and can sign out', async () => {
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

test('a lock without message and end is said as what it is', async () => {
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

test('the end of a lock names the day where it is another one', () => {
  const now = new Date(2026, 10, 22, 12, 0);
  expect(lockEnd({ message: '', endsAt: new Date(2026, 10, 22, 14, 57) }, now)).toBe(' until 14:57');
  expect(lockEnd({ message: '', endsAt: new Date(2026, 10, 23, 14, 57) }, now)).toBe(' until 2026-11-23 14:57');
  expect(lockEnd({ message: '', endsAt: undefined }, now)).toBe('');
});
