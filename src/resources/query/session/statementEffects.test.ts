import { expect, test } from 'vitest';
import type { QueryProtocol } from '../../../wire/query/messages.ts';
import { changesTables, mayChangeSession, usedDatabases } from './statementEffects.ts';

test.each<[QueryProtocol, string]>([
  ['postgres', 'select 1; show all; explain select 1; values (1); table t'],
  ['postgres', '-- set\nselect 1; with a as (select 1) select * from a'],
  ['mysql', 'show tables; describe t; desc t; select @@version'],
  ['mysql', ''],
])('%s: %j does not change the session state', (protocol, sql) => expect(mayChangeSession(sql, protocol)).toBe(false));

test.each<[QueryProtocol, string]>([
  ['postgres', 'select 1; set search_path = other'],
  ['postgres', 'set role admin'],
  ['postgres', 'create temp table t (id int)'],
  ['postgres', 'select * into temp t from u'],
  ['postgres', "select set_config('search_path', 'other', false)"],
  ['postgres', 'select pg_advisory_lock(1)'],
  ['postgres', 'explain analyze create temp table t as select 1'],
  ['postgres', 'prepare p as select 1'],
  ['postgres', 'begin; commit'],
  ['mysql', 'use other'],
  ['mysql', 'set autocommit = 0'],
  ['mysql', 'select @a := 1'],
  ['mysql', "select get_lock('a', 1)"],
  ['mysql', '/*! set autocommit = 0 */'],
  ['mysql', 'call p()'],
])('%s: %j may change the session state', (protocol, sql) => expect(mayChangeSession(sql, protocol)).toBe(true));

test.each([
  ['select 1; create table t as select 1', true],
  ['-- new\nDROP TABLE t', true],
  ['alter table t add c int', true],
  ['insert into t values (1); commit', false],
])('%j changes the tables: %s', (sql, does) => expect(changesTables(sql, 'postgres')).toBe(does));

test('finds the databases that the USE statements select, in order', () => {
  const sql = 'use a; select 1; -- b\nUSE `b ``c`; use c d';
  expect(usedDatabases(sql, 'mysql')).toEqual(['a', 'b `c', undefined]);
  expect(usedDatabases('use a -- the archive\n; use/**/b; use`c-d`/* e */; use "f"', 'mysql')).toEqual([
    'a',
    'b',
    'c-d',
    undefined,
  ]);
  expect(usedDatabases(sql, 'postgres')).toEqual([]);
});
