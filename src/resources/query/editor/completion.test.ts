import { expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/support/cpuClock.ts';
import type { CatalogTable } from '../../../wire/query/messages.ts';
import { completionsAt, openQuote, quoteName } from './completion.ts';

const table = (schema: string, name: string, ...columns: string[]): CatalogTable => ({
  schema,
  name,
  kind: 'table',
  columns: columns.map((column) => ({ name: column, type: 'text' })),
});
const TABLES = [
  table('public', 'orders', 'id', 'total', 'Customer Id'),
  table('public', 'customers', 'id', 'name'),
  table('audit', 'orders', 'at', 'who'),
];
const QUOTING = { protocol: 'postgres' } as const;

/** `|` is the cursor. */
const at = (text: string, tables = TABLES) =>
  completionsAt({ statement: text.replace('|', ''), offset: text.indexOf('|') }, tables, QUOTING);
const inserts = (text: string) => at(text).map(({ insert }) => insert);

test.each([
  ['select o.| from orders o', ['id', 'total', '"Customer Id"']],
  ['select o.to| from public.orders as o', ['id', 'total', '"Customer Id"']],
  ['select customers.| from customers', ['id', 'name']],
  ['select a.| from audit.orders a', ['at', 'who']],
  ['select c.| from orders o join customers c on c.id = o.id', ['id', 'name']],
  ['select c.| from orders, customers c', ['id', 'name']],
  ['select public.|', ['orders', 'customers']],
  ['select nothing.| from orders', []],
])('%s', (text, expected) => expect(inserts(text)).toEqual(expected));

test('suggests tables after FROM and JOIN, qualified with the schema when ambiguous', () => {
  expect(inserts('select * from |')).toEqual(['public.orders', 'customers', 'audit.orders', 'public', 'audit']);
  expect(inserts('select * from orders o join cu|')).toContain('customers');
  expect(inserts('select * from |')).not.toContain('SELECT');
});

test('suggests columns of the tables in the statement first in other positions', () => {
  expect(inserts('select | from customers').slice(0, 2)).toEqual(['id', 'name']);
  expect(inserts('sel|')).toContain('SELECT');
});

test.each([
  ['orders', 'postgres', 'orders'],
  ['Orders', 'postgres', '"Orders"'],
  ['Orders', 'mysql', 'Orders'],
  ['select', 'postgres', '"select"'],
  ['a"b', 'postgres', '"a""b"'],
  ['a`b', 'mysql', '`a``b`'],
  ['a b', 'mysql', '`a b`'],
] as const)('quotes %s for %s as %s', (name, protocol, expected) => {
  expect(quoteName(name, { protocol })).toBe(expected);
});

test('completes a long statement with a large catalog fast', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => table('public', `t${n}`, 'id'));
  const text = `${'select a, b from t1 join t2 on x where '.repeat(5000)}|`;
  const spentMs = cpuClock();
  at(text, many);
  expect(spentMs()).toBeLessThan(1000);
});

test.each([
  ['postgres', 'user authorization current_user left window analyse binary collation freeze system_user values'],
  ['mysql', 'key rank groups read mod condition window returning system of ssl Key RANK'],
] as const)('%s: quotes reserved names', (protocol, names) => {
  for (const name of names.split(' ')) expect(quoteName(name, { protocol })).not.toBe(name);
});

test.each([
  ['postgres', 'name status orders begin count type'],
  ['mysql', 'name status orders user count type Orders'],
] as const)('%s: does not quote other names', (protocol, names) => {
  for (const name of names.split(' ')) expect(quoteName(name, { protocol })).toBe(name);
});

test('completes a name inside an open quote including its quotes', () => {
  const pg = { protocol: 'postgres' } as const;
  expect(openQuote('select * from "Weird Na', pg)).toBe(14);
  expect(openQuote('select * from "a"."', pg)).toBe(18);
  expect(openQuote('select "a", ', pg)).toBeUndefined();
  expect(openQuote(`select '5" pipe', na`, pg)).toBeUndefined();
  expect(openQuote('select `na', { protocol: 'mysql' })).toBe(7);
  const tables = [{ schema: 'public', name: 'many', kind: 'table' as const, columns: [] }];
  const found = completionsAt({ statement: 'select "ma', offset: 7 }, tables, { ...pg, isQuoted: true });
  expect(found.map(({ insert }) => insert)).toEqual(['"many"', '"public"']);
});
