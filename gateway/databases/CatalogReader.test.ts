import { expect, test } from 'vitest';
import type { QueryAnswer } from '../../src/wire/query/messages.ts';
import { CatalogReader } from './CatalogReader.ts';
import type { DatabaseConnection } from './DatabaseConnection.ts';
import { ResultQueue } from './ResultQueue.ts';

/** The tables that are sent if the server returns one table with `columns` columns. */
const read = async (columns: number) => {
  const sent: QueryAnswer[] = [];
  const results = new ResultQueue(() => undefined);
  const connection: DatabaseConnection = {
    ...{ protocol: 'postgres', version: '' },
    ...{ cancel: () => Promise.resolve(), close: () => undefined },
    run: () => ({ results, close: () => Promise.resolve() }),
  };
  const send = (answer: QueryAnswer) => void sent.push(answer);
  new CatalogReader({ open: () => Promise.resolve(connection), send, ready: () => Promise.resolve() }).read(1);
  for (let i = 0; i < columns; i++)
    results.put({ kind: 'row', row: ['public', 'wide', 'table', `c${i}`.padEnd(1000, 'x'), 'text'] });
  results.finish();
  await expect.poll(() => sent.at(-1)?.type, { timeout: 20_000 }).toBe('done');
  return sent.flatMap((answer) => (answer.type === 'catalog' ? answer.tables : []));
};

test('limits the columns of a table and the length of names', async () => {
  const [table, ...others] = await read(10_000);
  expect(others).toEqual([]);
  expect(table?.columns).toHaveLength(4096);
  expect(table?.columns[0]?.name).toHaveLength(200);
});
