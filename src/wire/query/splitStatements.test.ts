import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import type { QueryProtocol } from './messages.ts';
import { splitStatements, statementStart } from './splitStatements.ts';

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
])('%s splits %s', (protocol, sql, expected) => expect(texts(sql, protocol)).toEqual(expected));

const ROUTINES: readonly [QueryProtocol, string][] = [
  ['mysql', 'create procedure p() begin delete from a; delete from b; end'],
  ['mysql', 'CREATE OR REPLACE DEFINER=`a b`@`%` PROCEDURE p()\nBEGIN BEGIN SELECT 1; END; SELECT 2; END'],
  ['mysql', 'create procedure if not exists p() begin if a then select 1; elseif b then select 2; end if; end'],
  ['mysql', 'create trigger t before insert on a for each row if new.a < 0 then set new.a = 0; end if'],
  ['mysql', 'BEGIN NOT ATOMIC DECLARE a INT; IF a THEN SELECT 1; END IF; SELECT 2; END'],
  ['mysql', "create definer=root@localhost event e on schedule every 1 day do begin select ';'; end"],
  ['mysql', 'create procedure p() begin declare exit handler for sqlexception begin rollback; end; select 1; end'],
  ['mysql', 'create procedure p() begin a: loop leave a; end loop a; while b do set b = 0; end while; select 1; end'],
  ['mysql', "create procedure p() begin repeat set x = repeat('a', 3); until x end repeat; select if(a, 1, 2); end"],
  ['mysql', 'create procedure p() begin select case when a then if(b, 1, 2) else 3 end, case b when 1 then 2 end; end'],
  ['mysql', 'create procedure p() begin case a when 1 then select 1; else select 2; end case; select 1; end'],
  [
    'mysql',
    'create procedure p() begin select begin, end, t.end, @end from t; for i in 1..9 do select i; end for; end',
  ],
  ['mysql', 'create function f() returns int begin /* end; */ declare c cursor for select 1; return 1; -- end;\nend'],
  [
    'mysql',
    'create procedure p() l: begin if if(a, 1, 0) = 1 then select 1; else if b then select 2; end if; end if; end l',
  ],
  ['postgres', 'create or replace function f() returns void begin atomic delete from a; delete from b; end'],
  ['postgres', 'create procedure p() begin atomic select case when a then 1 end; select 2; end'],
];
test.each(ROUTINES)('%s keeps the body of a routine in one statement: %s', (protocol, sql) => {
  expect(texts(`select 1; ${sql}; select 2; select 3`, protocol)).toEqual(['select 1', sql, 'select 2', 'select 3']);
});

test.each<[QueryProtocol, string]>([
  ['mysql', 'begin'],
  ['mysql', 'create table t (begin int, end int)'],
  ['mysql', 'create function f(begin int) returns int return if(begin, 1, 2)'],
  ['mysql', 'create function f(a int) returns int return case when a then 1 else 2 end'],
  ['mysql', 'create procedure p() select repeat(a, 3), if(b, 1, 2)'],
  ['mysql', 'create trigger t before insert on a for each row set new.begin = 1'],
  ['postgres', 'begin'],
  ['postgres', 'create function loop() returns int language sql return case when true then 1 end'],
  ['postgres', 'create function f() returns void language plpgsql as $$ begin x; end $$'],
])('%s ends a statement at its semicolon: %s', (protocol, sql) =>
  expect(texts(`${sql}; select 2`, protocol)).toEqual([sql, 'select 2']),
);

test('the start and end of a statement are its position in the text', () => {
  const sql = '\n select 1 ;\n\n select 2 \n';
  for (const { text, start, end } of splitStatements(sql, 'postgres')) expect(sql.slice(start, end)).toBe(text);
});

test('statementStart omits comments and repeated spaces of a long statement', () => {
  const long = '/**/ '.repeat(4000);
  expect(statementStart(`${long}DELETE${long}FROM ${' '.repeat(9000)}users`, 'postgres', 100)).toBe(
    'DELETE FROM users',
  );
  expect(statementStart(`SELECT '${'x'.repeat(200)}'`, 'postgres', 100)).toBe(`SELECT '${'x'.repeat(92)}`);
  expect(statementStart('/* why */ SELECT 1', 'postgres', 100)).toBe('/* why */ SELECT 1');
});

test('stops after the limit of statements', () => {
  expect(splitStatements('1;2;3;4;5', 'postgres', 2)).toHaveLength(3);
  expect(splitStatements('1;2', 'postgres', 2)).toHaveLength(2);
});

test('splits a long text in linear time', () => {
  const spentMs = cpuClock();
  expect(splitStatements("select '".repeat(100_000), 'postgres')).toHaveLength(1);
  expect(splitStatements('/*'.repeat(500_000), 'postgres')).toHaveLength(0);
  expect(splitStatements(`create procedure p() begin ${'if '.repeat(300_000)}`, 'mysql')).toHaveLength(1);
  expect(
    splitStatements(`create procedure p() begin ${'else if '.repeat(60_000)}${'end '.repeat(100_000)}`, 'mysql'),
  ).toHaveLength(1);
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

test('finds the first word of a long text in linear time', () => {
  const spentMs = cpuClock();
  for (const sql of ['/*'.repeat(500_000), '/**/'.repeat(250_000), '-- a\n'.repeat(200_000), ' '.repeat(1_000_000)])
    for (const protocol of ['postgres', 'mysql'] as const) firstWord(`${sql}select`, protocol);
  expect(spentMs()).toBeLessThan(2000);
});

test.each([
  'CREATE FUNCTION f(a INT) RETURNS INT DETERMINISTIC RETURN CASE WHEN IF(a,1,0) THEN 1 ELSE 0 END',
  'CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET NEW.a = CASE WHEN NEW.b THEN IF(NEW.c,1,2) WHEN NEW.d THEN 3 ELSE 4 END',
  'CREATE PROCEDURE p() BEGIN SELECT CASE WHEN a THEN IF(b,1,2) WHEN c THEN 3 END FROM t; END',
])('the function IF within CASE does not open a block: %s', (routine) => {
  expect(splitStatements(`${routine}; SELECT 1`, 'mysql').map(({ text }) => text)).toEqual([routine, 'SELECT 1']);
});

test('treats the same non-ASCII characters as whitespace as trim does', () => {
  const isBlank = (char: string) => splitStatements(char, 'postgres').length === 0;
  const chars = Array.from({ length: 0xff80 }, (_, i) => String.fromCharCode(i + 0x80));
  expect(chars.filter((char) => isBlank(char) !== (char.trim() === ''))).toEqual([]);
});
