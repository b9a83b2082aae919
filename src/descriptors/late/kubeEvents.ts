import { cutNote, kubeEventList, type KubeEvent } from '../../api/kubernetes.ts';
import { defineResource } from '../defineResource.ts';
import { kubePage } from './kubeCrumbs.ts';

export const kubeEvents = defineResource<KubeEvent>({
  name: 'kubeEvents',
  label: ['Event', 'Events'],
  title: 'Events of pods',
  icon: 'activity',
  ...kubePage('events'),
  wire: { list: kubeEventList },
  fields: [
    { source: 'last', kind: 'time', label: 'Last seen', sort: true, list: { width: 160 } },
    { source: 'object', kind: 'mono', label: 'Object', sort: true, list: { width: [180, 300] } },
    {
      source: 'reason',
      kind: 'state',
      label: 'Reason',
      sort: true,
      list: { width: 180 },
      value: ({ reason, type }) => ({ word: reason, mark: type === 'Normal' ? 'ok' : 'warn' }),
    },
    { source: 'message', kind: 'text', label: 'Message', list: { width: 'rest' } },
    { source: 'count', kind: 'text', label: 'Count', sort: true, list: { width: 80 } },
    { source: 'namespace', kind: 'text', label: 'Namespace', list: { hidden: true, width: 140 } },
  ],
  list: {
    title: 'object',
    sort: { field: 'last', order: 'DESC' },
    search: 'Search object, reason or message',
    foot: cutNote,
    selectable: false,
    phone: { name: 'object', meta: ['reason', 'last'] },
    empty: { title: 'No events', text: 'The cluster has no recent events of the pods that your roles allow.' },
  },
  predicate: {
    name: (event) => event.object,
    labels: (event) => [
      { name: 'namespace', value: event.namespace },
      { name: 'reason', value: event.reason },
      { name: 'type', value: event.type },
    ],
    values: (event) => [event.object, event.reason, event.message, event.namespace],
    facets: ['type', 'reason', 'namespace'],
  },
  details: { lines: ['object', 'namespace', 'reason', 'message', 'count', 'last'] },
  rowActions: [
    {
      id: 'copyMessage',
      label: 'Copy message',
      icon: 'copy',
      run: (event, context) => context.copy(event.message, 'The message'),
    },
  ],
});
