// Derives the end of a session from its start, even after the process with more details has ended.
import { textAt, textMapAt, type JsonObject } from '../../src/lib/json.ts';
import { podFields } from '../kubernetes/inPod.ts';
import type { InPod } from '../audit/kubernetesEvents.ts';
import type { SessionAuditEvents } from '../audit/sessionEvents.ts';

/** The fields of the start that the end repeats. */
export type StartFields = Pick<
  SessionAuditEvents['session.end'],
  | 'sid'
  | 'user'
  | 'login'
  | 'namespace'
  | 'server_id'
  | 'server_hostname'
  | 'server_addr'
  | 'server_labels'
  | 'addr.remote'
  | 'proto'
  | 'session_recording'
  | 'session_start'
  | 'interactive'
> &
  Partial<InPod>;

/** undefined if the event is not the start of a session. */
export function toStartFields(document: JsonObject): StartFields | undefined {
  if (document['event'] !== 'session.start') return undefined;
  return {
    sid: textAt(document, 'sid'),
    user: textAt(document, 'user'),
    login: textAt(document, 'login'),
    namespace: 'default',
    server_id: textAt(document, 'server_id'),
    server_hostname: textAt(document, 'server_hostname'),
    server_addr: textAt(document, 'server_addr'),
    server_labels: textMapAt(document, 'server_labels'),
    'addr.remote': textAt(document, 'addr.remote'),
    proto: document['proto'] === 'kube' ? 'kube' : 'ssh',
    ...podFields(document),
    session_recording: document['session_recording'] === 'off' ? 'off' : 'node',
    session_start: textAt(document, 'time'),
    interactive: document['size'] !== undefined, // a session without a terminal has no size
  };
}

export type EndFacts = { ei: number; stop: Date; participants: readonly string[] };

export const toEndFields = (
  start: StartFields,
  { ei, stop, participants }: EndFacts,
): SessionAuditEvents['session.end'] => ({
  ...start,
  ei,
  enhanced_recording: false,
  participants,
  session_stop: stop.toISOString(),
});
