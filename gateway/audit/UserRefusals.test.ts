// Refusals that a user can cause in a loop must not fill the audit log.
import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { DesktopLog } from '../desktop/DesktopLog.ts';
import { Audit } from './audit.ts';

const MINUTE_MS = 60_000;
const BURST = 1000;

function scene() {
  const { events: store } = memoryStores();
  let nowMs = Date.parse('2026-01-02T03:04:05.678Z');
  const audit = new Audit(
    store,
    () => nowMs,
    () => 'example.test',
  );
  const written = () => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 10_000 }).events;
  const refuse = (user: string, count: number, login = 'root') => {
    const ends = { 'addr.local': '192.0.2.1:22', 'addr.remote': '192.0.2.2:5' };
    for (let n = 0; n < count; n += 1)
      audit.refuse('auth', { ...ends, code: 'T3007W', user, login, success: false, error: 'denied' });
  };
  return { audit, written, refuse, wait: (ms: number) => (nowMs += ms) };
}

test('above a rate, one event per minute has the number of refusals', () => {
  const { audit, written, refuse, wait } = scene();
  refuse('eve', BURST + 499);
  refuse('eve', 1, 'deploy');
  expect(written()).toHaveLength(BURST);
  audit.writeLate();
  expect(written()).toHaveLength(BURST);
  wait(MINUTE_MS);
  audit.writeLate();
  audit.writeLate();
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ event: 'auth', user: 'eve', login: 'deploy', merged_refusals: 500 });
  expect(written()[0]).not.toHaveProperty('merged_refusals');
});

test('refusals of other users have their own events', () => {
  const { written, refuse } = scene();
  refuse('eve', BURST * 2);
  refuse('ann', 3);
  expect(written().filter(({ user }) => user === 'ann')).toHaveLength(3);
});

test('the number of refusals is written at once when the gateway closes', () => {
  const { audit, written, refuse } = scene();
  refuse('eve', BURST + 7);
  audit.writeLate(true);
  expect(written().at(-1)).toMatchObject({ user: 'eve', merged_refusals: 7 });
});

test('refused desktop sessions are limited', () => {
  const { audit, written } = scene();
  const owner = { user: 'eve', roles: [], loginId: 'l1', remoteAddr: '192.0.2.2:5', limits: { idleMs: 0 } };
  const desktop = { name: 'pc', addr: '192.0.2.1:5900', domain: '', labels: {}, hostId: 'h1' };
  const subject = { id: 's1', login: 'x', desktop, owner, recorded: false, recordStrictly: false };
  const log = new DesktopLog({ audit, report: (error) => expect.fail(String(error)) }, subject);
  for (let n = 0; n < BURST + 5; n += 1) log.refused('denied');
  audit.writeLate(true);
  expect(written()).toHaveLength(BURST + 1);
  expect(written().at(-1)).toMatchObject({ code: 'TDP00W', merged_refusals: 5 });
});
