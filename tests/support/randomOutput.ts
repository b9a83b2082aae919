// Random output, for properties that hold for every recording: text, colours, margins, both screens, character sets,
// combining marks, and sequences and characters cut in two.
import { utf8 } from '../../src/lib/encoding.ts';
import type { Random } from './random.ts';

export type OutputStep = { bytes: Uint8Array } | { cols: number; rows: number };

export function randomOutput(random: Random, count: number): OutputStep[] {
  const number = (below: number) => random.below(below);
  const pick = (texts: readonly (string | number)[]): string => String(random.pick(texts));
  const pieces: (() => string)[] = [
    () => 'the quick brown fox '.slice(number(20)).repeat(1 + number(4)),
    () => '\r\n'.repeat(1 + number(3)),
    () => pick(['\n', '\r', '\b', '\t', '\x0b', '\x0e', '\x0f']),
    () => pick(['漢字', 'é', 'a\u0301', '😀', '한', '\u0301', '👩‍🚀']),
    () => `\x1b[${pick([0, 1, 3, 4, 7, 31, 32, 44, 97, 105])}m`,
    () => `\x1b[38;5;${number(256)}m\x1b[48;2;${number(256)};${number(256)};0m`,
    () => `\x1b[4:3m\x1b[58;5;${number(256)}m`,
    () => `\x1b[${1 + number(14)};${1 + number(45)}H`,
    () =>
      `\x1b[${number(6)}${pick(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'd', 'X', 'P', '@', 'L', 'M', 'S', 'T', 'I', 'Z', 'b'])}`,
    () => `\x1b[${number(4)}${pick(['J', 'K'])}`,
    () => `\x1b[${1 + number(5)};${6 + number(7)}r`,
    () =>
      pick(['\x1b[r', '\x1b[?6h', '\x1b[?6l', '\x1b[?7l', '\x1b[?7h', '\x1b[4h', '\x1b[4l', '\x1b[?45h', '\x1b[20h']),
    () => pick(['\x1b7', '\x1b8', '\x1b[s', '\x1b[u', '\x1bM', '\x1bD', '\x1bE', '\x1bH', '\x1b[3g', '\x1b[g']),
    () => pick(['\x1b[?1049h', '\x1b[?1049l', '\x1b[?47h', '\x1b[?47l', '\x1b[?25l', '\x1b[?25h']),
    () => pick(['\x1b(0', '\x1b(B', '\x1b)0', '\x1b)A', 'lqqk x x', '\x1b#8']),
    () =>
      pick(['\x1b]0;name\x07', '\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\', '\x1b]4;1;#00ff00\x07', '\x1bP+q\x1b\\']),
    () => pick(['\x1b[!p', '\x1bc', '\x1b[2 q']),
  ];
  const steps: OutputStep[] = [];
  for (let step = 0; step < count; step++) {
    if (random.chance(0.04)) {
      steps.push({ cols: 10 + number(50), rows: 4 + number(14) });
      continue;
    }
    const bytes = utf8(Array.from({ length: 1 + number(4) }, () => random.pick(pieces)()).join(''));
    const cut = random.chance(0.2) ? number(bytes.length) : bytes.length;
    steps.push({ bytes: bytes.slice(0, cut) });
    if (cut < bytes.length) steps.push({ bytes: bytes.slice(cut) });
  }
  return steps;
}
