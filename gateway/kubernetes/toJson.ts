// Converts objects of the API server for lists. Their content is foreign, so its form is not trusted.
import { at, isObject, textAt } from '../../src/lib/json.ts';
import type { ContainerJson, KubeEventJson, NamespaceJson, PodJson } from '../../src/wire/kubernetesJson.ts';

const MESSAGE_MAX_CHARS = 1000;
const LABELS_MAX = 64;
const NAME_MAX_CHARS = 300;
/** Limit for one pod. */
const CONTAINERS_MAX = 500;

const list = (value: unknown, ...path: string[]): unknown[] => {
  const items = at(value, ...path);
  return Array.isArray(items) ? items : [];
};
const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
/** Kubernetes has no longer names, and rules take long to judge them. */
const name = (object: unknown, key = 'name', of = 'metadata') => textAt(object, of, key).slice(0, NAME_MAX_CHARS);

/** Items of an answer with a list. */
export const itemsOf = (answer: unknown): unknown[] => list(answer, 'items');

export const toNamespaceJson = (object: unknown): NamespaceJson => ({
  name: name(object),
  status: textAt(object, 'status', 'phase'),
  created: textAt(object, 'metadata', 'creationTimestamp'),
});

export function toPodJson(pod: unknown): PodJson {
  const initial = toContainers(list(pod, 'spec', 'initContainers'), list(pod, 'status', 'initContainerStatuses'), true);
  const mainContainers = toContainers(list(pod, 'spec', 'containers'), list(pod, 'status', 'containerStatuses'), false);
  const labels = at(pod, 'metadata', 'labels');
  return {
    namespace: name(pod, 'namespace'),
    name: name(pod),
    status: statusOf(pod, initial, mainContainers),
    ready: mainContainers.filter(({ ready }) => ready).length,
    containers: [...initial, ...mainContainers],
    restarts: mainContainers.reduce((sum, { restarts }) => sum + restarts, 0),
    created: textAt(pod, 'metadata', 'creationTimestamp'),
    node: textAt(pod, 'spec', 'nodeName'),
    ip: textAt(pod, 'status', 'podIP'),
    labels: isObject(labels)
      ? Object.keys(labels)
          .slice(0, LABELS_MAX)
          .map((key) => ({ name: key, value: textAt(labels, key) }))
      : [],
  };
}

function toContainers(specs: unknown[], statuses: unknown[], init: boolean): ContainerJson[] {
  const statusNamed = new Map(statuses.toReversed().map((status) => [textAt(status, 'name'), status])); // the first wins
  return specs.slice(0, CONTAINERS_MAX).map((spec) => toContainer(spec, statusNamed.get(textAt(spec, 'name')), init));
}

function toContainer(spec: unknown, status: unknown, init: boolean): ContainerJson {
  const state = at(status, 'state');
  const reason = textAt(state, 'waiting', 'reason') || textAt(state, 'terminated', 'reason');
  const word = ['running', 'terminated'].find((each) => isObject(at(state, each))) ?? 'waiting';
  return {
    name: textAt(spec, 'name'),
    image: textAt(spec, 'image'),
    ready: at(status, 'ready') === true,
    state: reason || word,
    restarts: count(at(status, 'restartCount')),
    ...(init && { init: true }),
  };
}

/** States of a container. Any other text is a reason. */
const STATES = ['running', 'waiting', 'terminated', 'PodInitializing'];

/** Like kubectl: the reason why a container does not run is more useful than the phase. */
function statusOf(pod: unknown, initial: readonly ContainerJson[], mainContainers: readonly ContainerJson[]): string {
  const phase = textAt(pod, 'status', 'reason') || textAt(pod, 'status', 'phase') || 'Unknown';
  if (textAt(pod, 'metadata', 'deletionTimestamp') !== '') return 'Terminating';
  const is = (type: string) =>
    list(pod, 'status', 'conditions').some(
      (each) => textAt(each, 'type') === type && textAt(each, 'status') === 'True',
    );
  const specs = list(pod, 'spec', 'initContainers');
  // A container with the restart policy Always runs beside the others.
  const isOver = ({ state }: ContainerJson, i: number) =>
    state === 'Completed' || (state === 'running' && textAt(specs[i], 'restartPolicy') === 'Always');
  const next = initial.findIndex((each, i) => !isOver(each, i));
  const begun =
    list(pod, 'status', 'initContainerStatuses').length > 0 && !is('Initialized') ? initial[next] : undefined;
  if (begun) return `Init:${STATES.includes(begun.state) ? `${next}/${initial.length}` : begun.state}`;
  const stopped = mainContainers.find(({ state }) => !STATES.slice(0, 3).includes(state));
  if (stopped?.state === 'Completed' && mainContainers.some(({ state, ready }) => ready && state === 'running'))
    return is('Ready') ? 'Running' : 'NotReady';
  return stopped ? stopped.state : phase;
}

export const toEventJson = (event: unknown): KubeEventJson => ({
  id: textAt(event, 'metadata', 'uid') || name(event),
  type: textAt(event, 'type'),
  reason: textAt(event, 'reason'),
  message: textAt(event, 'message').slice(0, MESSAGE_MAX_CHARS),
  object: `${textAt(event, 'involvedObject', 'kind')}/${name(event, 'name', 'involvedObject')}`,
  namespace: name(event, 'namespace'),
  count: count(at(event, 'series', 'count')) || count(at(event, 'count')) || 1,
  last:
    textAt(event, 'series', 'lastObservedTime') ||
    textAt(event, 'lastTimestamp') ||
    textAt(event, 'eventTime') ||
    textAt(event, 'metadata', 'creationTimestamp'),
});
