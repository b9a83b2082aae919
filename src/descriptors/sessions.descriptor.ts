import { activeSessionList, type ActiveSessionRow, JOIN_LABELS } from '../api/activeSessions.ts';
import { fillPath } from '../api/urls.ts';
import { PARTICIPANT_MODES, type ParticipantMode } from '../wire/terminal/participantMode.ts';
import { defineResource } from './defineResource.ts';
import { copySessionId, sessionKind } from './sessionLabels.ts';

/** The permission of each mode, as a facet. */
const MAY: Readonly<Record<ParticipantMode, string>> = { observer: 'observe', moderator: 'moderate', peer: 'type' };

const joinPath = (clusterId: string, sid: string, mode: ParticipantMode): string =>
  `${fillPath('/cluster/:clusterId/console/session/:sid', { clusterId, sid })}?mode=${mode}`;

export default defineResource<ActiveSessionRow>({
  name: 'sessions',
  label: ['Session', 'Sessions'],
  title: 'Active sessions',
  icon: 'activity',
  path: 'cluster/:clusterId/sessions',
  acl: 'activeSessions',
  nav: { label: 'Active sessions', category: 'Resources', flag: 'activeSessions', weight: 6, count: true },
  wire: { list: activeSessionList },
  fields: [
    {
      source: 'resourceName',
      kind: 'text',
      label: 'Resource',
      sort: true,
      list: { width: [150, 228] },
      value: (session) => session.resourceName || session.serverId,
      tag: (session) => (session.moderated ? 'moderated' : undefined),
    },
    { source: 'login', kind: 'mono', label: 'Login', sort: true, list: { width: 174 } },
    { source: 'people', kind: 'people', label: 'People', sort: true, list: { width: 'rest' } },
    {
      source: 'created',
      kind: 'since',
      label: 'Running',
      sort: true,
      list: { width: 96 },
      value: (session) => session.created ?? 'Unknown',
    },
    { source: 'sid', kind: 'mono', label: 'Session', list: { width: 110 } },
    {
      source: 'kind',
      kind: 'text',
      label: 'Type',
      sort: true,
      list: { hidden: true, width: 110 },
      value: (session) => sessionKind(session.kind).label,
    },
    { source: 'address', kind: 'mono', label: 'Address', list: { hidden: true, width: 136 } },
    { source: 'serverId', kind: 'mono', label: 'Server ID', list: { hidden: true, width: 272 } },
  ],
  list: {
    title: 'resourceName',
    sort: { field: 'created', order: 'ASC' },
    search: 'Search resource, login, user, address or session ID',
    empty: {
      title: 'No active sessions',
      text: 'No one is connected to a resource of this cluster, or your roles hide the sessions. A session appears here as soon as it starts.',
    },
    selectable: false,
    icon: (session) => sessionKind(session.kind).icon,
    phone: { name: 'resourceName', meta: ['people', 'created'] },
    rereadEveryMs: 10_000,
    locked: 'activeSessions',
  },
  palette: {
    group: 'Sessions and recordings',
    title: ({ login, resourceName, serverId }) => [login, resourceName || serverId].filter(Boolean).join('@'),
    detail: ({ people }) => ['open now', ...people].join(', '),
  },
  predicate: {
    name: (session) => session.resourceName,
    labels: (session) => [
      { name: 'type', value: sessionKind(session.kind).label },
      ...session.people.map((value) => ({ name: 'person', value })),
      ...(session.login ? [{ name: 'login', value: session.login }] : []),
      ...(session.kind === 'ssh' ? session.participantModes : []).map((mode) => ({ name: 'I may', value: MAY[mode] })),
    ],
    values: (session) => [
      session.resourceName,
      session.sid,
      session.clusterId,
      session.serverId,
      session.address,
      session.created?.toISOString() ?? '',
    ],
    facets: ['type', 'person', 'login', 'I may'],
  },
  details: { lines: ['resourceName', 'kind', 'login', 'people', 'created', 'address', 'serverId', 'sid'] },
  rowActions: [
    {
      id: 'join',
      label: 'Join',
      suits: (session) => session.kind === 'ssh',
      menu: (session, { clusterId }) => ({
        head: `Join ${session.resourceName} as`,
        entries: PARTICIPANT_MODES.map((mode) => ({
          ...JOIN_LABELS[mode],
          to: joinPath(clusterId, session.sid, mode),
          ...(!session.participantModes.includes(mode) && { blocked: `Your roles lack join_sessions: ${mode}` }),
        })),
        none: '',
        foot: 'Opens in a new tab. The other participants are notified',
        target: 'newTab',
        locked: 'activeSessions',
      }),
    },
    copySessionId,
  ],
});
