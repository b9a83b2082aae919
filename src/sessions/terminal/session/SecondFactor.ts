import type { ValueStore } from '../../../lib/valueStore.ts';
import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';
import type { SessionState } from './sessionState.ts';

/** What is told where the person gave none and the server stopped waiting. */
const NONE_GIVEN = 'no second factor was given in time';

/** The second factor that a server asks for inside the socket (streams §3.4), as far as the state of a session tells it. */
export class SecondFactor {
  /** File transfers of a session that asked for one need one too (streams §3.4). */
  wasAsked = false;
  /** The server waits for one, whatever it has said since. */
  isAwaited = false;
  #state: ValueStore<SessionState>;

  constructor(state: ValueStore<SessionState>) {
    this.#state = state;
  }

  ask(challenge: AuthnChallengeJson): void {
    this.wasAsked = this.isAwaited = true;
    this.#state.set({ kind: 'authenticating', challenge, declined: false });
  }

  /** No answer for now, or one is on its way after all; the server waits on for some minutes. */
  decline(declined: boolean): void {
    const state = this.#state.get();
    if (state.kind === 'authenticating') this.#state.set({ ...state, declined });
  }

  /** Why the server opened no shell, when it dropped while the person gave no answer. */
  get refusal(): string | undefined {
    const state = this.#state.get();
    return state.kind === 'authenticating' && state.declined ? NONE_GIVEN : undefined;
  }
}
