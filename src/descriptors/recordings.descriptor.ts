import { recordingList, type Recording } from '../api/recordings.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { formatDateTime, formatDuration } from '../lib/dates.ts';
import { defineResource } from './defineResource.ts';
import { copySessionId, SESSION_KINDS, notPlayable, playerPath, stateWord } from './sessionLabels.ts';

const MINUTE_MS = 60_000;
const LENGTHS: readonly (readonly [belowMs: number, word: string])[] = [
  [1, 'unknown'],
  [MINUTE_MS, 'under 1 min'],
  [10 * MINUTE_MS, '1 to 10 min'],
  [60 * MINUTE_MS, '10 to 60 min'],
  [Number.POSITIVE_INFINITY, 'over 1 h'],
];
const lengthWord = ({ durationMs }: Recording): string => LENGTHS.find(([belowMs]) => durationMs < belowMs)?.[1] ?? '';

const timeText = (time: Date | undefined): string => (time ? formatDateTime(time, 'local') : '');

const reviewWord = ({ review }: Recording): string => (review?.isReviewed ? 'reviewed' : 'not reviewed');

export default defineResource<Recording>({
  name: 'recordings',
  label: ['Recording', 'Recordings'],
  title: 'Session recordings',
  icon: 'circle-play',
  path: 'cluster/:clusterId/recordings',
  acl: 'recordedSessions',
  nav: { label: 'Session recordings', category: 'Management', section: 'Activity', flag: 'recordings', weight: 1 },
  wire: { list: recordingList },
  fields: [
    {
      source: 'hostname',
      kind: 'text',
      label: 'Resource',
      sort: true,
      list: { width: 'rest' },
      tag: ({ review }) => (review?.isReviewed ? 'reviewed' : undefined),
    },
    { source: 'people', kind: 'people', label: 'People', sort: true, list: { width: [148, 220] } },
    { source: 'durationMs', kind: 'length', label: 'Length', sort: true, list: { width: 184 } },
    {
      source: 'began',
      kind: 'time',
      label: 'Started',
      sort: true,
      list: { width: 160 },
      value: (recording) => recording.began ?? 'Unknown',
    },
    {
      source: 'type',
      kind: 'text',
      label: 'Type',
      sort: true,
      list: { hidden: true, width: 110 },
      value: (recording) => SESSION_KINDS[recording.type].label,
    },
    { source: 'login', kind: 'mono', label: 'Login', sort: true, list: { hidden: true, width: 120 } },
    {
      source: 'created',
      kind: 'time',
      label: 'Created',
      sort: true,
      list: { hidden: true, width: 160 },
      value: (recording) => recording.created ?? 'Unknown',
    },
    {
      source: 'review',
      kind: 'text',
      label: 'Note',
      list: { hidden: true, width: 240 },
      value: ({ review }) => review?.note ?? '',
    },
    { source: 'sid', kind: 'mono', label: 'Session ID', list: { hidden: true, width: 272 } },
  ],
  list: {
    title: 'hostname',
    sort: { field: 'began', order: 'DESC' },
    search: 'Add a host, a user or a session ID',
    empty: {
      title: 'No recordings in this time',
      text: 'No session ended in this time, or your roles hide it. A recording appears when its session has ended.',
    },
    selectable: false,
    icon: (recording) => SESSION_KINDS[recording.type].icon,
    groupByDay: 'began',
    textSearch: 'recordings',
    phone: { name: 'hostname', meta: ['people', 'durationMs'] },
    foot: (recordings) => {
      const longestMs = recordings.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);
      if (longestMs < 1000) return undefined;
      return `Length bars on a square-root scale, the longest is ${formatDuration(longestMs)}`;
    },
  },
  palette: {
    group: 'Sessions and recordings',
    title: ({ login, hostname }) => [login, hostname].filter(Boolean).join('@'),
    detail: ({ began, people, durationMs }) =>
      [timeText(began), people.join(', '), durationMs > 0 && formatDuration(durationMs)].filter(Boolean).join(', '),
  },
  predicate: {
    name: (recording) => recording.hostname,
    labels: (recording) => [
      { name: 'type', value: SESSION_KINDS[recording.type].label },
      ...recording.people.map((value) => ({ name: 'person', value })),
      ...(recording.type === 'ssh' ? [{ name: 'server', value: recording.hostname }] : []),
      { name: 'length', value: lengthWord(recording) },
      ...(recording.login ? [{ name: 'login', value: recording.login }] : []),
      { name: 'state', value: stateWord(recording) },
      ...(serverBehaviour.keepsReviews ? [{ name: 'review', value: reviewWord(recording) }] : []),
    ],
    values: (recording) => [
      recording.hostname,
      recording.sid,
      ...[recording.began, recording.created].flatMap((time) => [timeText(time), time?.toISOString() ?? '']),
      formatDuration(recording.durationMs),
      recording.review?.note ?? '',
    ],
    facets: [
      'type',
      'person',
      'server',
      { name: 'length', order: LENGTHS.map(([, word]) => word) },
      'login',
      'review',
      'state',
    ],
  },
  details: {
    lines: [
      'hostname',
      'type',
      'people',
      'login',
      'began',
      'created',
      'durationMs',
      { source: 'sid', label: 'Session' },
    ],
    panels: ['recordingReview', 'lastScreen'],
  },
  rowActions: [
    {
      id: 'play',
      label: 'Play',
      icon: 'play',
      blocked: notPlayable,
      link: (recording, { clusterId }) => playerPath(clusterId, recording),
    },
    copySessionId,
  ],
});
