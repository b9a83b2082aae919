// Which caller may read which recording, and the audit events about it (streams §4.1, http-resources §10.3).
import { ruleRefusal } from '../../src/access/rules.ts';
import { WEB_SESSION_TTL_S } from '../../src/wire/constants.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { ExpiringMap } from '../identity/expiringMap.ts';
import { SESSION_ID } from '../recordings/files.ts';
import type { User } from '../store/users.ts';
import type { WebSession } from '../store/webSessions.ts';
import type { FinishedRecording } from '../recordings/Recordings.ts';
import { sessionType } from '../recordings/uploaded.ts';

/** The reader: a caller, or a user on whose behalf the gateway reads. */
export type Reader = { user: Pick<User, 'name'>; session: Pick<WebSession, 'loginId'>; access: Caller['access'] };

/** Limit of reported pairs of reader and recording. A dropped pair is reported once more in the audit log. */
const READERS_MAX = 10_000;

export const readRefusal = ({ event }: FinishedRecording, { access }: Pick<Reader, 'access'>): string | undefined =>
  access.rule('session', 'read', { session: event }).ok ? undefined : ruleRefusal('session', 'read');

/** Refuses callers who may read no recording at all. */
export function requireReader({ access }: Pick<Reader, 'access'>): void {
  if (!access.couldBeAllowed('session', 'read')) throw denied(ruleRefusal('session', 'read'));
}

export class RecordingAccess {
  #recordings: Gateway['recordings'];
  #audit: Gateway['audit'];
  #reported: ExpiringMap<true>;
  /** Event requests in progress: each reports by itself. */
  #beginning = new Map<string, number>();

  constructor({ recordings, audit, now }: Pick<Gateway, 'recordings' | 'audit' | 'now'>) {
    this.#recordings = recordings;
    this.#audit = audit;
    this.#reported = new ExpiringMap<true>({ ttlMs: WEB_SESSION_TTL_S * 1000, capacity: READERS_MAX, now });
  }

  /** Throws the refusals. `noSuch` is the message if the recording does not exist, or not yet. */
  async find(caller: Reader, sid: string, noSuch: string): Promise<FinishedRecording> {
    // A caller who may read no recordings must not learn which exist.
    requireReader(caller);
    const recording = await this.#recordings.find(sid);
    if (!recording) throw notFound(noSuch);
    const refusal = readRefusal(recording, caller);
    if (refusal !== undefined) throw denied(refusal);
    return recording;
  }

  /** The same for extensions: a recording that the caller may not read counts as missing. */
  async findSilently(caller: Reader, parameter: string): Promise<FinishedRecording> {
    const sid = parameter.toLowerCase();
    if (!SESSION_ID.test(sid)) throw badRequest(`invalid session ID "${parameter}"`);
    const noSuch = `unable to find events for session "${parameter}"`;
    requireReader(caller);
    return this.find(caller, sid, noSuch).catch((error: unknown) => {
      throw error instanceof ApiFailure && error.status === 403 ? notFound(noSuch) : error;
    });
  }

  /**
   * Runs a call that reports the reader. In the meantime `reportOnce` relies on it, because a player requests both at
   * once.
   */
  async reporting<T>(caller: Reader, sid: string, run: () => Promise<T>): Promise<T> {
    const key = readerKey(caller, sid);
    this.#beginning.set(key, (this.#beginning.get(key) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const remaining = (this.#beginning.get(key) ?? 1) - 1;
      if (remaining > 0) this.#beginning.set(key, remaining);
      else this.#beginning.delete(key);
    }
  }

  report(caller: Reader, { sid, event }: FinishedRecording): void {
    this.#audit.emit('session.recording.access', { sid, user: caller.user.name, ...sessionType(event) });
    this.#reported.set(readerKey(caller, sid), true);
  }

  /** Reports once for each sign-in and recording, because a player requests many pieces, in any order. */
  reportOnce(caller: Reader, recording: FinishedRecording): void {
    const key = readerKey(caller, recording.sid);
    if (!this.#reported.get(key) && !this.#beginning.has(key)) this.report(caller, recording);
  }
}

const readerKey = ({ session }: Reader, sid: string) => `${session.loginId}/${sid}`;
