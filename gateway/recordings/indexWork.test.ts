import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isObject, parseJson } from '../../src/lib/json.ts';
import { TRANSCRIPT_CHARS_MAX, type TranscriptPartJson } from '../../src/wire/recordings.ts';
import { RecordingTextStore, type IndexedRecording } from '../store/recordingTexts.ts';
import { StoreError } from '../store/storeError.ts';
import { IndexWork } from './indexWork.ts';
import { Recordings } from './Recordings.ts';
import { readOverview, readScreen } from './screenFiles.ts';

const sidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const KEEP_ALL = { maxChars: 1e9, beforeMs: 0 };
const DAY_MS = 86_400_000;
const BEGAN_MS = Date.parse('2026-01-01T00:00:00Z');

let root: string;
let recordings: Recordings;
let texts: RecordingTextStore;
let failures: [string, unknown][];
let work: IndexWork;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'postern-index-'));
  recordings = new Recordings(join(root, 'recordings'));
  texts = RecordingTextStore.open(root);
  failures = [];
});
afterEach(async () => {
  await work.stop();
  texts.db.close();
  rmSync(root, { recursive: true, force: true });
});

type Print = string | { size: string } | { pauseMs: number };

/** A session that ended on the `n`th day, with one print a second. */
async function record(n: number, prints: readonly Print[]): Promise<string> {
  const sid = sidOf(n);
  const writer = await recordings.begin(sid, {
    pressure: () => undefined,
    failed: (error) => expect.fail(String(error)),
  });
  let timeMs = BEGAN_MS + n * DAY_MS;
  writer.event({ event: 'session.start', sid, size: '80:25' });
  for (const print of prints) {
    if (typeof print === 'string') writer.print(Buffer.from(print), (timeMs += 1000));
    else if ('size' in print) writer.event({ event: 'resize', sid, size: print.size });
    else timeMs += print.pauseMs;
  }
  const event = { event: 'session.end', sid, user: 'mara', time: new Date(timeMs + 1000).toISOString() };
  writer.event(event);
  await writer.close();
  await recordings.finish(sid, { event, bytes: writer.bytesWritten });
  return sid;
}

/** Starts a session and returns a function that ends it. */
async function begin(n: number, start: object = { event: 'session.start', user: 'mara', size: '80:25' }) {
  const sid = sidOf(n);
  const writer = await recordings.begin(sid, {
    pressure: () => undefined,
    failed: (error) => expect.fail(String(error)),
  });
  writer.event({ time: new Date(BEGAN_MS).toISOString(), sid, ...start });
  let timeMs = BEGAN_MS;
  return {
    sid,
    writer,
    print: (text: string) => void writer.print(Buffer.from(text), (timeMs += 1000)),
    async end() {
      const event = { event: 'session.end', sid, user: 'mara', time: new Date(timeMs + 1000).toISOString() };
      writer.event(event);
      await writer.close();
      await recordings.finish(sid, { event, bytes: writer.bytesWritten });
    },
  };
}

/** Resolves when everything has been read. */
function index(keeping = KEEP_ALL): Promise<void> {
  return new Promise((resolve) => {
    work = new IndexWork(recordings, texts, { failed: (sid, error) => failures.push([sid, error]), idle: resolve });
    work.look(keeping);
  });
}

const all = (): IndexedRecording[] => [...texts.endedBetween(0, Number.MAX_SAFE_INTEGER)];
const states = () => Object.fromEntries(all().map(({ sid, state }) => [sid, state]));
const linesOf = (sid: string, kind: 'line' | 'command' = 'line') => {
  const { id } = [...all(), ...texts.running()].find((one) => one.sid === sid) ?? expect.fail('unknown');
  const blocks = texts.rowsOf(id).map((row) => texts.block(row));
  return blocks.flatMap((block) => (block?.kind === kind ? block.lines.map((line, i) => [block.times[i], line]) : []));
};
const overviewOf = async (sid: string) => (await readOverview(recordings.files(sid))) ?? expect.fail('no overview');
const screenOf = async (sid: string, n: number) => {
  const packed = await readScreen(recordings.files(sid), await overviewOf(sid), n);
  return packed && parseJson(gunzipSync(packed).toString());
};

test('the lines and commands of a recording are stored with their times', async () => {
  const sid = await record(1, ['mara@web-1:~$ ', 'ls /tmp\r\n', 'settle.sql\r\n', 'mara@web-1:~$ ', 'exit\r\n']);
  await index();
  expect(states()).toEqual({ [sid]: 'ready' });
  expect(linesOf(sid)).toEqual([
    [1000, 'mara@web-1:~$ ls /tmp'],
    [2000, 'settle.sql'],
    [4000, 'mara@web-1:~$ exit'],
  ]);
  expect(linesOf(sid, 'command').map(([, text]) => text)).toEqual(['ls /tmp', 'exit']);
  expect(failures).toEqual([]);
});

const transcriptOf = (sid: string): TranscriptPartJson[] =>
  gunzipSync(readFileSync(recordings.files(sid).transcript))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as TranscriptPartJson);

test('the transcript has the shown lines with their times, even if search is disabled', async () => {
  const sid = await record(1, ['mara@web-1:~$ ', 'ls /tmp\r\n', '\r\n', 'mara@web-1:~$ ', 'exit\r\n']);
  await index({ maxChars: 0, beforeMs: 0 });
  expect(states()).toEqual({ [sid]: 'removed' });
  expect(transcriptOf(sid)).toEqual([
    {
      lines: ['mara@web-1:~$ ls /tmp', 'mara@web-1:~$ exit'],
      ms: [1000, 4000],
      commands: [
        { ms: 1000, text: 'ls /tmp', isGuess: true },
        { ms: 4000, text: 'exit', isGuess: true },
      ],
    },
  ]);
});

test('a transcript that is too long counts its omitted lines', async () => {
  const line = `${'x'.repeat(78)}\r\n`;
  const sid = await record(1, Array<string>(180).fill(line.repeat(1250)));
  await index({ maxChars: 0, beforeMs: 0 });
  const parts = transcriptOf(sid);
  const stored = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  expect(parts.length).toBeGreaterThan(100);
  expect(stored).toBe(Math.ceil(TRANSCRIPT_CHARS_MAX / 79));
  expect(parts.at(-1)?.omitted).toBe(180 * 1250 - stored);
});

test('the overview has the duration, the size and the last screen', async () => {
  const sid = await record(1, [
    { size: '100:30' },
    'one\r\n',
    'two\r\n',
    { size: '60:40' },
    'three',
    { size: '20:20' },
  ]);
  await index();
  expect(await overviewOf(sid)).toMatchObject({
    durationMs: 3000,
    bytes: 15,
    columns: 100,
    rows: 40,
    lastScreen: ['one', 'two', 'three'],
    screens: [{ ms: 2000, offset: 15, event: 6 }],
  });
  expect(await screenOf(sid, 0)).toMatchObject({ cols: 60, rows: 40 }); // does not contain what follows the last print
  expect(await screenOf(sid, 1)).toBeUndefined();
});

test('a recording is not shorter than its output', async () => {
  const sid = await record(1, ['a', { pauseMs: 9000 }, 'b']);
  const { index: file } = recordings.files(sid);
  const end = JSON.stringify(new Date(BEGAN_MS + DAY_MS + 3000));
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"time":"[^"]*"}\n$/, `"time":${end}}\n`));
  await index();
  expect((await overviewOf(sid)).durationMs).toBe(10_000);
});

test('stores a screen after thirty seconds of output and after two megabytes', async () => {
  const quiet = await record(1, ['a', { pauseMs: 40_000 }, 'b', { pauseMs: 5000 }, 'c']);
  const loud = await record(
    2,
    Array.from({ length: 50 }, () => 'x'.repeat(99_998) + '\r\n'),
  );
  await index();
  expect((await overviewOf(quiet)).screens.map(({ ms, offset, event }) => [ms, offset, event])).toEqual([
    [41_000, 2, 3],
    [47_000, 3, 4],
  ]);
  const offsets = (await overviewOf(loud)).screens.map(({ offset }) => offset);
  expect(offsets).toHaveLength(3);
  expect(offsets.at(-1)).toBe(5_000_000);
  for (let n = 0; n < 3; n++) expect(isObject(await screenOf(loud, n))).toBe(true);
});

test('stores no screen in the middle of an escape sequence', async () => {
  const sid = await record(1, ['a', { pauseMs: 40_000 }, 'b\x1b[3', '1mc']);
  await index();
  expect((await overviewOf(sid)).screens.map(({ offset }) => offset)).toEqual([8]);
});

test('a recording without output has no text and no screen', async () => {
  const sid = await record(1, []);
  await index();
  expect(states()).toEqual({ [sid]: 'ready' });
  expect(await overviewOf(sid)).toEqual({ durationMs: 0, bytes: 0, screens: [] });
});

test('the next look finds added and removed recordings', async () => {
  await record(1, ['old\r\n']);
  const gone = await record(2, ['gone\r\n']);
  await index();
  await recordings.remove(gone);
  const added = await record(3, ['new\r\n']);
  work.look(KEEP_ALL);
  await vi.waitFor(() => expect(states()).toEqual({ [sidOf(1)]: 'ready', [added]: 'ready' }));
  expect(texts.candidates('gone')?.size).toBe(0);
});

test('removes the oldest texts above the size limit, and texts above the age limit', async () => {
  for (const n of [1, 2, 3]) await record(n, [`${`${n}`.repeat(50)}\r\n`.repeat(100)]);
  const maxChars = 2 * 51 * 100 + 10;
  await index({ ...KEEP_ALL, maxChars });
  expect(states()).toEqual({ [sidOf(1)]: 'removed', [sidOf(2)]: 'ready', [sidOf(3)]: 'ready' });
  expect(texts.chars()).toBeLessThanOrEqual(maxChars);
  expect((await overviewOf(sidOf(1))).screens).toHaveLength(1); // a player needs no text
  work.look({ ...KEEP_ALL, beforeMs: BEGAN_MS + 2.5 * DAY_MS });
  await vi.waitFor(() => expect(states()[sidOf(2)]).toBe('removed'));
  expect(texts.candidates('222')?.size).toBe(0);
  expect(texts.candidates('333')?.size).toBe(1);
});

test('a running session is read in steps, and from its start once it has ended', { timeout: 20_000 }, async () => {
  const old = await record(1, ['old\r\n']);
  const session = await begin(2);
  const desktop = await begin(3, { event: 'windows.desktop.session.start' });
  session.print('$ ');
  session.print('echo first\r\n');
  work = new IndexWork(recordings, texts, {
    failed: (sid, error) => failures.push([sid, error]),
    idle: () => undefined,
  });
  work.look(KEEP_ALL, recordings.running());
  const lines = (texts: string[]) => () => expect(linesOf(session.sid).map(([, line]) => line)).toEqual(texts);
  await vi.waitFor(() => expect(states()).toEqual({ [old]: 'ready' }));
  await vi.waitFor(
    () => expect(texts.running().map(({ sid, state }) => [sid, state])).toEqual([[session.sid, 'running']]),
    8000,
  );
  await vi.waitFor(lines(['$ echo first']), 8000);
  expect(texts.running()[0]?.event).toMatchObject({ event: 'session.end', user: 'mara', participants: ['mara'] });
  session.writer.event({ event: 'session.join', user: 'lena', time: new Date(BEGAN_MS).toISOString() });
  session.print('second\r\n');
  await vi.waitFor(lines(['$ echo first', 'second']), 8000);
  expect(texts.running()[0]?.event).toMatchObject({ participants: ['mara', 'lena'] });
  expect(linesOf(session.sid, 'command').map(([, text]) => text)).toEqual(['echo first']);
  session.print('third\r\n');
  await session.end();
  work.look(KEEP_ALL, recordings.running());
  await vi.waitFor(() => expect(states()).toEqual({ [old]: 'ready', [session.sid]: 'ready' }));
  lines(['$ echo first', 'second', 'third'])();
  expect((await overviewOf(session.sid)).lastScreen?.at(-1)).toBe('third');
  expect(texts.running()).toEqual([]);
  expect(failures).toEqual([]);
  await desktop.writer.close();
});

test.each([
  ['with a huge screen', (sid: string) => ({ event: 'resize', sid, size: '1000:500' })],
  ['with an index line that is too long', (sid: string) => ({ event: 'x', sid, text: 'x'.repeat(70_000) })],
])('a session %s is read only after its end', { timeout: 20_000 }, async (_what, event) => {
  const session = await begin(1);
  session.writer.event(event(session.sid));
  session.print('late\r\n');
  await new Promise<void>((resolve) => {
    work = new IndexWork(recordings, texts, { failed: (sid) => expect.fail(sid), idle: resolve });
    work.look(KEEP_ALL, recordings.running());
  });
  await vi.waitFor(() => expect(texts.running().flatMap(({ id }) => texts.rowsOf(id))).toEqual([]));
  await session.end();
  await index();
  expect(linesOf(session.sid).map(([, line]) => line)).toEqual(['late']);
});

test('the text of an interrupted session is read completely at the next start', { timeout: 20_000 }, async () => {
  const session = await begin(1);
  session.print('before\r\n');
  work = new IndexWork(recordings, texts, { failed: (sid) => expect.fail(sid), idle: () => undefined });
  work.look(KEEP_ALL, recordings.running());
  await vi.waitFor(() => expect(texts.running()).toHaveLength(1), 8000);
  await work.stop(); // the process has not read the following output
  session.print('after\r\n');
  await session.end();
  await index();
  expect(linesOf(session.sid).map(([, line]) => line)).toEqual(['before', 'after']);
  expect(texts.candidates('before')?.get(all()[0]?.id ?? 0)).toHaveLength(1);
});

test('a recording without its bytes does not affect others and is not tried again', async () => {
  const broken = await record(1, ['lost\r\n']);
  const whole = await record(2, ['whole\r\n']);
  rmSync(recordings.files(broken).bytes);
  await index();
  expect(states()).toEqual({ [broken]: 'none', [whole]: 'ready' });
  expect(failures.map(([sid]) => sid)).toEqual([broken]);
  expect((await overviewOf(broken)).screens).toEqual([]);
});

test('a recording whose end cannot be read is reported, and is read once the error is gone', async () => {
  const sid = await record(1, ['hello\r\n']);
  const { end } = recordings.files(sid);
  renameSync(end, `${end}.kept`);
  symlinkSync(end, end);
  await index();
  expect(failures).toEqual([[sid, expect.objectContaining({ code: 'ELOOP' })]]);
  renameSync(`${end}.kept`, end);
  await index();
  expect(states()).toEqual({ [sid]: 'ready' });
});

test('an interrupted reading starts from the beginning, and stops after three attempts', async () => {
  const sid = await record(1, ['text\r\n'.repeat(3)]);
  texts.add(sid, 1, {});
  const { id } = all()[0] ?? expect.fail('unknown');
  texts.begin(id);
  texts.addBlocks(id, [{ kind: 'line', lines: ['half'], times: [0] }]); // then the process was killed
  await index();
  expect(linesOf(sid).map(([, line]) => line)).toEqual(['text', 'text', 'text']);

  await record(2, ['text\r\n']);
  texts.add(sidOf(2), 2, {});
  const next = texts.nextPending() ?? expect.fail('nothing pending');
  for (let i = 0; i < 3; i++) texts.begin(next.id);
  await index();
  expect(states()[sidOf(2)]).toBe('none');
});

test('a stopped indexer continues at the next start', async () => {
  const sid = await record(1, ['x'.repeat(200_000), 'y'.repeat(200_000)]);
  void index();
  await work.stop();
  expect(states()[sid] ?? 'pending').toBe('pending');
  await index();
  expect(states()).toEqual({ [sid]: 'ready' });
  expect(failures).toEqual([]);
});

test.each(['', 'no database at all'])('a damaged database (%j) is created again', async (content) => {
  await record(1, ['text\r\n']);
  await index();
  texts.db.close();
  for (const suffix of ['-wal', '-shm']) rmSync(join(root, `recording-texts.db${suffix}`), { force: true });
  writeFileSync(join(root, 'recording-texts.db'), content);
  texts = RecordingTextStore.open(root);
  await index();
  expect(states()).toEqual({ [sidOf(1)]: 'ready' });
});

test('a database that temporarily cannot be opened is not created again', async () => {
  await record(1, ['text\r\n']);
  await index();
  texts.db.close();
  const journal = join(root, 'recording-texts.db-wal');
  rmSync(journal, { force: true });
  mkdirSync(journal); // like a temporary error of the disk
  expect(() => RecordingTextStore.open(root)).toThrow(StoreError);
  rmSync(journal, { recursive: true });
  texts = RecordingTextStore.open(root);
  expect(states()).toEqual({ [sidOf(1)]: 'ready' });
});

test('the database file contains nothing of a removed text', async () => {
  const sid = await record(1, ['a-secret-of-yesterday\r\n']);
  await index();
  await recordings.remove(sid);
  work.look(KEEP_ALL);
  await vi.waitFor(() => expect(all()).toEqual([]));
  texts.db.get('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(readFileSync(join(root, 'recording-texts.db')).includes('a-secret-of-yesterday')).toBe(false);
});
