import { auditEventList, type AuditEventRow } from '../api/auditEvents.ts';
import type { Label } from '../api/nodes.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { fillPath } from '../api/urls.ts';
import { auditLinks } from './auditLinks.ts';
import { formatDate } from '../lib/dates.ts';
import { textAt } from '../lib/json.ts';
import { RECORDING_TYPES } from '../wire/recordings.ts';
import { EVENT_FACETS, eventLabels, eventValues } from '../wire/audit/eventLabels.ts';
import { defineResource } from './defineResource.ts';
import { notPlayable, playerPath } from './sessionLabels.ts';

const AROUND_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** A recording was uploaded or viewed, so it exists. */
const ABOUT_RECORDING = ['T2005I', 'T2012I'];

/**
 * Our gateway sends the type, except for shells. A cluster sends no type for uploads: it can be a desktop, whose player
 * also needs the length. The list of recordings has both.
 */
function recordingPath({ code, session, time, recorded }: AuditEventRow, clusterId: string): string {
  const type = RECORDING_TYPES.find((each) => each === textAt(recorded, 'session_type'));
  if (type || code !== 'T2005I' || serverBehaviour.isGateway)
    return playerPath(clusterId, { sid: session, type: type ?? 'ssh', durationMs: 0 });
  const day = (plusMs: number) => formatDate(new Date(time.getTime() + plusMs), 'utc');
  const path = fillPath('/cluster/:clusterId/recordings', { clusterId });
  return `${path}?search=${encodeURIComponent(session)}&from=${day(-DAY_MS)}&to=${day(DAY_MS)}`;
}

const label = (name: string, value: string): Label[] => (value ? [{ name, value }] : []);

export default defineResource<AuditEventRow>({
  name: 'audit',
  label: ['Event', 'Events'],
  title: 'Audit log',
  icon: 'scroll-text',
  path: 'cluster/:clusterId/audit',
  acl: 'events',
  nav: { label: 'Audit log', category: 'Management', section: 'Activity', flag: 'audit', weight: 2 },
  wire: { list: auditEventList },
  palette: false,
  fields: [
    { source: 'time', kind: 'moment', label: 'Time', sort: true, list: { width: 190 } },
    {
      source: 'label',
      kind: 'sign',
      label: 'Type',
      sort: true,
      list: { width: 208 },
      value: ({ icon, label: word, failed }) => ({ icon, word, danger: failed }),
    },
    { source: 'sentence', kind: 'text', label: 'Description', list: { width: 'rest' } },
    { source: 'user', kind: 'text', label: 'User', sort: true, list: { hidden: true, width: 140 } },
    { source: 'resource', kind: 'text', label: 'Resource', sort: true, list: { hidden: true, width: 160 } },
    { source: 'address', kind: 'mono', label: 'Address', sort: true, list: { hidden: true, width: 136 } },
    {
      source: 'code',
      kind: 'mono',
      label: 'Code',
      sort: true,
      list: { hidden: true, width: 80 },
      note: ({ event }) => event,
    },
    { source: 'reason', kind: 'text', label: 'Reason', list: { hidden: true, width: 200 } },
    { source: 'id', kind: 'mono', label: 'Event ID', list: { hidden: true, width: 272 } },
  ],
  list: {
    title: 'time',
    sort: { field: 'time', order: 'DESC' },
    search: 'Search code, type, text, user or ID',
    empty: {
      title: 'No events in this time',
      text: 'No events were recorded in this time, or your roles hide them. The audit log records each sign-in, session and change.',
    },
    selectable: false,
    groupByDay: 'time',
    bare: true,
    phone: { name: 'label', meta: ['sentence'], end: 'time' },
    exportAll: { record: ({ recorded }) => recorded },
    tail: { time: 'time', everyMs: 5000 },
    histogram: { time: 'time', counts: 'Events', flagged: { label: 'Refused or failed', is: ({ failed }) => failed } },
  },
  predicate: { name: ({ label: name }) => name, labels: eventLabels, values: eventValues, facets: EVENT_FACETS },
  details: {
    first: true,
    title: ({ label: text, icon, failed }) => ({ text, icon, danger: failed }),
    lines: [
      { source: 'time', label: 'When' },
      { source: 'user', label: 'Who' },
      { source: 'reason', label: 'Why' },
      'code',
      { source: 'resource', label: 'On' },
      { source: 'address', label: 'From', firstBy: 'time' },
      { source: 'sentence', label: 'What' },
    ],
    pivots: [
      { label: 'Same user', of: ({ user }) => label('user', user)[0] },
      { label: 'Same address', of: ({ address }) => label('address', address)[0] },
      { label: 'Same session', of: ({ session }) => label('session', session)[0] },
      { label: '± 5 min', around: 'time', withinMs: AROUND_MS },
    ],
    links: auditLinks,
    json: { title: 'Event as recorded', of: ({ recorded }) => recorded },
  },
  assist: {
    kind: 'event',
    title: (events) => events.map(({ label: type, code }) => `${type} (${code})`).join(', '),
    text: (events) =>
      JSON.stringify(
        events.map(({ recorded }) => recorded),
        null,
        2,
      ),
    question: 'Explain this event. Is it unusual?',
  },
  rowActions: [
    {
      id: 'play',
      label: 'Play the recording',
      icon: 'play',
      suits: ({ recording }) => recording?.state === 'ready',
      blocked: ({ recording }) => recording && notPlayable(recording),
      link: ({ recording }, { clusterId }) => (recording ? playerPath(clusterId, recording) : ''),
    },
    {
      id: 'recording',
      label: 'Open the recording',
      icon: 'play',
      suits: ({ code, session }) => ABOUT_RECORDING.includes(code) && session !== '',
      link: (row, { clusterId }) => recordingPath(row, clusterId),
    },
  ],
});
