import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import type { QueryProtocol } from './messages.ts';
import { splitStatements } from './splitStatements.ts';

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
  ['mysql', `select '\\';', "\\";", \`a;b\`; select 2`, [`select '\\';', "\\";", \`a;b\``, 'select 2']],
  ['mysql', 'select 1 # ;\n; select 5--2; select 2 -- ;', ['select 1 # ;', 'select 5--2', 'select 2 -- ;']],
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
