// The size of the audit log is limited, and removing its oldest part does not delay requests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, expect, test } from 'vitest';
import { removeEventsBefore } from '../../gateway/audit/retention.ts';
import { Recordings } from '../../gateway/recordings/Recordings.ts';
import { openStores, type Stores } from '../../gateway/store/stores.ts';
import { startGateway } from '../support/gateway.ts';

const DAY_MS = 86_400_000;
const SID = '8f14e45f-ceea-467f-a8c0-2f3b3c0a1d01';

const folders: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'postern-retention-'));
  folders.push(path);
  return path;
};
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const add = ({ db, events }: Stores, count: number, timeMs: (n: number) => number) =>
  db.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const uid = `uid-${timeMs(n)}-${n}`;
      events.add(uid, timeMs(n), 'user.login', { event: 'user.login', uid, code: 'T1000W', error: 'x'.repeat(200) });
    }
  });
const count = ({ db }: Stores) => db.get<{ n: number }>('SELECT count(*) AS n FROM events')?.n;

test('removing 40 000 events does not pause the event loop for 50 ms at a time', async () => {
  const dataDir = folder();
  const stores = openStores(dataDir);
  const parts = { stores, recordings: new Recordings(join(dataDir, 'recordings')) };
  for (let part = 0; part < 4; part += 1) add(stores, 10_000, (n) => part * 10_000 + n + 1);
  add(stores, 100, () => DAY_MS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  expect(await removeEventsBefore(parts, DAY_MS, new AbortController().signal)).toBe(40_000);
  delay.disable();
  expect(count(stores)).toBe(100);
  // A busy machine has short pauses. Removal in one step would be a pause of seconds.
  expect(delay.percentile(95) / 1e6).toBeLessThan(50);
  stores.db.close();
}, 180_000);

test('the event that lists a recording is kept with the recording, and removal stops on request', async () => {
  const dataDir = folder();
  const stores = openStores(dataDir);
  const recordings = new Recordings(join(dataDir, 'recordings'));
  for (const sid of [SID, '8f14e45f-ceea-467f-a8c0-2f3b3c0a1d02', 'no id']) {
    stores.events.add(`end-${sid}`, 1000, 'session.end', { event: 'session.end', sid });
  }
  mkdirSync(join(dataDir, 'recordings', SID));
  writeFileSync(join(dataDir, 'recordings', SID, 'end.json'), JSON.stringify({ bytes: 0, event: { sid: SID } }));
  const stopped = new AbortController();
  stopped.abort();
  expect(await removeEventsBefore({ stores, recordings }, DAY_MS, stopped.signal)).toBe(0);
  const running = new AbortController().signal;
  expect(await removeEventsBefore({ stores, recordings }, DAY_MS, running)).toBe(2);
  expect(stores.db.all<{ uid: string }>('SELECT uid FROM events')).toEqual([{ uid: `end-${SID}` }]);
  await recordings.remove(SID);
  expect(await removeEventsBefore({ stores, recordings }, DAY_MS, running)).toBe(1);
  stores.db.close();
});

test('events older than a year are removed at startup, and gateway.yaml applies after SIGHUP', async () => {
  const dataDir = folder();
  let stores = openStores(dataDir);
  add(stores, 50, () => Date.now() - 400 * DAY_MS);
  add(stores, 50, () => Date.now() - 30 * DAY_MS);
  add(stores, 50, () => Date.now() - DAY_MS);
  stores.db.close();
  const old = (days: number) => {
    const n = stores.db.get<{ n: number }>(
      "SELECT count(*) AS n FROM events WHERE uid LIKE 'uid-%' AND time_ms < ?",
      Date.now() - days * DAY_MS,
    )?.n;
    return n;
  };
  const gateway = await startGateway({ dataDir, config: 'node: false\n' });
  try {
    stores = openStores(dataDir);
    await expect.poll(() => old(365), { timeout: 10_000 }).toBe(0);
    expect(old(20)).toBe(50);
    writeFileSync(join(dataDir, 'gateway.yaml'), 'node: false\naudit: { retention: 7d }\n');
    gateway.process.kill('SIGHUP');
    await expect.poll(() => old(20), { timeout: 10_000 }).toBe(0);
    expect(old(0)).toBe(50);
    await expect.poll(() => gateway.log()).toContain('old audit events were removed');
  } finally {
    stores.db.close();
    await gateway.stop();
  }
}, 240_000);
