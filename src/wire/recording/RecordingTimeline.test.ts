import { expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { Random } from '../../../tests/support/random.ts';
import type { JsonObject } from '../../lib/json.ts';
import { compatibleTimeline } from './compatibleTimeline.ts';
import { EventSplitter } from './EventSplitter.ts';
import { displayTime, formatMoment, parseMoment } from './moment.ts';
import { RecordingTimeline } from './RecordingTimeline.ts';

function timelineOf(events: readonly JsonObject[]): RecordingTimeline {
  const timeline = new RecordingTimeline();
  for (const event of events) timeline.add(event);
  timeline.finish();
  return timeline;
}

const T0 = Date.parse('2030-01-02T03:04:05.000Z');
const time = (ms: number) => new Date(T0 + ms).toISOString();
const print = (ms: number, bytes: number, offset?: number): JsonObject => ({
  event: 'print',
  ms,
  bytes,
  time: time(ms),
  ...(offset !== undefined && { offset }),
});
const resize = (ms: number, size: string): JsonObject => ({ event: 'resize', size, time: time(ms) });

test('equals the published example of a 13.1 player (streams §4.3)', () => {
  const { eventsResponse, timeline, duration } = vectors.sshRecording;
  const entries = compatibleTimeline(timelineOf(eventsResponse.events));
  expect(
    entries.map(({ tick, position, ms, print: printed }) =>
      printed
        ? {
            kind: 'print',
            offset: printed.offset,
            bytes: printed.bytes,
            w: printed.size.cols,
            h: printed.size.rows,
            tick,
            pos: position,
            displayTime: displayTime(ms),
          }
        : { kind: 'session.end', tick, pos: position, displayTime: displayTime(ms) },
    ),
  ).toEqual(timeline);
  expect(entries.at(-1)?.position).toBe(duration);
});

test('finds the print at a time, the size of a print, and the gaps', () => {
  const timeline = timelineOf([
    { event: 'session.start', size: '80:25', time: time(-500) },
    resize(-400, '120:40'),
    print(0, 10, 0),
    print(900, 5, 10),
    resize(1000, '60:20'),
    print(9000, 1, 15),
    { event: 'session.end', time: time(9500) },
  ]);
  expect([-1, 0, 899, 900, 8999, 9000, 1e9].map((ms) => timeline.printAt(ms))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
  expect([-1, 0, 1, 2].map((index) => timeline.sizeAt(index).cols)).toEqual([120, 120, 120, 60]);
  expect(timeline.gaps).toEqual([{ fromMs: 900, toMs: 9000 }]);
  expect([timeline.durationMs, timeline.totalBytes]).toEqual([9500, 16]);
  expect(timeline.events.map(({ ms, event }) => [ms, event['event']])).toEqual([
    [0, 'session.start'],
    [0, 'resize'],
    [1000, 'resize'],
    [9500, 'session.end'],
  ]);
});

test.each<[string, JsonObject[], object]>([
  ['no events', [], { printCount: 0, durationMs: 0, totalBytes: 0 }],
  [
    'no output',
    [
      { event: 'session.start', time: time(0) },
      { event: 'session.end', time: time(4000) },
    ],
    { printCount: 0, durationMs: 4000 },
  ],
  ['negative times', [print(-300, 2, 0), print(-100, 2, 2), print(50, 2, 4)], { printCount: 3, durationMs: 50 }],
  ['decreasing times', [print(0, 2, 0), print(500, 2, 2), print(400, 2, 4)], { printCount: 3, durationMs: 500 }],
  ['a missing end', [print(0, 2, 0), print(700, 2, 2)], { durationMs: 700, end: undefined }],
  ['an end without a time', [print(0, 2, 0), { event: 'session.end' }], { durationMs: 0 }],
  ['empty prints', [print(0, 0, 0), print(5, 3, 0)], { printCount: 1, totalBytes: 3 }],
  ['prints without offsets', [print(0, 4), print(5, 3)], { totalBytes: 7 }],
  ['invalid numbers', [{ event: 'print', ms: 'x', bytes: null }, print(3, 1)], { printCount: 1 }],
  ['a print with an impossible number of bytes', [print(0, 1e15, 0), print(3, 1)], { printCount: 1, totalBytes: 1 }],
  ['invalid sizes', [resize(0, '0:0'), resize(0, 'a:b'), resize(0, ''), print(0, 1)], { printCount: 1 }],
])('accepts %s', (_, events, expected) => {
  const timeline = timelineOf(events);
  expect(timeline).toMatchObject(expected);
  expect(timeline.sizeAt(0)).toEqual({ cols: 80, rows: 25 });
  expect(() => compatibleTimeline(timeline)).not.toThrow();
});

test('many resizes before a print count as one size', () => {
  const storm = Array.from({ length: 50_000 }, (_, index) => resize(index, `${20 + (index % 100)}:30`));
  const timeline = timelineOf([...storm, print(0, 1, 0)]);
  expect(timeline.sizeAt(0)).toEqual({ cols: 119, rows: 30 });
  expect([timeline.events.length, timeline.omittedEvents]).toEqual([20_000, 30_000]);
});

test('splits the events of a response in chunks of any size', () => {
  const { events } = vectors.sshRecording.eventsResponse;
  const hostile = [{ event: 'x', text: 'a "quoted" \\ } ] {[ text', nested: { list: [1, { a: '}' }] } }, ...events];
  const json = JSON.stringify({ events: hostile, startKey: 'k' });
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    const splitter = new EventSplitter();
    const read: JsonObject[] = [];
    for (let at = 0; at < json.length;) {
      const size = 1 + random.below(seed % 2 ? 5 : 300);
      read.push(...splitter.push(json.slice(at, at + size)));
      at += size;
    }
    expect(read).toEqual(hostile);
    expect(splitter.isWhole).toBe(true);
  }
});

test('detects a truncated response, and throws on invalid JSON', () => {
  const splitter = new EventSplitter();
  splitter.push('{"events":[{"event":"print"},{"eve');
  expect(splitter.isWhole).toBe(false);
  expect(new EventSplitter().isWhole).toBe(false);
  expect(() => new EventSplitter().push('{"events":[{print}]}')).toThrow(SyntaxError);
});

test.each([
  ['1m30s', 90_000],
  ['90', 90_000],
  ['1h2m3.25s', 3_723_250],
  ['0s', 0],
  ['2h', 7_200_000],
])('parses and formats the time %s', (text, ms) => {
  expect(parseMoment(text)).toBe(ms);
  expect(parseMoment(formatMoment(ms))).toBe(ms);
});

test.each(['', 'x', '-3s', '1m1h', '1e3', '99999999999s'])('rejects %j as a time', (text) => {
  expect(parseMoment(text)).toBeUndefined();
});

test('reads the start and the end of a database session', () => {
  const timeline = timelineOf([
    { event: 'db.session.start', db_service: 'shop-db', size: '160:45', time: time(0) },
    print(1000, 10),
    { event: 'db.session.end', time: time(9000) },
  ]);
  expect(timeline.start?.['db_service']).toBe('shop-db');
  expect(timeline.durationMs).toBe(8000);
  expect(timeline.sizeAt(0)).toEqual({ cols: 160, rows: 45 });
});
