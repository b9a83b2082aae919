import { expect, test } from 'vitest';
import { needsQuestion, planPaste } from './pasteText.ts';

test.each([
  ['ls -la', 1, 0, false],
  ['ls -la\n', 1, 0, true],
  ['a\r\nb\rc\nd', 4, 0, true],
  ['tab\tis text', 1, 0, false],
  ['\x1b[201~rm -rf /', 1, 1, true],
  ['\u009b201~x', 1, 1, true],
  ['', 1, 0, false],
])('%j has %i lines and %i characters that are left out', (pasted, lines, left, asks) => {
  const plan = planPaste(pasted);
  expect([plan.lines, plan.left, needsQuestion(plan)]).toEqual([lines, left, asks]);
});

test('nothing that a terminal obeys comes through', () => {
  expect(planPaste('\x1b[201~rm\x07\x00 -rf /\ttmp\r\n').text).toBe('[201~rm -rf /\ttmp\r\n');
});
