import { at, isObject, textAt, textsAt } from '../lib/json.ts';
import { objectsAt } from '../lib/objectsAt.ts';
import { PARTICIPANT_MODES, type ParticipantMode } from '../wire/terminal/participantMode.ts';
import type { SessionKind } from '../wire/terminal/sessionJson.ts';
import { readTime } from '../wire/http.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { wholeList } from './lists.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import { apiUrl } from './urls.ts';

/** A participant. The same user can occur several times. Most servers do not send the mode. */
export type ParticipantInfo = { id: string; user: string; mode?: string };

export type ActiveSession = {
  sid: string;
  /** The server's name for the kind. A newer server can send other kinds. */
  kind: string;
  login: string;
  clusterId: string;
  serverId: string;
  /** Host name of the server. Other kinds of sessions have the name of their resource here. */
  resourceName: string;
  owner: string;
  /** Undefined if the server does not send it. */
  created: Date | undefined;
  moderated: boolean;
  /**
   * A required participant is missing, so the session is paused. If the server does not send this: only the owner is
   * there.
   */
  isWaiting: boolean;
  parties: readonly ParticipantInfo[];
  /** How the caller can join. Empty if the caller can only see the session (streams §3.8). */
  participantModes: readonly ParticipantMode[];
};

const NAME_KEYS = {
  ssh: 'server_hostname',
  k8s: 'kubernetes_cluster_name',
  db: 'database_name',
  app: 'app_name',
  desktop: 'desktop_name',
} as const satisfies Record<SessionKind, string>;

const isKind = (kind: string): kind is SessionKind => Object.hasOwn(NAME_KEYS, kind);

/** Lists may be null, and a finished session has no parties (http-resources §9). */
export function toActiveSession(json: unknown): ActiveSession {
  const kind = textAt(json, 'kind') || 'ssh';
  const modes = textsAt(json, 'participantModes');
  const owner = textAt(json, 'owner');
  const moderated = at(json, 'moderated') === true;
  const waiting = at(json, 'waiting');
  const parties = objectsAt(json, 'parties').map((party): ParticipantInfo => {
    const mode = textAt(party, 'mode');
    return { id: textAt(party, 'id'), user: textAt(party, 'user'), ...(mode && { mode }) };
  });
  return {
    sid: textAt(json, 'id'),
    kind,
    login: textAt(json, 'login'),
    clusterId: textAt(json, 'cluster_name'),
    serverId: textAt(json, 'server_id'),
    resourceName: textAt(json, NAME_KEYS[isKind(kind) ? kind : 'ssh']),
    owner,
    created: readTime(textAt(json, 'created')),
    moderated,
    isWaiting: typeof waiting === 'boolean' ? waiting : moderated && parties.every(({ user }) => user === owner),
    parties,
    participantModes: PARTICIPANT_MODES.filter((mode) => modes.includes(mode)),
  };
}

export type ActiveSessionRow = ActiveSession & {
  id: string;
  /** Each participant's name once. */
  people: readonly string[];
  /** Address of the server, without the port. */
  address: string;
};

function toActiveSessionRow(json: unknown): ActiveSessionRow {
  const session = toActiveSession(json);
  return {
    ...session,
    id: session.sid,
    people: [...new Set(session.parties.map(({ user }) => user))],
    address: textAt(json, 'server_addr').replace(/:\d+$/, ''),
  };
}

/** The same sessions for the list page (http-resources §9). */
export const activeSessionList = wholeList('sites/:clusterId/sessions', toActiveSessionRow, 'sessions');

/** Active sessions that the caller may list or join. */
export async function fetchActiveSessions(clusterId: string, signal?: AbortSignal): Promise<ActiveSession[]> {
  const extensions = serverBehaviour.isGateway ? { extensions: 1 } : {};
  const json = await call(apiUrl('sites/:clusterId/sessions', { clusterId }, extensions), { signal });
  if (!isObject(json)) throw new ApiError('The list of sessions is not a list', 200);
  return objectsAt(json, 'sessions').map(toActiveSession);
}

/** The label of each participant mode, and what it allows (streams §3.5). */
export const JOIN_LABELS: Readonly<
  Record<ParticipantMode, { label: string; icon: 'eye' | 'shield' | 'terminal'; text: string }>
> = {
  observer: { label: 'Observer', icon: 'eye', text: 'Watches. Cannot type or end the session' },
  moderator: { label: 'Moderator', icon: 'shield', text: 'Watches, can end the session and approves file transfers' },
  peer: { label: 'Peer', icon: 'terminal', text: 'Watches and types' },
};
