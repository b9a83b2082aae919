import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why a socket closed without an end of the session. */
export type LossReason =
  /** The connection dropped, or the server does not respond. */
  | { kind: 'network' }
  /**
   * The server closed it with a reason. `isFinal`: it has disconnected this participant, for example after idle time.
   */
  | { kind: 'closed'; words: string; isFinal?: boolean }
  /** A received frame does not belong to this protocol. */
  | { kind: 'garbled'; why: string }
  /** The server responds, but a websocket to it is blocked. */
  | { kind: 'blocked' };

export type Loss = { atMs: number; why: LossReason };

/** How a session ended (streams §3.9). `why`: the server's reason, if it gave one when closing. */
export type Ending =
  /** The shell exited with status 0, or the participant left: the server sent a close frame. */
  | { kind: 'done' }
  | { kind: 'exit'; status: number; why?: string }
  /** The shell was cut off: channel lost, user locked. */
  | { kind: 'cut'; why?: string }
  /** The server no longer knows the session. */
  | { kind: 'gone'; why?: string };

export type SessionState =
  | { kind: 'connecting' }
  /**
   * The server waits for a second factor. Nothing else may be sent (streams §3.4). `declined`: the user cancelled. The
   * same challenge can still be answered.
   */
  | { kind: 'authenticating'; challenge: AuthnChallengeJson; declined: boolean }
  | { kind: 'live' }
  /** `next` is absent when there are no further attempts. */
  | { kind: 'lost'; loss: Loss; next?: { attempt: number; atMs: number } }
  | { kind: 'rejoining'; loss: Loss; attempt: number }
  /** `isEarly`: while the server waited for a second factor. */
  | { kind: 'ended'; how: Ending; isEarly?: true }
  /** No shell was opened. `why` is the server's message. `status` 0: it arrived over the open socket. */
  | { kind: 'refused'; status: number; why: string };

/** Seconds before each attempt to rejoin. The first are close together: a session without a socket exists for 20 s. */
const RETRY_AFTER_S = [0, 1, 2, 4, 4, 4, 8, 15, 30, 30];
export const ATTEMPTS = RETRY_AFTER_S.length;

/** Undefined: no further attempt. Attempts count from 1. */
export function retryDelayMs(attempt: number): number | undefined {
  const seconds = RETRY_AFTER_S[attempt - 1];
  return seconds === undefined ? undefined : seconds * 1000;
}

/** True while input reaches a shell, or is held for one that starts. */
export const takesInput = (state: SessionState): boolean => state.kind === 'live' || state.kind === 'connecting';

/** After a connection of at least this length, the next loss counts as the first again. */
const STEADY_MS = 10_000;

/** Counts consecutive attempts for a session, from 1. */
export class Attempts {
  /** The last attempt. 0: none yet. */
  count = 0;
  #liveSinceMs = Infinity;

  connecting(): void {
    this.#liveSinceMs = Infinity;
  }

  live(nowMs: number): void {
    this.#liveSinceMs = nowMs;
  }

  /** The number of the next attempt. */
  lost(nowMs: number): number {
    this.count = nowMs - this.#liveSinceMs >= STEADY_MS ? 1 : this.count + 1;
    return this.count;
  }
}
