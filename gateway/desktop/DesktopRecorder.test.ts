import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DESKTOP_START_MS, tileMessage, writeDesktopRecording } from '../../tests/support/desktopRecording.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { decodeDesktop, encodeDesktop, type DesktopMessage } from '../../src/wire/desktop/messages.ts';
import { Audit } from '../audit/audit.ts';
import { closeUnfinished } from '../recordings/closeUnfinished.ts';
import { IndexWork } from '../recordings/indexWork.ts';
import { readEvents } from '../recordings/readRecording.ts';
import { Recordings, type FinishedRecording } from '../recordings/Recordings.ts';
import type { EventStore } from '../store/events.ts';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { DesktopRecorder } from './DesktopRecorder.ts';
import { readDesktopIndex } from './recording/desktopIndex.ts';
import { readStream } from './recording/readStream.ts';

const SID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const START = {
  event: 'windows.desktop.session.start',
  sid: SID,
  user: 'mara',
  time: new Date(DESKTOP_START_MS).toISOString(),
};
const END = { event: 'windows.desktop.session.end', sid: SID, user: 'mara', time: '2026-03-04T05:10:00Z' };

let root: string;
let recordings: Recordings;
let events: EventStore;
let ms: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'postern-desktop-'));
  recordings = new Recordings(join(root, 'recordings'));
  events = memoryStores().events;
  ms = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = () =>
  DesktopRecorder.open(
    {
      recordings,
      clock: { ...systemClock, now: () => DESKTOP_START_MS + ms },
      listener: {
        pressure: () => undefined,
        failed(error) {
          throw error;
        },
      },
    },
    { sid: SID },
  );
async function find(sid = SID): Promise<FinishedRecording> {
  const found = await recordings.find(sid);
  if (!found) throw new Error('no recording');
  return found;
}
async function framesOf({ files, bytes }: FinishedRecording) {
  const all: { ms: number; isKeyframe: boolean; message: DesktopMessage }[] = [];
  for await (const { frames } of readStream(files.bytes, 0, bytes))
    for (const frame of frames) all.push({ ...frame, message: decodeDesktop(frame.message.slice()) });
  return all;
}
const activated = (width: number, height: number) =>
  encodeDesktop({ kind: 'activated', ioChannelId: 0, userChannelId: 0, width, height });
const move = (x: number) => encodeDesktop({ kind: 'pointerMove', x, y: 5 });
const audit = () => new Audit(events, Date.now, () => 'example.test');
const fail = (error: unknown) => expect.fail(String(error));
const marksIn = (index: string) => readFileSync(index, 'utf8').split('["mark"').length - 1;
const kinds = async () => (await framesOf(await find())).map((frame) => [frame.ms, frame.message.kind]);

test('stores the messages that streams §5.15 allows, with the time since the first message', async () => {
  const recorder = await open();
  recorder.started(START);
  ms = 40;
  recorder.record([activated(800, 600), tileMessage(0, 0, [1, 2, 3])], 'server');
  recorder.record([encodeDesktop({ kind: 'clipboard', text: 'secret' })], 'server');
  ms = 1300;
  recorder.record([encodeDesktop({ kind: 'fence', id: 4 })], 'server');
  for (const message of [
    encodeDesktop({ kind: 'key', scancode: 30, isDown: true }),
    encodeDesktop({ kind: 'keySymbol', symbol: 97, scancode: 30, isDown: true }),
    encodeDesktop({ kind: 'clipboard', text: 'secret' }),
    encodeDesktop({ kind: 'screenSize', width: 1, height: 1 }),
    encodeDesktop({ kind: 'pointerButton', button: 0, isDown: true }),
    tileMessage(0, 0, [9, 9, 9]),
    new Uint8Array(),
  ])
    recorder.record([message], 'client');
  ms = 1500;
  recorder.record([encodeDesktop({ kind: 'notification', text: 'slow', severity: 1 })], 'server');
  ms = 2040;
  await recorder.end(END);
  expect(await kinds()).toEqual([
    [0, 'screenSize'],
    [0, 'picture'],
    [1260, 'pointerButton'],
    [1460, 'notification'],
  ]);
  const recording = await find();
  expect(recording.event).toEqual(END);
  expect(await readDesktopIndex(recording)).toEqual({
    durationMs: 2000,
    segments: [{ startMs: 0, endMs: 2000, offset: 0, bytes: recording.bytes }],
    active: [[0, tileMessage(0, 0, [1, 2, 3]).length]],
    marks: [
      { ms: 0, kind: 'size', width: 800, height: 600 },
      { ms: 1460, kind: 'notice', text: 'slow' },
    ],
  });
  expect(readFileSync(recording.files.bytes, 'latin1')).not.toContain('secret');
});

test('timestamps never decrease when the clock is set back', async () => {
  const recorder = await open();
  recorder.started(START);
  for (ms of [0, 5000, -60_000, -59_000]) recorder.record([tileMessage(0, 0, [1, 2, 3])], 'server');
  await recorder.end(END);
  expect((await framesOf(await find())).map((frame) => frame.ms)).toEqual([0, 5000, 5000, 6000]);
});

test('drops pointer positions that follow each other fast, except the last one before a click', async () => {
  const recorder = await open();
  recorder.started(START);
  for (let x = 0; x < 100; x++, ms++) recorder.record([move(x)], 'client');
  recorder.record([encodeDesktop({ kind: 'pointerButton', button: 0, isDown: true })], 'client');
  await recorder.end(END);
  const frames = await framesOf(await find());
  expect(frames.length).toBeLessThan(12);
  expect(frames.at(-2)?.message).toEqual({ kind: 'pointerMove', x: 99, y: 5 });
});

test('requests a keyframe after a time and a number of bytes, and starts a segment with it', async () => {
  const recorder = await open();
  recorder.started(START);
  const noise = new Uint8Array(200_000).map((_, at) => (at * 7919) >> 3);
  const picture = (bytes: number) =>
    encodeDesktop({
      kind: 'picture',
      placed: { area: { left: 0, top: 0, right: 9, bottom: 9 }, png: noise.slice(0, bytes) },
    });
  recorder.record([activated(10, 10), move(3)], 'server');
  recorder.record([move(3)], 'client');
  for (let count = 0; count < 11; count++) recorder.record([picture(200_000)], 'server');
  expect(recorder.wantsKeyframe).toBe(false);
  ms = 10_000;
  expect(recorder.wantsKeyframe).toBe(true);
  recorder.keyframe(
    { width: 10, height: 10 },
    Array.from({ length: 10 }, () => picture(200_000)),
  );
  ms = 30_000;
  recorder.record(
    Array.from({ length: 11 }, () => picture(200_000)),
    'server',
  );
  expect(recorder.wantsKeyframe).toBe(false); // the last keyframe was as large
  recorder.record(
    Array.from({ length: 11 }, () => picture(200_000)),
    'server',
  );
  expect(recorder.wantsKeyframe).toBe(true);
  await recorder.end(END);
  const recording = await find();
  const { segments } = await readDesktopIndex(recording);
  expect(segments.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 10_000],
    [10_000, 30_000],
  ]);
  expect(segments.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(recording.bytes);
  const repeated = (await framesOf(recording)).filter(({ isKeyframe }) => isKeyframe);
  expect(repeated.map(({ message }) => message.kind)).toEqual([
    'screenSize',
    ...Array<string>(10).fill('picture'),
    'pointerMove',
  ]);
});

test('an abandoned session leaves no recording', async () => {
  const recorder = await open();
  recorder.record([activated(10, 10)], 'server');
  await recorder.abandon();
  expect(await recordings.ids()).toEqual([]);
});

test('an interrupted recording is playable up to its last complete frame, wherever it was cut', async () => {
  const { sid } = await writeDesktopRecording(root, { durationMs: 15_000, noise: 900, isCut: true });
  const files = recordings.files(sid);
  const bytes = readFileSync(files.bytes);
  const index = readFileSync(files.index);
  const whole = await framesOf({ sid, files, event: {}, bytes: bytes.length });
  const copy = `${files.folder}.copy`;
  cpSync(files.folder, copy, { recursive: true });
  const cuts = Array.from({ length: 16 }, (_, at) => [
    Math.floor((bytes.length * at) / 15),
    Math.floor((index.length * ((at * 7) % 16)) / 15),
  ]);
  for (const [bytesLeft = 0, indexLeft = 0] of cuts) {
    rmSync(files.folder, { recursive: true, force: true });
    cpSync(copy, files.folder, { recursive: true });
    truncateSync(files.bytes, bytesLeft);
    truncateSync(files.index, indexLeft);
    const reports: unknown[] = [];
    const closed = await closeUnfinished(recordings, audit(), (error) => reports.push(error));
    if (index.indexOf(10) >= indexLeft) {
      expect(closed).toEqual([]); // the session is unknown
      expect(await recordings.ids()).toEqual([]);
      expect(String(reports)).toMatch(bytesLeft > 0 ? /is damaged/ : /^$/);
      rmSync(`${files.folder}.damaged`, { recursive: true, force: true });
      continue;
    }
    expect(reports).toEqual([]);
    expect(closed).toEqual([sid]);
    const recording = await find(sid);
    const frames = await framesOf(recording);
    expect(frames).toEqual(whole.slice(0, frames.length));
    const missing = whole[frames.length];
    if (missing) expect(bytesLeft).toBeLessThan(recording.bytes + 8 + encodeDesktop(missing.message).length);
    const { durationMs, segments } = await readDesktopIndex(recording);
    expect(durationMs).toBe(frames.at(-1)?.ms ?? 0);
    expect(segments.reduce((sum, segment) => sum + segment.bytes, 0)).toBe(recording.bytes);
    expect(recording.event).toMatchObject({
      event: 'windows.desktop.session.end',
      code: 'TDP01I',
      desktop_name: 'wks-7',
      recorded: true,
      interrupted: expect.stringContaining('stopped') as string,
      session_stop: new Date(DESKTOP_START_MS + durationMs).toISOString(),
    });
  }
});

test('a recording ends before bytes that are not a message', async () => {
  const { sid } = await writeDesktopRecording(root, { durationMs: 2000, isCut: true });
  const files = recordings.files(sid);
  const bytes = readFileSync(files.bytes);
  writeFileSync(files.bytes, Buffer.concat([bytes, Buffer.alloc(4096)]));
  await closeUnfinished(recordings, audit(), fail);
  expect((await find(sid)).bytes).toBe(bytes.length);
});

test('the indexer stores no text of a desktop recording, and its events are start and end', async () => {
  const { sid, end } = await writeDesktopRecording(root, { durationMs: 2000 });
  const store = RecordingTextStore.open(root);
  const failures: unknown[] = [];
  await new Promise<void>((resolve) => {
    const work = new IndexWork(recordings, store, { failed: (_, error) => failures.push(error), idle: resolve });
    work.look({ maxChars: 1e6, beforeMs: 0 });
  });
  expect(failures).toEqual([]);
  expect(store.nextPending()).toBeUndefined();
  const events: unknown[] = [];
  for await (const event of readEvents(await find(sid), 0)) events.push(event['event']);
  expect(events).toEqual(['windows.desktop.session.start', end['event']]);
});

test('limits the number of marks of a screen that changes its size all day', async () => {
  const recorder = await open();
  recorder.started(START);
  for (let width = 1; width <= 12_000; width++) {
    ms += 1;
    const size = { width: 1 + (width % 8000), height: 600 };
    recorder.record([encodeDesktop({ kind: 'activated', ioChannelId: 0, userChannelId: 0, ...size })], 'server');
  }
  recorder.record([encodeDesktop({ kind: 'notification', text: 'slow', severity: 1 })], 'server');
  await recorder.end(END);
  const recording = await find();
  expect((await readDesktopIndex(recording)).marks).toHaveLength(10_000);
  expect(marksIn(recording.files.index)).toBe(10_000);
  expect((await framesOf(recording)).filter(({ message }) => message.kind === 'screenSize')).toHaveLength(12_000);
});

test('limits the number of marks of an older gateway when its recording is closed', async () => {
  const { sid } = await writeDesktopRecording(root, { durationMs: 2000, isCut: true });
  const { index } = recordings.files(sid);
  const mark = `${JSON.stringify(['mark', { ms: 1, kind: 'size', width: 1, height: 1 }])}\n`;
  appendFileSync(index, mark.repeat(30_000));
  expect(await closeUnfinished(recordings, audit(), fail)).toEqual([sid]);
  expect(marksIn(index)).toBe(10_000);
  expect(readFileSync(index, 'utf8').trimEnd().split('\n').at(-1)).toMatch(/^\["end",\d+\]$/);
});

test('a recording without its stream file is closed and not removed', async () => {
  const { sid } = await writeDesktopRecording(root, { durationMs: 2000, isCut: true });
  rmSync(recordings.files(sid).bytes);
  expect(await closeUnfinished(recordings, audit(), fail)).toEqual([sid]);
  expect(await find(sid)).toMatchObject({ bytes: 0, event: { desktop_name: 'wks-7' } });
});

test('a recording that cannot be read is reported and not changed, and others are closed', async () => {
  const broken = await writeDesktopRecording(root, { durationMs: 2000, isCut: true });
  const whole = await writeDesktopRecording(root, { durationMs: 2000, isCut: true });
  const { index } = recordings.files(broken.sid);
  rmSync(index);
  mkdirSync(index);
  const errors: unknown[] = [];
  expect(await closeUnfinished(recordings, audit(), (error) => errors.push(error))).toEqual([whole.sid]);
  expect(errors).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
  expect(await recordings.unfinished(fail)).toEqual([broken.sid]);
});
