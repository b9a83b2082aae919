import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { Audit } from '../audit/audit.ts';
import { removeEventsBefore } from '../audit/retention.ts';
import type { Gateway } from '../gateway.ts';
import type { EventStore } from '../store/events.ts';
import { closeUnfinished } from './closeUnfinished.ts';
import { readBytes, readEvents } from './readRecording.ts';
import { Recordings } from './Recordings.ts';
import { RecordingWriter } from './RecordingWriter.ts';
import { keepRetention } from './retention.ts';

const SID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const START = {
  event: 'session.start',
  sid: SID,
  user: 'mara',
  login: 'root',
  cluster_name: 'example.test',
  time: '2026-01-02T03:04:05.000Z',
  server_hostname: 'node-1',
  server_labels: { env: 'dev' },
  session_recording: 'node',
  ei: 0,
};
const END = { event: 'session.end', sid: SID, user: 'mara' };
const JOIN = { event: 'session.join', sid: SID, user: 'otto', ei: 2 };

let root: string;
let recordings: Recordings;
let store: EventStore;
let audit: Audit;
let failures: Error[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'postern-recordings-'));
  recordings = new Recordings(join(root, 'recordings'));
  store = memoryStores().events;
  audit = new Audit(store, Date.now, () => 'example.test');
  failures = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const begin = (pressure: () => void = () => undefined): Promise<RecordingWriter> =>
  recordings.begin(SID, { pressure, failed: (error) => failures.push(error) });
const bytes = (text: string) => Buffer.from(text);
const report = (error: unknown) => expect.fail(String(error));
const settled = () => new Promise((resolve) => setTimeout(resolve, 700));

async function played(after = 0): Promise<{ events: JsonObject[]; stream: string }> {
  const found = await recordings.find(SID);
  if (!found) throw new Error('not found');
  const events: JsonObject[] = [];
  for await (const event of readEvents(found, after)) events.push(event);
  const parts: Buffer[] = [];
  for await (const part of (await readBytes(found, { offset: 0, bytes: 1e9 })).stream) parts.push(part as Buffer);
  return { events, stream: Buffer.concat(parts).toString('latin1') };
}
const logged = () => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 100 }).events;

test('many waiting bytes are written in chunks and in order', async () => {
  const writer = await begin();
  writer.event(START);
  const parts = Array.from({ length: 600 }, (_, n) => Buffer.alloc(n % 3 === 0 ? 3 : 20_000, n));
  parts.push(Buffer.alloc(3_000_000, 1), Buffer.alloc(5, 2));
  const concat = vi.spyOn(Buffer, 'concat');
  for (const part of parts) writer.append(part);
  await writer.close();
  const longest = Math.max(0, ...concat.mock.results.map(({ value }) => (value as Buffer).length));
  concat.mockRestore();
  expect(longest).toBeLessThanOrEqual(1024 * 1024);
  expect(readFileSync(recordings.files(SID).bytes).equals(Buffer.concat(parts))).toBe(true);
  expect(writer.bytesWritten).toBe(parts.reduce((sum, { length }) => sum + length, 0));
  expect(failures).toEqual([]);
});

test('a recording is played as it was written', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(Buffer.from([0x61, 0xff, 0xfe]), 1000);
  writer.event(JOIN);
  writer.print(bytes('bc'), 1250);
  writer.event(END);
  await writer.close();
  expect(await recordings.find(SID)).toBeUndefined(); // not before it has ended
  await recordings.finish(SID, { event: END, bytes: writer.bytesWritten });
  const { events, stream } = await played();
  expect(stream).toBe('a\xff\xfebc');
  expect(events).toEqual([
    { ...START, id: 0 },
    {
      event: 'print',
      time: '1970-01-01T00:00:01.000Z',
      ei: 1,
      id: 1,
      ci: 0,
      ms: 0,
      offset: 0,
      bytes: 3,
      cluster_name: 'example.test',
    },
    { ...JOIN, id: 2 },
    {
      event: 'print',
      time: '1970-01-01T00:00:01.250Z',
      ei: 3,
      id: 3,
      ci: 1,
      ms: 250,
      offset: 3,
      bytes: 2,
      cluster_name: 'example.test',
    },
    { ...END, id: 4 },
  ]);
  expect((await played(3)).events.map((event) => event['id'])).toEqual([3, 4]);
  expect((await played(99)).events).toEqual([]);
  expect(failures).toEqual([]);
});

test('files are accessible only to their owner', async () => {
  await (await begin()).close();
  const { folder, bytes: file, index } = recordings.files(SID);
  expect([folder, file, index].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
});

test('long output is split into prints of at most 64 KiB', async () => {
  const writer = await begin();
  writer.event(START);
  expect(writer.print(Buffer.alloc(150_000), 5)).toBe(3);
  expect(writer.print(Buffer.alloc(0), 6)).toBe(0);
  await writer.close();
  await recordings.finish(SID, { event: {}, bytes: writer.bytesWritten });
  const prints = (await played()).events.filter((event) => event['event'] === 'print');
  expect(prints.map(({ offset, bytes: length }) => [offset, length])).toEqual([
    [0, 65536],
    [65536, 65536],
    [131072, 18928],
  ]);
});

test('prints keep their order when the clock is set back', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('a'), 5000);
  writer.print(bytes('b'), 4000);
  writer.event(END);
  await writer.close();
  await recordings.finish(SID, { event: END, bytes: 2 });
  expect((await played()).events.map((event) => event['ms'])).toEqual([undefined, 0, 0, undefined]);
});

test('time continues in a recording when the clock is set back', async () => {
  const writer = await begin();
  writer.event(START);
  for (const ms of [5000, 6000, 1000, 1500, 2500, 2400, 2500]) writer.print(bytes('a'), ms);
  expect(writer.advanceTo(3000)).toBe(8100);
  await writer.close();
  await recordings.finish(SID, { event: END, bytes: 7 });
  const prints = (await played()).events.filter((event) => event['event'] === 'print');
  expect(prints.map((event) => event['ms'])).toEqual([0, 1000, 1000, 1500, 2500, 2500, 2600]);
});

test('the first event is on disk at once, and everything else within a second', async () => {
  const writer = await begin();
  const index = () => readFileSync(recordings.files(SID).index, 'utf8').split('\n').filter(Boolean).length;
  writer.event(START);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(index()).toBe(1);
  writer.print(bytes('abc'), 1);
  await settled();
  expect([index(), readFileSync(recordings.files(SID).bytes, 'utf8')]).toEqual([2, 'abc']);
  await writer.close();
});

test('reports when the disk is slower than the session and when it has caught up', async () => {
  const states: boolean[] = [];
  const writer: RecordingWriter = await begin(() => states.push(writer.behind));
  writer.event(START);
  for (let i = 0; i < 40; i++) writer.print(Buffer.alloc(32 * 1024), i);
  expect(states).toEqual([true]);
  await writer.close();
  expect(states).toEqual([true, false]);
  expect(writer.bytesWritten).toBe(40 * 32 * 1024);
});

test('a full disk is reported once, and later output is not buffered', async () => {
  const full = { ...recordings.files(SID), bytes: '/dev/full', index: '/dev/full' };
  const writer = await RecordingWriter.open(full, {
    pressure: () => undefined,
    failed: (error) => failures.push(error),
  });
  writer.event(START);
  for (let i = 0; i < 40; i++) writer.print(Buffer.alloc(32 * 1024), i);
  await settled();
  writer.print(Buffer.alloc(100_000), 99);
  await writer.close();
  expect(failures.map((error) => error.message)).toEqual([expect.stringContaining('ENOSPC')]);
  expect([writer.behind, writer.bytesWritten]).toEqual([false, 0]);
});

test('files that cannot be closed are reported as a failed recording', async () => {
  const writer = await begin();
  const { bytes: file } = recordings.files(SID);
  for (const fd of readdirSync('/proc/self/fd').map(Number)) if (pathOf(fd) === file) closeSync(fd);
  await writer.close();
  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('EBADF')]);
});

/** Undefined if it is closed by now. */
function pathOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

test('a recording that a full disk cut off is playable up to the cut, with its end event', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('abc'), 1);
  await settled();
  writer.print(bytes('defgh'), 2);
  await writer.close();
  const { index } = recordings.files(SID);
  truncateSync(index, readFileSync(index).length - 2);
  const end = { event: 'session.end', sid: SID, ei: 7 };
  await recordings.finish(SID, { event: end, bytes: 3 });
  const cut = await played();
  expect(cut.events.map((event) => [event['event'], event['id']])).toEqual([
    ['session.start', 0],
    ['print', 1],
    ['session.end', 2],
  ]);
  appendFileSync(index, '5]\n'); // in the index, but its bytes were not written
  expect(await played()).toEqual({ ...cut, stream: 'abc' });
});

test('a range of lost output has the length of the remaining bytes', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('abcdefgh'), 1);
  await writer.close();
  await recordings.finish(SID, { event: END, bytes: 8 });
  truncateSync(recordings.files(SID).bytes, 5);
  const found = await recordings.find(SID);
  if (!found) throw new Error('not found');
  const lengths: [announced: number, sent: number][] = [];
  for (const [offset, count] of [
    [0, 100],
    [3, 1],
    [6, 100],
  ] as const) {
    const { length, stream } = await readBytes(found, { offset, bytes: count });
    lengths.push([length, Buffer.concat(await stream.toArray()).length]);
  }
  expect(lengths).toEqual([
    [5, 5],
    [1, 1],
    [0, 0],
  ]);
});

test('the end of a recording uses disk space that was reserved at its start', async () => {
  const writer = await begin();
  const draft = `${recordings.files(SID).end}.new`;
  const { ino, blocks } = statSync(draft);
  await writer.close();
  await recordings.finish(SID, { event: { event: 'session.end' }, bytes: 0 });
  const end = statSync(recordings.files(SID).end);
  expect([end.ino, end.blocks <= blocks]).toEqual([ino, true]);
  expect((await recordings.find(SID))?.event).toEqual({ event: 'session.end' });
});

test.skipIf(userInfo().uid === 0)('a recording in a read-only folder is refused', async () => {
  chmodSync(join(root, 'recordings'), 0o500);
  await expect(begin()).rejects.toThrow(/EACCES/);
});

test('refuses a name that is not a session id', () => {
  for (const name of ['..', '../x', `${SID}/..`, SID.toUpperCase(), ''])
    expect(() => recordings.files(name)).toThrow(TypeError);
});

test('a killed process leaves a recording that is playable up to its last write', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('hello '), 1000);
  writer.event(JOIN);
  await settled();
  const { bytes: file, index } = recordings.files(SID);
  appendFileSync(file, 'world'); // the process is killed before the index lists this
  appendFileSync(index, '[1500,'); // or within a line
  utimesSync(file, 1700000000, 1700000000);
  utimesSync(index, 1700000000, 1700000000);

  expect(await closeUnfinished(recordings, audit, report)).toEqual([SID]);
  await writer.close();
  const { events, stream } = await played();
  expect(stream).toBe('hello world');
  expect(events.map((event) => event['event'])).toEqual([
    'session.start',
    'print',
    'session.join',
    'print',
    'session.end',
  ]);
  expect(events[3]).toMatchObject({ offset: 6, bytes: 5, ci: 1 });
  expect(events[4]).toMatchObject({
    time: '2023-11-14T22:13:20.000Z',
    ei: 4,
    id: 4,
    sid: SID,
    user: 'mara',
    participants: ['mara', 'otto'],
    session_start: START.time,
    session_stop: '2023-11-14T22:13:20.000Z',
    server_labels: { env: 'dev' },
    interrupted: 'the gateway stopped before the session ended',
  });
  expect(logged().map((event) => event['event'])).toEqual(['session.end', 'session.upload']);
  expect(logged()[0]).toMatchObject({ uid: events[4]?.['uid'], code: 'T2004I' });
  expect(await closeUnfinished(recordings, audit, report)).toEqual([]);
  expect(logged()).toHaveLength(2);
});

test('an end event that is missing from the audit log is written once, at the next start', async () => {
  const writer = await begin();
  writer.event(START);
  await writer.close();
  const { uid, document } = audit.compose('client.disconnect', {} as never, Date.parse('2026-01-02T03:05:00Z'));
  const end = { ...document, ...END };
  await recordings.finish(SID, { event: end, bytes: 0 }); // the disk had no space for the event
  expect(await closeUnfinished(recordings, audit, report)).toEqual([SID]);
  expect(logged()).toEqual([end, expect.objectContaining({ event: 'session.upload', sid: SID })]);
  expect(store.has(uid)).toBe(true);
  expect(await closeUnfinished(recordings, audit, report)).toEqual([]);
  expect(logged()).toHaveLength(2);
});

test('the end of an interrupted session names each participant once', async () => {
  const writer = await begin();
  for (const event of [START, ...Array.from({ length: 50 }, () => JOIN), { ...JOIN, user: 'mara' }])
    writer.event(event);
  await writer.close();
  await closeUnfinished(recordings, audit, report);
  expect(logged()[0]).toMatchObject({ event: 'session.end', participants: ['mara', 'otto'] });
});

test('bytes that the index lists but the disk lost are removed from the events', async () => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('abc'), 1);
  await settled();
  writer.print(bytes('defgh'), 2);
  writer.event(JOIN);
  await writer.close();
  truncateSync(recordings.files(SID).bytes, 5);
  await closeUnfinished(recordings, audit, report);
  const { events, stream } = await played();
  expect(stream).toBe('abcde');
  expect(events.map((event) => [event['event'], event['bytes']])).toEqual([
    ['session.start', undefined],
    ['print', 3],
    ['print', 2],
    ['session.end', undefined],
  ]);
});

test('the folder of a session that had not started is removed', async () => {
  await (await begin()).close();
  expect(await closeUnfinished(recordings, audit, report)).toEqual([]);
  expect(await recordings.unfinished(report)).toEqual([]);
  expect(logged()).toEqual([]);
});

test.each([
  ['emptied', ''],
  ['overwritten with NUL', '\0'.repeat(100)],
])('a recording whose index is %s is set aside and reported', async (_what, index) => {
  const writer = await begin();
  writer.event(START);
  writer.print(bytes('evidence'), 1000);
  await writer.close();
  const { folder, index: name } = recordings.files(SID);
  await writeFile(name, index);
  const reported = vi.fn();
  expect(await closeUnfinished(recordings, audit, reported)).toEqual([]);
  expect(String(reported.mock.calls)).toContain(`the index of recording ${SID} is damaged`);
  expect(readFileSync(join(`${folder}.damaged`, 'bytes'), 'utf8')).toBe('evidence');
  await closeUnfinished(recordings, audit, report);
  await recordings.removeEndedBefore(4e12, report);
  expect(readdirSync(dirname(folder))).toEqual([`${SID}.damaged`]);
});

test('a recording whose end cannot be read is reported, and is neither ended again nor removed', async () => {
  const writer = await begin();
  writer.event(START);
  await writer.close();
  await closeUnfinished(recordings, audit, report);
  const { end } = recordings.files(SID);
  const whole = readFileSync(end, 'utf8');
  renameSync(end, `${end}.kept`);
  symlinkSync(end, end);
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  expect(await closeUnfinished(recordings, audit, note)).toEqual([]);
  expect(await recordings.removeEndedBefore(4e12, note)).toEqual([]);
  expect(errors).toEqual([expect.objectContaining({ code: 'ELOOP' }), expect.objectContaining({ code: 'ELOOP' })]);
  const parts = { stores: { events: store } as Gateway['stores'], recordings };
  expect(await removeEventsBefore(parts, 4e12, new AbortController().signal)).toBe(1);
  expect(logged().map((event) => event['event'])).toEqual(['session.end']);
  renameSync(`${end}.kept`, end);
  expect(readFileSync(end, 'utf8')).toBe(whole);
});

test('a start reads the ends of a limited number of recordings at a time', async () => {
  const sids = Array.from({ length: 300 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  for (const sid of sids) mkdirSync(recordings.files(sid).folder);
  const find = recordings.find.bind(recordings);
  let atOnce = 0;
  let most = 0;
  vi.spyOn(recordings, 'find').mockImplementation(async (sid) => {
    most = Math.max(most, ++atOnce);
    return find(sid).finally(() => atOnce--);
  });
  expect((await recordings.unfinished(report)).sort()).toEqual(sids);
  expect(most).toBeLessThanOrEqual(64);
});

test('retention removes recordings that ended before the limit, and no running ones', async () => {
  const running = '00000000-0000-4000-8000-000000000001';
  await (await recordings.begin(running, { pressure: () => undefined, failed: () => undefined })).close();
  await (await begin()).close();
  await recordings.finish(SID, { event: { time: '2026-01-02T00:00:00.000Z' }, bytes: 0 });
  expect(await recordings.removeEndedBefore(Date.parse('2026-01-01T23:59:59Z'), report)).toEqual([]);
  expect(await recordings.removeEndedBefore(Date.parse('2026-01-02T00:00:01Z'), report)).toEqual([SID]);
  expect(await recordings.find(SID)).toBeUndefined();
  expect(await recordings.unfinished(report)).toEqual([running]);
});

test('retention reports removed recordings that cannot be logged', async () => {
  await (await begin()).close();
  await recordings.finish(SID, { event: { time: '2026-01-02T00:00:00.000Z' }, bytes: 0 });
  const full = new Error('the disk is full');
  const failed = vi.fn<(error: unknown) => void>();
  const stored = () => {
    throw full;
  };
  keepRetention(recordings, () => 1000, systemClock, stored, failed)();
  await expect.poll(() => failed.mock.calls).toEqual([[full]]);
});

test('removes a recording while its index is being written', async () => {
  await (await begin()).close();
  await recordings.finish(SID, { event: { time: '2026-01-02T00:00:00.000Z' }, bytes: 0 });
  const { folder } = recordings.files(SID);
  const leftBehind = join(dirname(folder), 'of-a-killed-process.removed');
  mkdirSync(leftBehind);
  let written = 0;
  const indexing = (async () => {
    while (written < 500) await writeFile(join(folder, String(written++)), '');
  })().catch(() => undefined);
  await vi.waitFor(() => expect(written).toBeGreaterThan(50));
  const failed = vi.fn();
  expect(await recordings.removeEndedBefore(Date.parse('2026-01-03T00:00:00Z'), failed)).toEqual([SID]);
  await indexing;
  expect(failed).not.toHaveBeenCalled();
  expect(readdirSync(dirname(folder))).toEqual([]);
});

test('a recording that cannot be removed does not prevent the removal of others', async () => {
  const other = '00000000-0000-4000-8000-000000000001';
  for (const sid of [SID, other]) {
    const writer = await recordings.begin(sid, { pressure: () => undefined, failed: () => undefined });
    await writer.close();
    await recordings.finish(sid, { event: { time: '2026-01-02T00:00:00.000Z' }, bytes: 0 });
  }
  const [first = '', second] = await recordings.ids();
  const refused = new Error('busy');
  vi.spyOn(recordings, 'remove').mockRejectedValueOnce(refused);
  const failed = vi.fn();
  expect(await recordings.removeEndedBefore(Date.parse('2026-01-03T00:00:00Z'), failed)).toEqual([second]);
  expect(failed).toHaveBeenCalledExactlyOnceWith(refused);
  expect(await recordings.find(first)).toBeDefined();
});
