import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why a socket went away without a word of the session's end. */
export type LossReason =
  /** It dropped, or nothing answers. */
  | { kind: 'network' }
  /** The server closed it and said why. `isFinal`: it has let go of this participant, such as one who was idle. */
  | { kind: 'closed'; words: string; isFinal?: boolean }
  /** What came is no frame of this protocol. */
  | { kind: 'garbled'; why: string }
  /** The server answers, but a websocket does not get through to it. */
  | { kind: 'blocked' };

export type Loss = { atMs: number; why: LossReason };

/** How a session came to its end (streams §3.9). `why`: the server's reason, where it gave one as it closed. */
export type Ending =
  /** The shell ended with status 0, or one has left: the server said goodbye. */
  | { kind: 'done' }
  | { kind: 'exit'; status: number; why?: string }
  /** The shell was taken away: channel lost, user locked. */
  | { kind: 'cut'; why?: string }
  /** The server no longer knows the session. */
  | { kind: 'gone'; why?: string };

export type SessionState =
  | { kind: 'connecting' }
  /**
   * The server waits for a second factor; nothing else may be sent (streams §3.4). `declined`: the person gave none; the
   * same challenge can still be answered.
   */
  | { kind: 'authenticating'; challenge: AuthnChallengeJson; declined: boolean }
  | { kind: 'live' }
  /** `next` is absent when nobody tries any more. */
  | { kind: 'lost'; loss: Loss; next?: { attempt: number; atMs: number } }
  | { kind: 'rejoining'; loss: Loss; attempt: number }
  /** `isEarly`: while the server waited for a second factor. */
  | { kind: 'ended'; how: Ending; isEarly?: true }
  /** No shell was opened. `why` are the server's words; `status` 0: it said them over the open socket. */
  | { kind: 'refused'; status: number; why: string };

/** Seconds before each attempt to rejoin. The first are close together: a session without a socket lives on for 20 s. */
const RETRY_AFTER_S = [0, 1, 2, 4, 4, 4, 8, 15, 30, 30];
export const ATTEMPTS = RETRY_AFTER_S.length;

/** undefined: enough was tried. Attempts count from 1. */
export function retryDelayMs(attempt: number): number | undefined {
  const seconds = RETRY_AFTER_S[attempt - 1];
  return seconds === undefined ? undefined : seconds * 1000;
}

/** True while what is typed reaches a shell, or waits for one that is on its way. */
export const takesInput = (state: SessionState): boolean => state.kind === 'live' || state.kind === 'connecting';

/** A connection that held for so long was a good one: the next loss starts to count anew. */
const STEADY_MS = 10_000;

/** Counts how often a session was tried again in a row, from 1. */
export class Attempts {
  /** The one that was begun last; 0: none yet. */
  count = 0;
  #liveSinceMs = Infinity;

  connecting(): void {
    this.#liveSinceMs = Infinity;
  }

  live(nowMs: number): void {
    this.#liveSinceMs = nowMs;
  }

  /** The number of the try that follows. */
  lost(nowMs: number): number {
    this.count = nowMs - this.#liveSinceMs >= STEADY_MS ? 1 : this.count + 1;
    return this.count;
  }
}
