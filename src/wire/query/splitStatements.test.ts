import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import type { QueryProtocol } from './messages.ts';
import { splitStatements } from './splitStatements.ts';

const firstWord = (sql: string, protocol: QueryProtocol) => splitStatements(sql, protocol, 0)[0]?.word ?? '';
const texts = (sql: string, protocol: QueryProtocol) => splitStatements(sql, protocol).map(({ text }) => text);

test.each<[QueryProtocol, string, string[]]>([
  ['postgres', '', []],
  ['postgres', ' ; -- nothing\n;/* no */', []],
  ['postgres', 'select 1; select 2', ['select 1', 'select 2']],
  ['postgres', `select ';', "a;b" ; select E'\\';' ;x`, [`select ';', "a;b"`, `select E'\\';'`, 'x']],
  ['postgres', `select '\\'; select 2`, [`select '\\'`, 'select 2']],
  ['postgres', `select 'it''s; one'; select 2`, [`select 'it''s; one'`, 'select 2']],
  ['postgres', 'do $$ begin; end $$; select $a$ ; $$ ; $a$', ['do $$ begin; end $$', 'select $a$ ; $$ ; $a$']],
  ['postgres', 'select a$1; select 2', ['select a$1', 'select 2']],
  ['postgres', 'select $1; select $2', ['select $1', 'select $2']],
  ['postgres', '/* a /* ; */ ; */ select 1; -- b;\nselect 2', ['/* a /* ; */ ; */ select 1', '-- b;\nselect 2']],
  ['postgres', `select 'open; select 2`, [`select 'open; select 2`]],
  ['postgres', "select 1 -- x\r; select ';'", ['select 1 -- x', "select ';'"]],
  ['mysql', 'select 1 -- x\r; select 2', ['select 1 -- x\r; select 2']],
  ['mysql', `select '\\';', "\\";", \`a;b\`; select 2`, [`select '\\';', "\\";", \`a;b\``, 'select 2']],
  ['mysql', 'select 1 # ;\n; select 5--2; select 2 -- ;', ['select 1 # ;', 'select 5--2', 'select 2 -- ;']],
  ['mysql', 'select 1 --\u0001; x\n; select 2--\u00a0; select 3', ['select 1 --\u0001; x', 'select 2--', 'select 3']],
  ['mysql', '/*!40000 select 1; */ select 2', ['/*!40000 select 1', '*/ select 2']],
  ['mysql', '/* /* ; */ select 1', ['/* /* ; */ select 1']],
])('%s %s', (protocol, sql, expected) => expect(texts(sql, protocol)).toEqual(expected));

test('a statement knows its place', () => {
  const sql = '\n select 1 ;\n\n select 2 \n';
  for (const { text, start, end } of splitStatements(sql, 'postgres')) expect(sql.slice(start, end)).toBe(text);
});

test('it can stop early', () => {
  expect(splitStatements('1;2;3;4;5', 'postgres', 2)).toHaveLength(3);
  expect(splitStatements('1;2', 'postgres', 2)).toHaveLength(2);
});

test('a long text takes its length', () => {
  const spentMs = cpuClock();
  expect(splitStatements("select '".repeat(100_000), 'postgres')).toHaveLength(1);
  expect(splitStatements('/*'.repeat(500_000), 'postgres')).toHaveLength(0);
  expect(splitStatements('$a$;'.repeat(250_000), 'postgres').length).toBeGreaterThan(1);
  expect(spentMs()).toBeLessThan(2000);
});

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
  ['postgres', '--\rdrop table t /*\nselect 1 */', 'drop'],
  ['mysql', '--\t\rdrop table t /*\nselect 1 */', 'select'],
])('%s: the first word of %j is %j', (protocol, sql, word) => expect(firstWord(sql, protocol)).toBe(word));

test('the first word of a long text takes its length', () => {
  const spentMs = cpuClock();
  for (const sql of ['/*'.repeat(500_000), '/**/'.repeat(250_000), '-- a\n'.repeat(200_000), ' '.repeat(1_000_000)])
    for (const protocol of ['postgres', 'mysql'] as const) firstWord(`${sql}select`, protocol);
  expect(spentMs()).toBeLessThan(2000);
});
