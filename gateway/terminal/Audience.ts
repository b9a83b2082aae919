import { OutputFrames } from './OutputFrames.ts';
import type { Party } from './party.ts';

/** Everybody who takes part in a session, and what all of them see. */
export class Audience {
  #parties: readonly Party[] = [];
  #frames = new OutputFrames();

  /** In the order of their coming. */
  get parties(): readonly Party[] {
    return this.#parties;
  }

  /** Whether what is shown next begins a line. */
  get atLineStart(): boolean {
    return this.#frames.atLineStart;
  }

  enter(party: Party): void {
    this.#parties = [...this.#parties, party];
  }

  leave(party: Party): void {
    this.#parties = this.#parties.filter((other) => other !== party);
  }

  tell(frame: Uint8Array, except?: Party): void {
    for (const party of this.#parties) if (party !== except) party.participant.send(frame);
  }

  show(output: Uint8Array): void {
    for (const frame of this.#frames.push(output)) this.tell(frame);
  }

  /** The beginning of a character that still waited for its rest. */
  showRest(): void {
    for (const frame of this.#frames.flush()) this.tell(frame);
  }

  /** The last output, for somebody who came later (streams §3.8). */
  replay({ participant }: Party): void {
    for (const frame of this.#frames.replay()) participant.send(frame);
  }
}
