import { Terminal as HeadlessTerminal } from '@xterm/headless/lib-headless/xterm-headless.mjs';
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { charWidths, MARKS_MAX } from './charWidths.ts';
import { limitCounts, sliceSequences } from './sequenceCounts.ts';

const KINDS = [
  { name: 'in a page', Kind: Terminal },
  { name: 'without a DOM', Kind: HeadlessTerminal },
];
type Kind = (typeof KINDS)[number]['Kind'];
const COLS = 10;
const ROWS = 4;

/** Returns the rows and the cursor after the output. `isLimited` switches our limits on or off. */
async function screenAfter(Kind: Kind, output: string, isLimited = true) {
  const terminal = new Kind({ cols: COLS, rows: ROWS, allowProposedApi: true, logLevel: 'off' });
  if (isLimited) limitCounts(terminal);
  const spentMs = cpuClock();
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const ms = spentMs();
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true));
  terminal.dispose();
  return { ms, screen: { rows, cursor: [active.cursorX, active.cursorY] } };
}

const BEFORE = 'one\r\ntwo\r\nthree\r\nfour\x1b[2;3H';

test.each(KINDS.flatMap((kind) => Array.from('LMSTIZ', (final) => ({ ...kind, final }))))(
  'an emulator $name limits a huge count of $final to the effect of a large count',
  async ({ Kind, final }) => {
    const huge = await screenAfter(Kind, `${BEFORE}\x1b[2147483647${final}`);
    const large = await screenAfter(Kind, `${BEFORE}\x1b[500${final}`, false);
    expect(huge.screen).toEqual(large.screen);
    expect(huge.ms).toBeLessThan(1000);
  },
);

test.each(KINDS)('an emulator $name repeats a character at most once per cell of the screen', async ({ Kind }) => {
  const { screen, ms } = await screenAfter(Kind, 'a\x1b[400000000b');
  expect(screen.rows.join('')).toBe('a'.repeat(1 + COLS * ROWS));
  expect(ms).toBeLessThan(1000);
  const few = 'one\x1b[2b';
  expect((await screenAfter(Kind, few)).screen).toEqual((await screenAfter(Kind, few, false)).screen);
});

test.each(KINDS)('an emulator $name repeats a cell with many combining marks less often', async ({ Kind }) => {
  const marked = `a${'\u0301'.repeat(COLS - 1)}`;
  const { rows } = (await screenAfter(Kind, `${marked}\x1b[400000000b`)).screen;
  expect(rows.join('').length).toBeLessThanOrEqual(marked.length + COLS * ROWS);
});

test.each(KINDS)('an emulator $name limits the combining marks of a character', async ({ Kind }) => {
  const terminal = new Kind({ cols: COLS, rows: ROWS, allowProposedApi: true, logLevel: 'off' });
  terminal.unicode.register(charWidths);
  terminal.unicode.activeVersion = charWidths.version;
  limitCounts(terminal);
  const marks = '\u0301\u0323'.repeat(MARKS_MAX / 2);
  const family = '👩\u200d👩\u200d👧';
  // Output of a socket can be split between a character and its marks.
  for (const output of [`${family}a${marks}`, `${marks.repeat(100)}b${marks}c\r\n\u0301d`])
    await new Promise<void>((resolve) => terminal.write(output, resolve));
  const { active } = terminal.buffer;
  expect(active.getLine(0)?.translateToString(true)).toBe(`${family}a${marks}b${marks}c`);
  expect(active.getLine(1)?.translateToString(true)).toContain('d');
  terminal.dispose();
});

test.each(KINDS)('an emulator $name ignores a long OSC sequence quickly', async ({ Kind }) => {
  const terminal = new Kind({ cols: COLS, rows: ROWS, allowProposedApi: true, logLevel: 'off' });
  limitCounts(terminal);
  const titles: string[] = [];
  terminal.onTitleChange((title) => titles.push(title));
  const write = (output: string) => new Promise<void>((resolve) => terminal.write(output, resolve));
  const spentMs = cpuClock();
  for (const code of [4, 10, 104]) await write(`\x1b]${code};${'1;?;'.repeat(100_000)}\x07`);
  expect(spentMs()).toBeLessThan(2000);
  await write(`\x1b]2;${'x'.repeat(1_000_000)}\x07\x1b]0;short\x07end`);
  expect(titles).toEqual(['short']);
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('end');
  terminal.dispose();
});

test('does not change a count within the screen', async () => {
  const inside = `${BEFORE}\x1b[3L\x1b[2S\x1b[1I`;
  expect((await screenAfter(Terminal, inside)).screen).toEqual((await screenAfter(Terminal, inside, false)).screen);
});

test.each([
  ['switches between screen buffers', '\x1b[?1049ha\x1b[?1049l', 5000],
  ['cleared screens', '\x1b[2J', 30_000],
  ['resets', '\x1bc', 5000],
  ['inserted lines', '\x1b[100L', 5000],
  ['lines scrolled down', '\x1bM', 200_000],
  ['inserted columns', "\x1b[99'}", 5000],
])('the page stays responsive during a flood of %s', async (_what, sequence, times) => {
  const terminal = new Terminal({ cols: 200, rows: 60, allowProposedApi: true, logLevel: 'off' });
  limitCounts(terminal);
  sliceSequences(terminal);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await new Promise<void>((resolve) => terminal.write(`${sequence.repeat(times)}\x1b[Hend`, resolve));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(4); // without slices there is only one turn, at the end
  const { active } = terminal.buffer;
  expect([active.type, active.getLine(active.baseY)?.translateToString(true)]).toEqual(['normal', 'end']);
  terminal.dispose();
});
