import type { SessionKind } from '../wire/terminal/sessionJson.ts';
import type { Recording } from '../api/recordings.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { fillPath } from '../api/urls.ts';
import type { ActionContext, Blocked } from './model/actionModel.ts';

/** The target kind of a session: its label in facets and columns, and its icon. */
export const SESSION_KINDS: Readonly<Record<SessionKind, { label: string; icon: string }>> = {
  ssh: { label: 'SSH', icon: 'terminal' },
  k8s: { label: 'Kubernetes', icon: 'ship-wheel' },
  db: { label: 'Databases', icon: 'database' },
  app: { label: 'Applications', icon: 'app-window' },
  desktop: { label: 'Desktops', icon: 'monitor' },
};

/** The same for an active session, whose kind may only be known to a newer server. */
export const sessionKind = (kind: string): { label: string; icon: string } =>
  Object.entries(SESSION_KINDS).find(([sessionKind]) => sessionKind === kind)?.[1] ?? {
    label: kind,
    icon: 'circle-question-mark',
  };

const NOT_PLAYABLE: Readonly<Record<Exclude<Recording['state'], 'ready'>, Blocked>> = {
  notInteractive: {
    mark: 'Not interactive',
    why: 'The commands ran without a terminal, and only sessions in one can be played',
  },
  notPlayable: { mark: 'Not playable', why: 'The cluster records its queries only. See the audit log' },
  notRecorded: { mark: 'Not recorded', why: 'Recording was off for this session' },
  removed: { mark: 'Removed', why: 'The recording is no longer stored (recordings.retention)' },
};

/** The label of a recording's state. `play` is a search word. */
export const stateWord = ({ state }: Recording): string =>
  state === 'ready' ? 'play' : NOT_PLAYABLE[state].mark.toLowerCase();

/** The reason why a recording cannot be played. */
export const notPlayable = ({ state, type, durationMs }: Recording): string | Blocked | undefined => {
  if (state !== 'ready') return NOT_PLAYABLE[state];
  if (type !== 'desktop' || durationMs > 0) return undefined;
  return serverBehaviour.sendsDesktopParts ? 'The recording is empty' : 'The server does not tell its length';
};

/** The page that plays a recording. A `durationMs` of 0 is unknown. */
export const playerPath = (
  clusterId: string,
  { sid, type, durationMs }: Pick<Recording, 'sid' | 'type' | 'durationMs'>,
): string => {
  const path = fillPath('/cluster/:clusterId/session/:sid', { clusterId, sid });
  return `${path}?recordingType=${type}${type === 'desktop' && durationMs > 0 ? `&durationMs=${durationMs}` : ''}`;
};

export const copySessionId = {
  id: 'copySession',
  label: 'Copy session ID',
  icon: 'copy',
  run: ({ sid }: { sid: string }, context: ActionContext): void => context.copy(sid, 'The session ID'),
};
