import { expect, test } from 'vitest';
import { jsonInTurns } from './turns.ts';

test.each([
  ['no members', {}],
  ['short lists', { active: [], marks: [{ ms: 1, text: '“a”,]' }], user: 'ann', bytes: 0 }],
  ['a list that ends with a piece', { active: Array.from({ length: 2000 }, (_, n) => [n, n]), durationMs: 1 }],
  ['a list that does not', { name: 'x"', active: Array.from({ length: 2001 }, (_, n) => [n]) }],
])('%s give the usual JSON', async (_, answer) => {
  expect((await jsonInTurns(answer)).toString()).toBe(JSON.stringify(answer));
});

test('writing the index of a week-long recording leaves time for other work', async () => {
  const active = Array.from({ length: 7 * 86_400 }, (_, second) => [second, 1234]);
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await jsonInTurns({ active });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});
