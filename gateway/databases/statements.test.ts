import { expect, test } from 'vitest';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { splitStatements } from '../../src/wire/query/splitStatements.ts';
import { copyRefusal, mayStayOpen, readOnlyRefusal, toExplain } from './statements.ts';

const first = (sql: string, protocol: QueryProtocol) => splitStatements(sql, protocol)[0] ?? { text: sql, word: '' };

test.each<[QueryProtocol, string, boolean]>([
  ['postgres', 'select * from t', true],
  ['postgres', 'with a as (select 1) select * from a', true],
  ['postgres', 'with a as (insert into t values (1) returning *) select * from a', false],
  ['postgres', 'insert into t values (1) returning *', false],
  ['postgres', 'explain analyze delete from t', false],
  ['mysql', 'show tables', true],
  ['mysql', 'call p()', false],
])('%s: the result of %j may stay open: %s', (protocol, sql, may) =>
  expect(mayStayOpen(first(sql, protocol), protocol)).toBe(may),
);

test.each<[QueryProtocol, string]>([
  ['postgres', 'update t set a = 1'],
  ['postgres', 'commit'],
  ['postgres', 'set transaction read write'],
  ['postgres', 'do $$ begin end $$'],
  ['postgres', 'call p()'],
  ['postgres', 'copy t to program $$true$$'],
  ['postgres', '--\rcopy t to program $$true$$ /*\nselect 1 */'],
  ['mysql', '/*!50000 delete */ from t'],
  ['mysql', 'set session transaction read write'],
  ['mysql', "select 1 into/**/outfile '/tmp/x'"],
  ['mysql', 'begin'],
  ['mysql', "select 'x' into /*!50000OUTFILE*/ '/tmp/x'"],
  ['mysql', "select 'x' into /*M!100100DUMPFILE*/ '/tmp/x'"],
  ['mysql', "select 1 --\u0001 '\n into outfile '/tmp/x'"],
  ['mysql', "select 1 --\u00a0a into outfile '/tmp/x'"],
  ['mysql', "select 'a\\' into outfile '/tmp/x' -- '"],
  ['mysql', "select /*+ qb_name(`*/ ' `) */ 1 into outfile '/tmp/x'"],
])('%s: a read-only session refuses %j', (protocol, sql) =>
  expect(readOnlyRefusal(first(sql, protocol), protocol)).toMatch(/reading only/),
);

test.each<[QueryProtocol, string]>([
  ['postgres', 'select 1'],
  ['postgres', 'explain analyze select 1'],
  ['mysql', 'describe t'],
  ['mysql', "select 'my outfile text', '/*! x */' -- dumpfile"],
])('%s: a read-only session allows %j', (protocol, sql) =>
  expect(readOnlyRefusal(first(sql, protocol), protocol)).toBeUndefined(),
);

test('refuses COPY between client and server, and allows COPY to files of the server', () => {
  expect(copyRefusal(first('copy t from stdin', 'postgres'), 'postgres')).toMatch(/COPY/);
  expect(copyRefusal(first('COPY (select 1) TO STDOUT', 'postgres'), 'postgres')).toMatch(/COPY/);
  expect(copyRefusal(first("copy t to '/tmp/x'", 'postgres'), 'postgres')).toBeUndefined();
  expect(copyRefusal(first("select 'copy stdin'", 'postgres'), 'postgres')).toBeUndefined();
});

test('a plan does not execute the statement', () => {
  const plan = (sql: string, protocol: QueryProtocol) => toExplain(first(sql, protocol), protocol)?.text;
  expect(plan('delete from t', 'postgres')).toBe('EXPLAIN (FORMAT TEXT) delete from t');
  expect(plan('select 1', 'mysql')).toBe('EXPLAIN select 1');
  for (const sql of ['analyze select 1', 'explain analyze delete from t', '/*! analyze */ select 1', 'drop table t'])
    expect(plan(sql, 'mysql')).toBeUndefined();
});
