import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { describeFailure } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { textAt } from '../../lib/json.ts';
import { tally } from './BulkJob.ts';
import { BulkEditJob } from './BulkEditJob.ts';

const users = restrict(resourceNamed('users'), {});

function start(server: Record<string, readonly string[]>, gone: readonly Row[] = []) {
  const rows = Object.entries(server).map(([id, roles]): Row => ({ id, name: id, roles }));
  const now = new Map(rows.map((row) => [row.id, row]));
  const lost = new Set<string>();
  const work = new BulkEditJob({
    resource: users,
    edit: { field: 'roles' },
    rows,
    missingRows: gone,
    moves: { add: ['new'], take: [] },
    readAtMs: 0,
    read: async (id) => now.get(id) ?? { id },
    write: async (row, values) => {
      now.set(row.id, { ...row, ...values });
      if (lost.has(row.id)) throw new Error('no answer');
    },
    explain: (error) => ({ why: describeFailure(error).why, isAnswered: !String(error).includes('no answer') }),
  });
  return {
    work,
    lost,
    rolesOf: (id: string) => now.get(id)?.['roles'],
    meanwhile: (id: string, ...roles: string[]) => now.set(id, { id, name: id, roles }),
    stateOf: (id: string) => work.run.states.get().get(id)?.kind,
    reasonOf: (id: string) => textAt(work.run.states.get().get(id), 'why'),
  };
}

test('writes only the rows that change', async () => {
  const { work, rolesOf } = start({ a: ['x'], b: ['new'] });
  await work.run.run();
  expect(rolesOf('a')).toEqual(['x', 'new']);
  expect(tally(work.run.states.get())).toMatchObject({ done: 1, waits: 0 });
});

test('reports a row that no longer exists and skips it', async () => {
  const gone = [{ id: 'bert', name: 'bert', roles: [] }];
  const { work } = start({ a: ['x'] }, gone);
  expect(work.lines.map(({ kind, row }) => [kind, row.id])).toEqual([
    ['changes', 'a'],
    ['kept', 'bert'],
  ]);
  expect(work.skipped.get('bert')).toBe('no longer exists');
  await work.run.run();
  expect(tally(work.run.states.get())).toMatchObject({ done: 1, waits: 0 });
});

test('keeps a concurrent change of another user, and a retry applies the edit to the current row', async () => {
  const { work, rolesOf, meanwhile, stateOf, reasonOf } = start({ a: ['x'], b: ['x'] });
  meanwhile('a', 'x', 'theirs');
  await work.run.run();
  expect(stateOf('a')).toBe('failed');
  expect(reasonOf('a')).toBe('It was changed in the meantime. Retry changes the current copy');
  expect(stateOf('b')).toBe('done');
  expect(rolesOf('a')).toEqual(['x', 'theirs']);
  await work.run.retry('a');
  expect(stateOf('a')).toBe('done');
  expect(rolesOf('a')).toEqual(['x', 'theirs', 'new']);
});

test('checks the outcome of an unanswered write instead of writing again', async () => {
  const { work, lost, stateOf } = start({ a: ['x'] });
  lost.add('a');
  await work.run.run();
  expect(stateOf('a')).toBe('unknown');
  await work.run.check('a');
  expect(stateOf('a')).toBe('done');
});
