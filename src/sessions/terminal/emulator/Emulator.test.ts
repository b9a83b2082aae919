// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Emulator } from './Emulator.ts';

// The browser of the tests has no style sheets and no fonts.
vi.mock('./palette.ts', () => ({
  readPalette: () => ({ background: '#fcfcfa', foreground: '#1f1f1f', black: '#1f1f1f' }),
}));
Object.defineProperty(document, 'fonts', { value: { check: () => true } });

let emulator: Emulator;
beforeEach(() => {
  emulator = new Emulator({ scrollbackLines: 100 });
  emulator.attach(document.body.appendChild(document.createElement('div')));
});
const write = (text: string) =>
  new Promise<void>((resolve) => emulator.write(new TextEncoder().encode(text), () => resolve()));

test('raises the contrast of text in the colour of its background', async () => {
  await write('\x1b[30;40mhidden\x1b[m plain');
  const styleOf = (text: string) =>
    [...document.querySelectorAll('.xterm-rows span')].find(({ textContent }) => textContent.includes(text));
  await vi.waitUntil(() => styleOf('plain'));
  expect(styleOf('hidden')?.getAttribute('style')).toMatch(/color:#/);
  expect(styleOf('plain')?.getAttribute('style')).toBeNull();
});

test('a sticky modifier applies to the next key, not to a report of the terminal', async () => {
  const typed = vi.fn();
  emulator.input.subscribe(typed);
  emulator.sticky.set({ ctrl: true, alt: false });
  await write('\x1b[6n');
  expect(typed.mock.calls).toEqual([['\x1b[1;1R']]);
  emulator.send('c');
  expect(typed).toHaveBeenLastCalledWith('\x03');
});

test('limits the answers to requests to 1,000 per second, and still sends keys', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
  onTestFinished(() => now.mockRestore());
  const typed = vi.fn();
  emulator.input.subscribe(typed);
  await write('\x1b[c\x1b[6n\x1b]10;?\x07\x1b[?25$p'.repeat(1000));
  expect(typed).toHaveBeenCalledTimes(1000);
  emulator.send('c');
  expect(typed).toHaveBeenLastCalledWith('c');
  now.mockReturnValue(6000);
  await write('\x1b[6n');
  expect(typed).toHaveBeenLastCalledWith('\x1b[1;1R');
});

test.each([
  ['set', '\x1b]4;1;rgb:11/22/33\x07'],
  ['restored', '\x1b]104\x07'],
  ['set for the background', '\x1b]11;#112233\x07'],
])('the page stays responsive during a flood of colours that are %s', async (_, sequence) => {
  // Each of them takes two milliseconds, independent of the machine.
  let nowMs = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1));
  onTestFinished(() => now.mockRestore());
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(timer));
  await write(sequence.repeat(1000));
  expect(turns).toBeGreaterThan(4);
});

test('repeats a character at most once per cell of the screen', async () => {
  await write('\x1b[2J\x1b[Ha\x1b[400000b');
  expect(emulator.text().trim()).toBe('a'.repeat(1 + 80 * 24));
});
