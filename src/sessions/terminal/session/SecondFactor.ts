import type { ValueStore } from '../../../lib/valueStore.ts';
import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';
import type { SessionState } from './sessionState.ts';

/** Shown if the user gave no factor and the server stopped waiting. */
const NONE_GIVEN = 'no second factor was given in time';

/** The second factor that a server requests inside the socket (streams §3.4), as part of the session's state. */
export class SecondFactor {
  /** File transfers of a session with a second factor require one too (streams §3.4). */
  wasAsked = false;
  /** The server waits for a factor, even if it has sent other messages since. */
  isAwaited = false;
  #state: ValueStore<SessionState>;

  constructor(state: ValueStore<SessionState>) {
    this.#state = state;
  }

  ask(challenge: AuthnChallengeJson): void {
    this.wasAsked = this.isAwaited = true;
    this.#state.set({ kind: 'authenticating', challenge, declined: false });
  }

  /** The user cancels for now, or answers after all. The server waits for some minutes. */
  decline(declined: boolean): void {
    const state = this.#state.get();
    if (state.kind === 'authenticating') this.#state.set({ ...state, declined });
  }

  /** The reason for the missing shell, if the server closed the connection while the user gave no answer. */
  get refusal(): string | undefined {
    const state = this.#state.get();
    return state.kind === 'authenticating' && state.declined ? NONE_GIVEN : undefined;
  }
}
