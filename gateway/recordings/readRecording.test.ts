import { expect, test } from 'vitest';
import fixture from '../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { toByteRange, toEventIndex } from './readRecording.ts';
import { eventLine, printLine, readLine, TimelineReader } from './timeline.ts';

const CHUNK = 5_242_880;

test.each([
  [undefined, undefined, 0, CHUNK],
  ['10', '20', 10, 20],
  ['-5', '0', 0, CHUNK],
  ['abc', 'xyz', 0, CHUNK],
  ['1.5', '1e3', 0, CHUNK],
  ['7', String(CHUNK + 1), 7, CHUNK],
  ['7', '-1', 7, CHUNK],
])('offset %s and bytes %s mean %i and %i', (offset, bytes, from, count) => {
  expect(toByteRange(offset, bytes)).toEqual({ offset: from, bytes: count });
});

test('an index that is no number, or negative, is the first', () => {
  expect([undefined, '', 'x', '-3', '4', '2.5'].map(toEventIndex)).toEqual([0, 0, 0, 0, 4, 0]);
});

test('events of the published recording survive the way through an index', () => {
  const published = fixture.sshRecording.eventsResponse.events as Record<string, unknown>[];
  const lines = published.map((event) =>
    event['event'] === 'print'
      ? printLine(Date.parse(String(event['time'])), Number(event['bytes']))
      : eventLine(event),
  );
  const reader = new TimelineReader();
  const read = lines.map((line) => readLine(line)).map((entry) => (entry ? reader.next(entry) : undefined));
  const shown = (events: (Record<string, unknown> | undefined)[]) =>
    events.map((event) => [event?.['event'], event?.['bytes'], event?.['offset'], event?.['ms'], event?.['ci']]);
  expect(shown(read)).toEqual(shown(published));
});

test.each(['', '[1', '[1]', '[1,', '["a",2]', '{"event":"x"', 'null', '5'])('a cut line is none: %s', (line) => {
  expect(readLine(line)).toBeUndefined();
});
