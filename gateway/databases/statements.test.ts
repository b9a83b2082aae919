import { expect, test } from 'vitest';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { copyRefusal, mayStayOpen, readOnlyRefusal, toExplain } from './statements.ts';

test.each<[QueryProtocol, string, boolean]>([
  ['postgres', 'select * from t', true],
  ['postgres', 'with a as (select 1) select * from a', true],
  ['postgres', 'with a as (insert into t values (1) returning *) select * from a', false],
  ['postgres', 'insert into t values (1) returning *', false],
  ['postgres', 'explain analyze delete from t', false],
  ['mysql', 'show tables', true],
  ['mysql', 'call p()', false],
])('%s: rows of %j may wait: %s', (protocol, sql, may) => expect(mayStayOpen(sql, protocol)).toBe(may));

test.each<[QueryProtocol, string]>([
  ['postgres', 'update t set a = 1'],
  ['postgres', 'commit'],
  ['postgres', 'set transaction read write'],
  ['postgres', 'do $$ begin end $$'],
  ['postgres', 'call p()'],
  ['postgres', 'copy t to program $$true$$'],
  ['mysql', '/*!50000 delete */ from t'],
  ['mysql', 'set session transaction read write'],
  ['mysql', "select 1 into/**/outfile '/tmp/x'"],
  ['mysql', 'begin'],
])('%s: a session that reads does not send %j', (protocol, sql) =>
  expect(readOnlyRefusal(sql, protocol)).toMatch(/reading only/),
);

test.each<[QueryProtocol, string]>([
  ['postgres', 'select 1'],
  ['postgres', 'explain analyze select 1'],
  ['mysql', 'describe t'],
])('%s: a session that reads sends %j', (protocol, sql) => expect(readOnlyRefusal(sql, protocol)).toBeUndefined());

test('COPY between client and server is refused, COPY between files of the server is its own to judge', () => {
  expect(copyRefusal('copy t from stdin', 'postgres')).toMatch(/COPY/);
  expect(copyRefusal('COPY (select 1) TO STDOUT', 'postgres')).toMatch(/COPY/);
  expect(copyRefusal("copy t to '/tmp/x'", 'postgres')).toBeUndefined();
  expect(copyRefusal("select 'copy stdin'", 'postgres')).toBeUndefined();
});

test('a plan never runs the statement', () => {
  expect(toExplain('delete from t', 'postgres')).toBe('EXPLAIN (FORMAT TEXT) delete from t');
  expect(toExplain('select 1', 'mysql')).toBe('EXPLAIN select 1');
  for (const sql of ['analyze select 1', 'explain analyze delete from t', '/*! analyze */ select 1', 'drop table t'])
    expect(toExplain(sql, 'mysql')).toBeUndefined();
});
