import { addAbortSignal, type Readable } from 'node:stream';
import { ApiFailure, denied } from '../http/failures.ts';
import { limitForUsers } from '../http/limitForUsers.ts';
import type { Caller } from './caller.ts';
import { isOf, type EndedSessions, type SignIn, type WebSessions } from './webSessions.ts';

/**
 * Why the caller may not continue with an open call. undefined while they may. Locks of the caller are already checked.
 */
export type Recheck = (caller: Caller) => string | undefined;

export type OpenCall = {
  /** Aborts once the caller may not continue. Its reason is the wire's refusal. */
  signal: AbortSignal;
  /** Call this when the call has ended, for any reason. */
  close: () => void;
};

/** Each may hold an open file and half a megabyte, for a client that does not read. */
export const OF_USER_MAX = 256;

type Entry = { caller: Caller; recheck: Recheck; controller: AbortController };

/**
 * HTTP calls that stay open for long: transfers, recordings, waits. They end with their sign-in, and once the caller
 * may no longer make them.
 */
export class OpenCalls {
  #sessions: Pick<WebSessions, 'recheckAdmitted'>;
  #entries = new Set<Entry>();
  #countFor = limitForUsers(OF_USER_MAX, 'too many of your transfers and recordings are open: close some');
  #whenEmpty: (() => void)[] = [];
  #stopping = false;

  constructor(sessions: Pick<WebSessions, 'recheckAdmitted'>) {
    this.#sessions = sessions;
  }

  /** Throws the refusal if the caller may already not continue. The code that opens a call closes it. */
  open(caller: Caller, recheck: Recheck = () => undefined): OpenCall {
    if (this.#stopping) throw STOPPING;
    const entry: Entry = { caller, recheck, controller: new AbortController() };
    const refusal = refusalOf(entry, this.#callerNow(caller));
    if (refusal) throw refusal;
    const uncount = this.#countFor(caller.user.name);
    this.#entries.add(entry);
    const close = () => {
      uncount();
      this.#close(entry);
    };
    return { signal: entry.controller.signal, close };
  }

  /** The same for a response body. It is destroyed when the caller may not continue, and its end closes the call. */
  stream(body: Readable, caller: Caller, recheck?: Recheck): Readable {
    try {
      const { signal, close } = this.open(caller, recheck);
      body.once('close', close);
      return addAbortSignal(signal, body);
    } catch (error) {
      body.destroy(); // it may hold a file open
      throw error;
    }
  }

  /** The sign-ins that have calls open. */
  signIns(): SignIn[] {
    return [...this.#entries].map(({ caller }) => caller.session);
  }

  endSignIn(ended: EndedSessions): void {
    for (const { caller, controller } of this.#entries) {
      if (isOf(ended, caller.session)) controller.abort(denied('need auth'));
    }
  }

  /** Ends the calls that may not continue. Call this after a change of users, roles or locks. */
  endRevoked(): void {
    const callers = new Map<string, Caller | ApiFailure>();
    for (const entry of this.#entries) {
      try {
        const { loginId } = entry.caller.session;
        const now = callers.get(loginId) ?? this.#callerNow(entry.caller);
        callers.set(loginId, now);
        const refusal = refusalOf(entry, now);
        if (refusal) entry.controller.abort(refusal);
      } catch (error) {
        entry.controller.abort(error); // a call that cannot be checked ends, and the others are checked
      }
    }
  }

  /** Ends all calls. Resolves when each has been closed. */
  async end(): Promise<void> {
    this.#stopping = true;
    for (const { controller } of this.#entries) controller.abort(STOPPING);
    if (this.#entries.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  #callerNow(caller: Caller): Caller | ApiFailure {
    try {
      return this.#sessions.recheckAdmitted(caller);
    } catch (error) {
      if (error instanceof ApiFailure) return error;
      throw error;
    }
  }

  #close(entry: Entry): void {
    this.#entries.delete(entry);
    if (this.#entries.size === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }
}

function refusalOf({ recheck }: Entry, now: Caller | ApiFailure): ApiFailure | undefined {
  if (now instanceof ApiFailure) return now;
  const why = recheck(now);
  return why === undefined ? undefined : denied(why);
}

const STOPPING = new ApiFailure(503, 'the gateway is stopping');
