// Who may read which recording, and what the audit log has of it (streams §4.1, http-resources §10.3).
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

/** Who reads: a caller, or a user whom the gateway reads for. */
export type Reader = { user: Pick<User, 'name'>; session: Pick<WebSession, 'loginId'>; access: Caller['access'] };

/** Who has been reported as a reader of what. Of a pair that is forgotten early the audit log tells once more. */
const READERS_MAX = 10_000;

export const readRefusal = ({ event }: FinishedRecording, { access }: Pick<Reader, 'access'>): string | undefined =>
  access.rule('session', 'read', { session: event }).ok ? undefined : ruleRefusal('session', 'read');

/** Refuses whoever may read no recording at all. */
export function requireReader({ access }: Pick<Reader, 'access'>): void {
  if (!access.couldBeAllowed('session', 'read')) throw denied(ruleRefusal('session', 'read'));
}

export class RecordingAccess {
  #recordings: Gateway['recordings'];
  #audit: Gateway['audit'];
  #reported: ExpiringMap<true>;
  /** Calls for events that are being answered: each reports by itself. */
  #beginning = new Map<string, number>();

  constructor({ recordings, audit, now }: Pick<Gateway, 'recordings' | 'audit' | 'now'>) {
    this.#recordings = recordings;
    this.#audit = audit;
    this.#reported = new ExpiringMap<true>({ ttlMs: WEB_SESSION_TTL_S * 1000, capacity: READERS_MAX, now });
  }

  /** Throws the refusals; `noSuch` words that there is no recording, or not yet. */
  async find(caller: Reader, sid: string, noSuch: string): Promise<FinishedRecording> {
    // Whoever may read none does not learn either which there are.
    requireReader(caller);
    const recording = await this.#recordings.find(sid);
    if (!recording) throw notFound(noSuch);
    const refusal = readRefusal(recording, caller);
    if (refusal !== undefined) throw denied(refusal);
    return recording;
  }

  /** The same for extensions of the contract: a recording that is closed to the caller is one that does not exist. */
  async findSilently(caller: Reader, parameter: string): Promise<FinishedRecording> {
    const sid = parameter.toLowerCase();
    if (!SESSION_ID.test(sid)) throw badRequest(`invalid session ID "${parameter}"`);
    const noSuch = `unable to find events for session "${parameter}"`;
    requireReader(caller);
    return this.find(caller, sid, noSuch).catch((error: unknown) => {
      throw error instanceof ApiFailure && error.status === 403 ? notFound(noSuch) : error;
    });
  }

  /** Runs what reports the reader, and lets `reportOnce` rely on it meanwhile: a player asks for both at once. */
  async reporting<T>(caller: Reader, sid: string, run: () => Promise<T>): Promise<T> {
    const key = readerKey(caller, sid);
    this.#beginning.set(key, (this.#beginning.get(key) ?? 0) + 1);
    try {
      return await run();
    } finally {
      const left = (this.#beginning.get(key) ?? 1) - 1;
      if (left > 0) this.#beginning.set(key, left);
      else this.#beginning.delete(key);
    }
  }

  report(caller: Reader, { sid, event }: FinishedRecording): void {
    this.#audit.emit('session.recording.access', { sid, user: caller.user.name, ...sessionType(event) });
    this.#reported.set(readerKey(caller, sid), true);
  }

  /** Once for each sign-in and recording: a player asks for many pieces, in any order. */
  reportOnce(caller: Reader, recording: FinishedRecording): void {
    const key = readerKey(caller, recording.sid);
    if (!this.#reported.get(key) && !this.#beginning.has(key)) this.report(caller, recording);
  }
}

const readerKey = ({ session }: Reader, sid: string) => `${session.loginId}/${sid}`;
