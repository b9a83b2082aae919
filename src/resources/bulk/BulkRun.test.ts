import { expect, test } from 'vitest';
import { BulkRun, tally } from './BulkRun.ts';

class Refused extends Error {}

function start(outcome: Record<string, 'refused' | 'silent' | 'fine'>, left: ReadonlySet<string> = new Set()) {
  const acted: string[] = [];
  const run = new BulkRun({
    ids: Object.keys(outcome),
    act: async (id) => {
      acted.push(id);
      if (outcome[id] === 'refused') throw new Refused(`${id} is in use`);
      if (outcome[id] === 'silent') throw new Error('no answer');
    },
    check: async (id) => !left.has(id),
    explain: (error) => ({ why: error instanceof Error ? error.message : '', isAnswered: error instanceof Refused }),
    now: () => 7,
  });
  return { run, acted, stateOf: (id: string) => run.states.get().get(id) };
}

test('one that fails does not hold up the others, and says why', async () => {
  const { run, acted, stateOf } = start({ a: 'fine', b: 'refused', c: 'fine' });
  await run.run();
  expect(acted).toEqual(['a', 'b', 'c']);
  expect(stateOf('b')).toEqual({ kind: 'failed', why: 'b is in use', atMs: 7 });
  expect(tally(run.states.get())).toEqual({ waits: 0, busy: 0, done: 2, failed: 1, unknown: 0 });
});

test('what was not answered is not called failed; looking tells', async () => {
  const { run, stateOf } = start({ a: 'silent', b: 'silent' }, new Set(['b']));
  await run.run();
  expect(stateOf('a')?.kind).toBe('unknown');
  await run.check('a');
  await run.check('b');
  expect(stateOf('a')?.kind).toBe('done');
  expect(stateOf('b')).toMatchObject({ kind: 'failed', why: 'It is still there' });
});

test('stopped, it finishes what it does and leaves the rest', async () => {
  const { run, acted } = start({ a: 'fine', b: 'fine' });
  run.states.subscribe(run.stop);
  await run.run();
  expect(acted).toEqual(['a']);
  expect(tally(run.states.get())).toMatchObject({ done: 1, waits: 1 });
  await run.run();
  expect(acted).toEqual(['a', 'b']);
});
