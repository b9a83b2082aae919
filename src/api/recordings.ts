import { readTime } from '../wire/http.ts';
import { at, textAt, textsAt } from '../lib/json.ts';
import { windowList, type ListWire } from './lists.ts';
import { recordingTypeOf, type RecordingType } from '../wire/recordings.ts';
import type { RecordingReview } from './recordingExtensions.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import type { PathParams } from './urls.ts';

/**
 * `ready`: it can be played. `removed`: our gateway does not store it, or no longer stores it. `notPlayable`: the
 * queries of a database session, which newer clusters list.
 */
type RecordingState = 'ready' | 'removed' | 'notInteractive' | 'notPlayable' | 'notRecorded';

export type Recording = {
  id: string;
  sid: string;
  type: RecordingType;
  /** Server, `cluster/namespace/pod`, database, or desktop. */
  hostname: string;
  people: readonly string[];
  login: string;
  /** The start of the session, and the time of its end event. Undefined if the server does not send it. */
  began: Date | undefined;
  created: Date | undefined;
  durationMs: number;
  state: RecordingState;
  /** Undefined if there is no review, and in cluster mode. */
  review: RecordingReview | undefined;
};

const POD_PARTS = ['kubernetes_cluster', 'kubernetes_pod_namespace', 'kubernetes_pod_name'];

/** `cluster/namespace/pod` of a Kubernetes session. Empty for others. */
export const podOf = (json: unknown): string =>
  POD_PARTS.map((key) => textAt(json, key))
    .filter(Boolean)
    .join('/');

function hostnameOf(json: unknown, type: RecordingType): string {
  if (type === 'desktop') return textAt(json, 'desktop_name') || 'N/A';
  if (type === 'db') return textAt(json, 'db_service') || 'N/A';
  if (type === 'ssh') return textAt(json, 'server_hostname') || 'N/A';
  return podOf(json);
}

/** A command without a terminal has no picture, and some sessions are not recorded (screens §10). */
function stateOf(json: unknown, type: RecordingType): RecordingState {
  const stored = at(json, 'recording_missing') === true ? 'removed' : 'ready';
  if (type === 'desktop') return at(json, 'recorded') === true ? stored : 'notRecorded';
  if (at(json, 'interactive') !== true) return type === 'db' ? 'notPlayable' : 'notInteractive';
  return textAt(json, 'session_recording') === 'off' ? 'notRecorded' : stored;
}

function peopleOf(json: unknown): string[] {
  const names = textsAt(json, 'participants');
  return [...new Set(names.length > 0 ? names : [textAt(json, 'user')])].filter(Boolean);
}

/** The recording of a session, from the event that ended it (http-resources §10.2). */
export function toRecording(json: unknown): Recording {
  const type = recordingTypeOf(json);
  const created = readTime(textAt(json, 'time'));
  const start = readTime(textAt(json, 'session_start'));
  const stop = readTime(textAt(json, 'session_stop'));
  return {
    id: textAt(json, 'uid') || textAt(json, 'sid'),
    sid: textAt(json, 'sid'),
    type,
    hostname: hostnameOf(json, type),
    people: peopleOf(json),
    login: textAt(json, 'login') || textAt(json, 'windows_user') || textAt(json, 'db_user'),
    began: start ?? created,
    created,
    durationMs: start && stop ? Math.max(0, stop.getTime() - start.getTime()) : 0,
    state: stateOf(json, type),
    review: undefined,
  };
}

/** Accepts a row of any list. */
export const isRecording = (row: { readonly id: string }): row is Recording => 'sid' in row && 'durationMs' in row;

/** A list without reviews is better than none. The same failure is reported when a review is read or written. */
async function withReviews(rows: Recording[], { clusterId = '' }: PathParams, signal?: AbortSignal) {
  if (rows.length === 0 || !serverBehaviour.keepsReviews) return rows;
  const times = rows.flatMap(({ created }) => created?.getTime() ?? []);
  const span = { from: new Date(Math.min(...times)), to: new Date(Math.max(...times)) };
  try {
    const { fetchReviews } = await import('./recordingExtensions.ts'); // other lists do not need this module
    const reviews = await fetchReviews(clusterId, span, signal);
    return rows.map((row) => ({ ...row, review: reviews.get(row.sid) }));
  } catch {
    signal?.throwIfAborted();
    return rows;
  }
}

/** Recordings of a cluster in a time range. The server leaves out those that the roles do not allow. */
export const recordingList: ListWire<Recording> = {
  ...windowList('sites/:clusterId/events/search/sessions', toRecording),
  complete: withReviews,
};
