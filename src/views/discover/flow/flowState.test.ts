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

test('a step that was not ready says nothing about the next one', () => {
  const waiting = flowReducer(beginFlow(flow, undefined), { type: 'ready', ready: 'Wait' });
  expect(waiting.ready).toBe('Wait');
  const next = flowReducer(waiting, { type: 'go', step: 1 });
  expect(waiting.hasActed).toBe(false);
  expect(next).toMatchObject({ step: 1, ready: true, direction: 'forward', hasActed: true });
  expect(flowReducer(next, { type: 'go', step: 0 }).direction).toBe('backward');
});

test('only named values are stored, and neither an untouched run nor one that is over', () => {
  const begun = beginFlow(flow, undefined);
  expect(keptRun(flow, begun)).toBeUndefined();
  const typed = flowReducer(begun, { type: 'set', patch: { name: 'shop', password: 'hunter2' } });
  expect(keptRun(flow, typed)).toEqual({ step: 0, values: { name: 'shop' } });
  expect(keptRun(flow, { ...typed, step: 3 })).toBeUndefined();
});

test('a run is untouched too where the flow was made anew for other rights', () => {
  const made = (): Flow => ({ ...flow, initial: { name: '', labels: {} }, keeps: ['name', 'labels'] });
  expect(keptRun(made(), beginFlow(made(), undefined))).toBeUndefined();
  const labelled = { step: 0, values: { name: '', labels: { env: 'prod' } } };
  expect(keptRun(made(), labelled)).toEqual(labelled);
});

test('a run goes on where it was left, never at its end', () => {
  expect(beginFlow(flow, { step: 1, values: { name: 'shop' } })).toMatchObject({ step: 1, values: { name: 'shop' } });
  expect(beginFlow(flow, { step: 9, values: {} }).step).toBe(2);
});

test('the bar groups steps and leaves out the last one', () => {
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
