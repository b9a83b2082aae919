import { expect, test } from 'vitest';
import type { Flow } from './flow.ts';
import { barEntries, beginFlow, flowReducer, keptRun } from './flowState.ts';

const step = (id: string, parent?: string) => ({
  id,
  title: id,
  ...(parent !== undefined && { parent }),
  event: 'deployService' as const,
  Component: () => null,
});
const flow: Flow = {
  title: 'Enroll a database',
  resource: 'DISCOVER_RESOURCE_SERVER',
  initial: { name: '', password: undefined },
  keeps: ['name'],
  steps: [step('Register', 'Configure'), step('Deploy', 'Configure'), step('Access'), step('Finished')],
};

test('the ready state of one step does not apply to the next', () => {
  const waiting = flowReducer(beginFlow(flow, undefined), { type: 'ready', ready: 'Wait' });
  expect(waiting.ready).toBe('Wait');
  const next = flowReducer(waiting, { type: 'go', step: 1 });
  expect(waiting.hasActed).toBe(false);
  expect(next).toMatchObject({ step: 1, ready: true, direction: 'forward', hasActed: true });
  expect(flowReducer(next, { type: 'go', step: 0 }).direction).toBe('backward');
});

test('stores only the declared values, and no untouched or completed run', () => {
  const begun = beginFlow(flow, undefined);
  expect(keptRun(flow, begun)).toBeUndefined();
  const typed = flowReducer(begun, { type: 'set', patch: { name: 'shop', password: 'hunter2' } });
  expect(keptRun(flow, typed)).toEqual({ step: 0, values: { name: 'shop' } });
  expect(keptRun(flow, { ...typed, step: 3 })).toBeUndefined();
});

test('a run is also untouched if its flow was created again', () => {
  const made = (): Flow => ({ ...flow, initial: { name: '', labels: {} }, keeps: ['name', 'labels'] });
  expect(keptRun(made(), beginFlow(made(), undefined))).toBeUndefined();
  const labelled = { step: 0, values: { name: '', labels: { env: 'prod' } } };
  expect(keptRun(made(), labelled)).toEqual(labelled);
});

test('continues a run at its step, but never at the last one', () => {
  expect(beginFlow(flow, { step: 1, values: { name: 'shop' } })).toMatchObject({ step: 1, values: { name: 'shop' } });
  expect(beginFlow(flow, { step: 9, values: {} }).step).toBe(2);
});

test('the progress bar groups steps and omits the last one', () => {
  const shown = (at: number) => barEntries(flow, at).map(({ title, state, inner }) => [title, state, inner]);
  expect(shown(1)).toEqual([
    ['Configure', 'current', 'Deploy'],
    ['Access', 'later', undefined],
  ]);
  expect(shown(2)).toEqual([
    ['Configure', 'done', undefined],
    ['Access', 'current', undefined],
  ]);
  expect(shown(3).map(([, state]) => state)).toEqual(['done', 'done']);
});
