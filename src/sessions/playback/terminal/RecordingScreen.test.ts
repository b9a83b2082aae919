// @vitest-environment happy-dom
// The page of a player stays responsive during a flood of escape sequences.
import { expect, onTestFinished, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import { RecordingScreen } from './RecordingScreen.ts';

Object.defineProperty(document, 'fonts', { value: { check: () => true } });

test.each([
  ['switches between screen buffers', '\x1b[?1049ha\x1b[?1049l', 5000],
  ['resets', '\x1bc', 5000],
  ['inserted lines', '\x1b[100L', 5000],
  ['cleared screens', '\x1b[2J', 30_000],
])('the page stays responsive during a flood of %s', async (_, sequence, times) => {
  const screen = new RecordingScreen();
  onTestFinished(() => screen.dispose());
  screen.clear({ cols: 200, rows: 60 });
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(timer));
  await screen.write(utf8(sequence.repeat(times)));
  expect(turns).toBeGreaterThan(4);
});
