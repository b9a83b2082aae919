import { at, isObject, textAt } from '../lib/json.ts';
import { PARTICIPANT_MODES, type ParticipantMode } from '../wire/terminal/participantMode.ts';
import type { SessionKind } from '../wire/terminal/sessionJson.ts';
import { readTime } from '../wire/http.ts';
import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { wholeList } from './lists.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import { apiUrl } from './urls.ts';

/** One that takes part; the same user may appear several times. Most servers do not tell the mode. */
export type ParticipantInfo = { id: string; user: string; mode?: string };

export type ActiveSession = {
  sid: string;
  /** As the server names it; another than these may come from a newer one. */
  kind: string;
  login: string;
  clusterId: string;
  serverId: string;
  /** Host name of the server; another kind of session names its resource here. */
  resourceName: string;
  owner: string;
  /** Undefined where the server does not tell. */
  created: Date | undefined;
  moderated: boolean;
  /** Somebody is missing without whom it may not go on; where the server does not tell, when nobody but its owner is there. */
  isWaiting: boolean;
  parties: readonly ParticipantInfo[];
  /** How the caller may join; empty where he may only see it (streams §3.8). */
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
const listAt = (json: unknown, key: string): unknown[] => {
  const list = at(json, key);
  return Array.isArray(list) ? list : [];
};

/** Lists may be null, and a finished session has no parties (http-resources §9). */
export function toActiveSession(json: unknown): ActiveSession {
  const kind = textAt(json, 'kind') || 'ssh';
  const modes = listAt(json, 'participantModes');
  const owner = textAt(json, 'owner');
  const moderated = at(json, 'moderated') === true;
  const waiting = at(json, 'waiting');
  const parties = listAt(json, 'parties').map((party): ParticipantInfo => {
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
  /** Each person once. */
  people: readonly string[];
  /** Of the server, without the port. */
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

/** The same for the page that lists them (http-resources §9). */
export const activeSessionList = wholeList('sites/:clusterId/sessions', toActiveSessionRow, 'sessions');

/** Sessions that run now and that the caller may list or join. */
export async function fetchActiveSessions(clusterId: string, signal?: AbortSignal): Promise<ActiveSession[]> {
  const extensions = serverBehaviour.isGateway ? { extensions: 1 } : {};
  const json = await call(apiUrl('sites/:clusterId/sessions', { clusterId }, extensions), { signal });
  if (!isObject(json)) throw new ApiError('The list of sessions is not a list', 200);
  return listAt(json, 'sessions').map(toActiveSession);
}

/** What each way of taking part in a session is called, and what it lets one do (streams §3.5). */
export const JOIN_LABELS: Readonly<
  Record<ParticipantMode, { label: string; icon: 'eye' | 'shield' | 'terminal'; text: string }>
> = {
  observer: { label: 'Observer', icon: 'eye', text: 'Watches. Cannot type or end the session' },
  moderator: { label: 'Moderator', icon: 'shield', text: 'Watches, can end the session and approves file transfers' },
  peer: { label: 'Peer', icon: 'terminal', text: 'Watches and types' },
};
