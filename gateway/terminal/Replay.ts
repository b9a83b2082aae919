import { JOIN_REPLAY_BYTES } from '../../src/wire/constants.ts';
import { utf8Tail } from './utf8Pieces.ts';

/** The last of what was shown, for those who join (streams §3.8). */
export class Replay {
  #kept = new Uint8Array();

  /** Takes well-formed UTF-8. */
  push(text: Uint8Array): void {
    const all = text.length >= JOIN_REPLAY_BYTES ? text : Buffer.concat([this.#kept, text]);
    this.#kept = Uint8Array.from(utf8Tail(all, JOIN_REPLAY_BYTES)); // a copy: a view would keep the whole output alive
  }

  get text(): Uint8Array {
    return this.#kept;
  }
}
