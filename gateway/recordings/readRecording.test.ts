import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import fixture from '../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { readEntries, toByteRange, toEventIndex } from './readRecording.ts';
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
])('offset %s and bytes %s are read as %i and %i', (offset, bytes, from, count) => {
  expect(toByteRange(offset, bytes)).toEqual({ offset: from, bytes: count });
});

test('an index that is negative or not a number is read as 0', () => {
  expect([undefined, '', 'x', '-3', '4', '2.5'].map(toEventIndex)).toEqual([0, 0, 0, 0, 4, 0]);
});

test('events of the published recording are the same after writing and reading the index', () => {
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

test.each(['', '[1', '[1]', '[1,', '["a",2]', '{"event":"x"', 'null', '5'])(
  'ignores an incomplete line: %s',
  (line) => {
    expect(readLine(line)).toBeUndefined();
  },
);

test('Unicode line and paragraph separators in an event do not end an index line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = join(folder, 'index.jsonl');
  const joins = Array.from({ length: 3000 }, (_, n) => ({ event: 'session.join', user: `o\u2028tto\u2029${n} …` }));
  const lines = joins.map((event) => eventLine(event));
  writeFileSync(index, `${lines.join('')}${printLine(1000, 5)}[1001,7`); // longer than one read, last line incomplete
  const read = [];
  for await (const entry of readEntries(index)) read.push(entry.kind === 'event' ? entry.document : entry);
  expect(read).toEqual([...joins, { kind: 'print', timeMs: 1000, bytes: 5 }]);
});
