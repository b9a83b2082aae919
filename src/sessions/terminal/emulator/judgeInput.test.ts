import { expect, test } from 'vitest';
import { needsQuestion, planPaste, isReport } from './judgeInput.ts';

test.each([
  ['ls -la', 1, 0, false],
  ['ls -la\n', 1, 0, true],
  ['a\r\nb\rc\nd', 4, 0, true],
  ['tab\tis text', 1, 0, false],
  ['\x1b[201~rm -rf /', 1, 1, true],
  ['\u009b201~x', 1, 1, true],
  ['', 1, 0, false],
])('the paste of %j has %i lines and %i removed characters', (pasted, lines, left, asks) => {
  const plan = planPaste(pasted);
  expect([plan.lines, plan.left, needsQuestion(plan)]).toEqual([lines, left, asks]);
});

test('removes all control characters except tabs and line ends from a paste', () => {
  expect(planPaste('\x1b[201~rm\x07\x00 -rf /\ttmp\r\n').text).toBe('[201~rm -rf /\ttmp\r\n');
});

test.each([
  '\x1b[?1;2c',
  '\x1b[>0;276;0c',
  '\x1b[12;40R',
  '\x1b[0n',
  '\x1b[?2026;2$y',
  '\x1b[I',
  '\x1b[O',
  '\x1b[<0;12;7M',
  '\x1b[<0;12;7m',
  '\x1b[M !!',
  '\x1b]10;rgb:d8d8/d7d7/d4d4\x1b\\',
  '\x1bP1$r0m\x1b\\',
])('%j is a report of the terminal', (text) => expect(isReport(text)).toBe(true));

test.each([
  'a',
  'ls -l\r',
  '\x03',
  '\x1b',
  '\x1b[A',
  '\x1bOP',
  '\x1b[15~',
  '\x1b[1;5C',
  '\x1b[Z',
  '\x1bc',
  'é',
  '\x1b[200~x\x1b[201~',
])('%j is input of the user', (text) => expect(isReport(text)).toBe(false));
