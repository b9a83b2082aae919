import { config } from '../api/config.ts';
import { lockList } from '../api/lockList.ts';
import { newLockBody, readLock, targetLabel, type Lock, type NewLock } from '../api/locks.ts';
import { fillPath } from '../api/urls.ts';
import { userContext } from '../api/userContext.ts';
import { defineResource } from './defineResource.ts';

/** `lock` has the values of a new lock. */
type LockRow = Lock & { lock?: NewLock };

const root = { clusterId: config.proxyCluster };

/** The response to a new lock contains neither its author nor its time (http-resources §15.2). */
const readNew = (json: unknown): LockRow => ({
  ...readLock(json),
  createdBy: userContext().username,
  createdAt: new Date(),
});

export default defineResource<LockRow>({
  name: 'locks',
  label: ['Lock', 'Locks'],
  title: 'Manage Session & Identity Locks',
  icon: 'lock',
  path: 'locks',
  acl: 'lock',
  verbs: { list: ['list', 'read'], create: ['create', 'edit'] },
  nav: { label: 'Session & identity locks', category: 'Management', section: 'Access', flag: 'locks', weight: 10 },
  wire: {
    list: lockList(root.clusterId),
    read: readNew,
    create: {
      url: fillPath('sites/:clusterId/locks', root),
      method: 'PUT',
      body: ({ lock }) => (lock ? newLockBody(lock) : {}),
    },
    remove: { url: `${fillPath('sites/:clusterId/locks', root)}/:id` },
  },
  fields: [
    {
      source: 'targets',
      kind: 'pairs',
      label: 'Locked',
      list: { width: [168, 216] },
      value: ({ targets }) =>
        targets.map(({ kind, value, label }) => ({ name: targetLabel(kind), value: label ?? value })),
    },
    { source: 'createdBy', kind: 'text', label: 'By', sort: true, list: { width: [80, 104] } },
    {
      source: 'createdAt',
      kind: 'day',
      label: 'Since',
      sort: true,
      list: { width: 100 },
      value: ({ createdAt }) => createdAt ?? '',
    },
    {
      source: 'expires',
      kind: 'until',
      label: 'Until',
      sort: true,
      list: { width: 100 },
      value: ({ expires }) => expires ?? 'Never',
    },
    { source: 'message', kind: 'text', label: 'Message', sort: true, list: { width: 'rest' } },
  ],
  list: {
    title: 'targets',
    sort: { field: 'createdBy', order: 'ASC' },
    search: 'Search target, user or message',
    empty: {
      title: 'No locks',
      text: 'A lock blocks a user, role, login, server, desktop or lost key at once, regardless of the roles. Open sessions end.',
    },
  },
  creates: { sheet: 'newLock', label: 'New lock' },
  removal: {
    effects: () => [
      'The lock ends at once. Its target can sign in and open sessions again',
      'Sessions that the lock ended are not restored',
    ],
    messages: { act: 'Lift', acting: 'Lifting', done: 'lifted' },
  },
  bulk: {
    removal: {
      effects: [
        'The locks end at once. Their targets can sign in and open sessions again',
        'Sessions that the locks ended are not restored',
      ],
      eventCode: 'TLK01I',
    },
  },
});
