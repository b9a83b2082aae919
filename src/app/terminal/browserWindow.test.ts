// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noTransfers } from '../../../tests/support/noTransfers.ts';
import { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { systemClock } from '../../lib/clock.ts';
import { leaving } from '../../lib/leaving.ts';
import { asBefore, followAddress, guardLeaving, watchSleep } from './browserWindow.ts';

const modelAt = (clusterId: string): ConsoleModel =>
  new ConsoleModel(
    { kind: 'blank', clusterId },
    {
      open: () => expect.fail('nothing here connects'),
      explain: () => expect.fail('nothing here connects'),
      pingServer: () => expect.fail('nothing here connects'),
      fetchSessions: async () => [],
      room: () => ({ cols: 80, rows: 24 }),
      loadEmulator: () => expect.fail('nothing here is drawn'),
      transfers: noTransfers,
      clock: systemClock,
    },
  );

test('the address bar follows the active tab without adding history entries', () => {
  const model = modelAt('east');
  const before = history.length;
  followAddress(model);
  model.open({ kind: 'nodes', clusterId: 'east' });
  expect(location.pathname).toBe('/web/cluster/east/console/nodes');
  model.close(model.documents.get().activeId ?? -1);
  expect(location.pathname).toBe('/web/cluster/east/console');
  expect(history.length).toBe(before);
});

test('a history entry keeps the participant mode of a session', () => {
  const here = { kind: 'session', clusterId: 'east', sid: 'a' } as const;
  history.replaceState({ mode: 'moderator' }, '');
  expect(asBefore(here)).toEqual({ ...here, mode: 'moderator' });
  expect(asBefore({ ...here, mode: 'peer' })).toEqual({ ...here, mode: 'peer' });
  expect(asBefore({ kind: 'nodes', clusterId: 'east' })).toEqual({ kind: 'nodes', clusterId: 'east' });
  followAddress(modelAt('east'));
  expect(asBefore(here)).toEqual(here);
});

test('asks for confirmation before leaving only with an active session, and not after sign-out', () => {
  const model = modelAt('east');
  const hasActive = vi.spyOn(model, 'hasActive').mockReturnValue(false);
  guardLeaving(model);
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  hasActive.mockReturnValue(true);
  expect(asks()).toBe(true);
  leaving.emit();
  expect(asks()).toBe(false);
});

test('detects a sleep of the computer by elapsed time, but not a busy page', async () => {
  vi.useFakeTimers();
  const onWake = vi.fn();
  watchSleep(systemClock, onWake);
  await vi.advanceTimersByTimeAsync(600_000);
  vi.setSystemTime(Date.now() + 70_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(onWake).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 120_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(onWake).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
