import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { toBlock, Transcript } from './Transcript.ts';

const LINES = ['\u{feff}first', '', 'grün 日本 🙂', 'a\0b\tc'];

test('returns lines unchanged, including special characters', () => {
  const transcript = new Transcript();
  transcript.add(toBlock(LINES.slice(0, 3).map((text, index) => ({ text, ms: index * 10 }))), []);
  transcript.add(toBlock([{ text: LINES[3] ?? '', ms: 30 }]), []);
  transcript.add(toBlock([]), []);
  expect(transcript.count).toBe(4);
  expect(LINES.map((_, line) => transcript.textOf(line))).toEqual(LINES);
  expect(LINES.map((_, line) => transcript.msOf(line))).toEqual([0, 10, 20, 30]);
  expect(transcript.text).toBe(LINES.map((text) => `${text}\n`).join(''));
  expect([transcript.textOf(4), transcript.lineAt(25), transcript.lineAt(-1)]).toEqual(['', 2, -1]);
});

test('finds the line and the output of a command', () => {
  const transcript = new Transcript();
  const lines = ['$ uname -a', 'Linux ö', '$ true', '$ '];
  const command = { text: 'uname -a', ms: 0, isGuess: true };
  transcript.add(toBlock(lines.map((text, index) => ({ text, ms: index }))), [
    command,
    { text: 'true', ms: 2, isGuess: true },
  ]);
  expect(transcript.commands).toEqual([
    { ...command, line: 0, output: 'Linux ö' },
    { text: 'true', ms: 2, isGuess: true, line: 2 },
  ]);
});

test('assigns thousands of commands with the same time to separate lines quickly', () => {
  const transcript = new Transcript();
  const commands = Array.from({ length: 6000 }, (_, n) => ({ text: `echo ${n % 3}`, ms: 5, isGuess: false }));
  const lines = commands.flatMap(({ text }, n) => [`$ ${text}`, String(n)]);
  const spentMs = cpuClock();
  transcript.add(toBlock(lines.map((text) => ({ text, ms: 5 }))), commands);
  expect(spentMs()).toBeLessThan(1000);
  expect(transcript.commands).toEqual(commands.map((command, n) => ({ ...command, line: 2 * n, output: String(n) })));
});

test('handles thousands of commands without matching lines quickly', () => {
  const transcript = new Transcript();
  const lines = Array.from({ length: 6000 }, (_, n) => ({ text: `line ${n}`, ms: 5 }));
  const commands = Array.from({ length: 6000 }, () => ({ text: 'make', ms: 5, isGuess: false }));
  const spentMs = cpuClock();
  transcript.add(toBlock(lines), commands);
  expect(spentMs()).toBeLessThan(1000);
  expect(transcript.commands).toEqual(commands);
});
