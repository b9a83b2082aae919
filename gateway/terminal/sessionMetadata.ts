// The `s` frame (streams §3.2).
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import { encodeSessionMetadata, type SessionJson } from '../../src/wire/terminal/sessionJson.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import { NO_TARGETS, toSessionJson } from '../sessions/sessionJson.ts';
import type { AskedServer } from './resolveServer.ts';

type Beginning = {
  /** Empty for a command (streams §8.2). */
  kind: 'ssh' | 'k8s' | '';
  id: string;
  login: string;
  owner: string;
  server: AskedServer;
  clusterName: string;
  created: Date;
  moderated: boolean;
};

/** For the user who opens a session. */
export const newSessionFrame = ({ server, clusterName, created, ...rest }: Beginning): Uint8Array =>
  toFrame({
    ...rest,
    namespace: 'default',
    parties: null,
    terminal_params: { w: 0, h: 0 },
    created: created.toISOString(),
    last_active: created.toISOString(),
    server_id: server.id,
    server_hostname: server.hostname,
    server_hostport: server.port,
    server_addr: '',
    cluster_name: clusterName,
    ...NO_TARGETS,
  });

/** For a user who joins a session. */
export const joinedSessionFrame = (session: LiveSession, clusterName: string): Uint8Array =>
  toFrame(toSessionJson(session, clusterName));

const toFrame = (session: SessionJson): Uint8Array =>
  encodeEnvelope(FRAME_TYPE.session, encodeSessionMetadata(session));
