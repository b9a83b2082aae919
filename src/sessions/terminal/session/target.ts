import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';

/** A login on a server. */
export type Home = { serverId: string; login: string };

/**
 * What a session is opened on: a server and a login, or an active session. `mode` is the wire's (streams §3.1). `home`
 * is the known server of the session, so that another session can be offered when this one no longer exists.
 */
export type Target = ({ kind: 'new' } & Home) | { kind: 'join'; sid: string; mode?: string; home?: Home | undefined };

export const paramsOf = (target: Target, size: TermSize): ConnectParams => {
  if (target.kind === 'new') return { ...target, size };
  const { home: _, ...join } = target;
  return { ...join, size };
};

/** The started session, to be rejoined in the same mode. */
export const rejoinTarget = (target: Target, { id }: SessionMetadata): Target => {
  const mode = target.kind === 'join' ? target.mode : undefined;
  return { kind: 'join', sid: id, ...(mode !== undefined && { mode }) };
};

/** Another session on the same server. Undefined if the server is unknown. */
export function freshTarget(target: Target, metadata: SessionMetadata | undefined): Target | undefined {
  const { serverId, login } = metadata ?? {};
  if (serverId && login) return { kind: 'new', serverId, login };
  if (target.kind === 'new') return target;
  return target.home && { kind: 'new', ...target.home };
}
