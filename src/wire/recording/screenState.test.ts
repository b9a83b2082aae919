import { Terminal as HeadlessTerminal } from '@xterm/headless/lib-headless/xterm-headless.mjs';
import { Terminal } from '@xterm/xterm';
import { expect, test } from 'vitest';
import { utf8 } from '../../lib/encoding.ts';
import { RECORDING_OPTIONS, prepareForRecording } from './recordingTerminal.ts';
import { Random } from '../../../tests/support/random.ts';
import { randomOutput } from '../../../tests/support/randomOutput.ts';
import { isAtRest, restoreScreen, saveScreen, type StatefulTerminal } from './screenState.ts';

/** Each seed takes some 100 ms on a busy machine: every write of the emulator waits for a timer. */
const SEEDS = Number(process.env['FUZZ_SEEDS'] ?? 40);

type Emulator = HeadlessTerminal | Terminal;

function headless(cols = 40, rows = 12): HeadlessTerminal {
  const terminal = new HeadlessTerminal({ ...RECORDING_OPTIONS, cols, rows });
  prepareForRecording(terminal);
  return terminal;
}

function inPage(cols = 40, rows = 12): Terminal {
  const terminal = new Terminal({ ...RECORDING_OPTIONS, cols, rows });
  prepareForRecording(terminal);
  return terminal;
}

const write = (terminal: Emulator, bytes: Uint8Array) => new Promise<void>((done) => terminal.write(bytes, done));

/** The visible content of the screen, read through the public API only. */
function picture(terminal: Emulator): string[] {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    return Array.from({ length: terminal.cols }, (__, column) => {
      const cell = line?.getCell(column);
      return `${cell?.getChars() ?? ''}/${cell?.getFgColorMode() ?? ''},${cell?.getFgColor() ?? ''},${cell?.getBgColorMode() ?? ''},${cell?.getBgColor() ?? ''},${cell?.isBold() ?? ''}${cell?.isInverse() ?? ''}${cell?.isUnderline() ?? ''}`;
    }).join('|');
  });
  return [...rows, `${active.cursorX},${active.cursorY},${active.type}`];
}

async function play(terminal: Emulator, steps: ReturnType<typeof randomOutput>): Promise<void> {
  for (const step of steps) {
    if ('bytes' in step) await write(terminal, step.bytes);
    else terminal.resize(step.cols, step.rows);
  }
}

test.each([
  ['a headless emulator', headless],
  ['the emulator of a page', inPage],
])('%s that continues from a saved screen shows the same as an emulator with the whole output', async (_, create) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new Random(seed);
    const steps = randomOutput(random, 40);
    const whole = headless();
    let cut = random.below(steps.length);
    await play(whole, steps.slice(0, cut));
    while (!isAtRest(whole) && cut < steps.length) await play(whole, steps.slice(cut, ++cut));
    const saved = JSON.parse(JSON.stringify(saveScreen(whole))) as ReturnType<typeof saveScreen>;
    const resumed: Emulator & StatefulTerminal = create();
    await write(resumed, utf8('what was there before \x1b[31m\x1b(0\x1b[5;9r\x1b[?1049h\x1b]0;begun'));
    restoreScreen(resumed, saved);
    expect(picture(resumed), `seed ${seed}, restored`).toEqual(picture(whole));
    await play(whole, steps.slice(cut));
    await play(resumed, steps.slice(cut));
    expect(picture(resumed), `seed ${seed}, at the end`).toEqual(picture(whole));
    resumed.dispose();
    whole.dispose();
  }
});

test('an emulator is at rest only between characters and sequences', async () => {
  const terminal = headless();
  for (const [text, rests] of [
    [utf8('plain'), true],
    [utf8('\x1b['), false],
    [utf8('31m'), true],
    [Uint8Array.of(0xe6), false],
    [Uint8Array.of(0xbc, 0xa2), true],
    [utf8('\x1b]0;title'), false],
    [utf8('\x07'), true],
  ] as const) {
    await write(terminal, text);
    expect(isAtRest(terminal)).toBe(rests);
  }
});

test.each([
  ['a headless emulator', headless],
  ['the emulator of a page', inPage],
])('%s keeps characters that are split at any position between writes', async (_, create) => {
  const text = '… — ’ “ 。 「 à é 👀 🀀 x\u200dx';
  const bytes = utf8(text);
  const whole = create();
  await write(whole, bytes);
  for (const step of [1, 2, 3]) {
    const pieces = create();
    for (let at = 0; at < bytes.length; at += step) await write(pieces, bytes.subarray(at, at + step));
    expect(picture(pieces)).toEqual(picture(whole));
    expect(isAtRest(pieces)).toBe(true);
  }
  await write(whole, Uint8Array.of(0xe2, 0x80));
  expect(isAtRest(whole)).toBe(false);
});

test('drops an incomplete character and keeps the following output', async () => {
  const terminal = headless();
  for (const bytes of [[0xe2, 0x80], [0x61], [0xf0, 0x80, 0x80], [0x62, 0xe2], [0xe2, 0x80, 0xa6]])
    await write(terminal, Uint8Array.from(bytes));
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('ab…');
});
