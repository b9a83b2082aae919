import { expect, test } from 'vitest';
import { toEventJson, toPodJson } from './toJson.ts';

const running = { running: {} };
const waiting = (reason: string) => ({ waiting: { reason } });
const completed = { terminated: { reason: 'Completed', exitCode: 0 } };
const named = (states: readonly object[], more: object = {}) => states.map((_, i) => ({ name: `c${i}`, ...more }));
const statuses = (states: readonly object[]) =>
  states.map((state, i) => ({ name: `c${i}`, state, ready: state === running }));

/** `initial`, `own`: the states of the containers. */
const statusOf = (
  initial: readonly object[],
  own: readonly object[],
  { conditions = [], restartPolicy, ...status }: { conditions?: string[]; restartPolicy?: string; phase?: string } = {},
) =>
  toPodJson({
    metadata: { name: 'web', namespace: 'default' },
    spec: { initContainers: named(initial, { restartPolicy }), containers: named(own) },
    status: {
      phase: 'Pending',
      ...status,
      conditions: conditions.map((type) => ({ type, status: 'True' })),
      ...(initial.length > 0 && { initContainerStatuses: statuses(initial) }),
      containerStatuses: statuses(own),
    },
  }).status;

test('the status of a pod is the one that kubectl prints', () => {
  const initializing = waiting('PodInitializing');
  expect(statusOf([waiting('CrashLoopBackOff')], [initializing])).toBe('Init:CrashLoopBackOff');
  expect(statusOf([completed, running], [initializing])).toBe('Init:1/2');
  expect(statusOf([completed, initializing], [initializing])).toBe('Init:1/2');
  expect(statusOf([running, waiting('ErrImagePull')], [initializing], { restartPolicy: 'Always' })).toBe(
    'Init:ErrImagePull',
  );
  expect(statusOf([completed], [initializing])).toBe('PodInitializing');
  expect(statusOf([running], [running], { phase: 'Running', conditions: ['Initialized'] })).toBe('Running');
  expect(statusOf([], [running, completed], { phase: 'Running' })).toBe('NotReady');
  expect(statusOf([], [completed, running], { phase: 'Running', conditions: ['Ready'] })).toBe('Running');
  expect(statusOf([], [running, waiting('CrashLoopBackOff')], { phase: 'Running' })).toBe('CrashLoopBackOff');
  expect(statusOf([], [completed], { phase: 'Succeeded' })).toBe('Completed');
});

test('a pod without a node is pending, even with an init container', () => {
  const spec = { initContainers: [{ name: 'init' }], containers: [{ name: 'app' }] };
  expect(toPodJson({ spec, status: { phase: 'Pending' } }).status).toBe('Pending');
});

test('a repeated event has its count and the time when it was last seen', () => {
  const series = { count: 57, lastObservedTime: '2026-11-27T08:00:00.000000Z' };
  const times = { eventTime: '2026-11-27T01:00:00.000000Z', lastTimestamp: null };
  expect(toEventJson({ ...times, series })).toMatchObject({ count: 57, last: series.lastObservedTime });
  expect(toEventJson(times)).toMatchObject({ count: 1, last: times.eventTime });
});
