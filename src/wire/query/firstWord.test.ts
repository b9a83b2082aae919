import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { firstWord } from './firstWord.ts';
import type { QueryProtocol } from './messages.ts';

test.each<[QueryProtocol, string, string]>([
  ['postgres', 'SELECT 1', 'select'],
  ['postgres', ' \n(( select 1) union (select 2))', 'select'],
  ['postgres', '-- drop\n/* a /* nested */ drop */ update t', 'update'],
  ['postgres', '/* never closed', ''],
  ['postgres', '# select', ''],
  ['postgres', '1', ''],
  ['mysql', '# drop\n-- drop\nshow tables', 'show'],
  ['mysql', '/* a /* */ select 1', 'select'],
  ['mysql', '/*! drop table t */', ''],
  ['mysql', '/*M! drop table t */', ''],
  ['mysql', '/*!50000 select */ 1', ''],
  ['mysql', '--select 1', ''],
])('%s: the first word of %j is %j', (protocol, sql, word) => expect(firstWord(sql, protocol)).toBe(word));

test('long texts take their length', () => {
  const spentMs = cpuClock();
  for (const sql of ['/*'.repeat(500_000), '/**/'.repeat(250_000), '-- a\n'.repeat(200_000), ' '.repeat(1_000_000)])
    for (const protocol of ['postgres', 'mysql'] as const) firstWord(`${sql}select`, protocol);
  expect(spentMs()).toBeLessThan(2000);
});
