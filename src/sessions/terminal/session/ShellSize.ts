import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';

/** The one size of a shell. `setBy`: another participant's size, which this screen copies exactly. */
export type SharedSize = TermSize & { setBy?: string };

/**
 * The size of this window, the size that the server knows, and the effective size: the last one that any participant
 * set (streams §3.6).
 */
export class ShellSize {
  readonly shared: ValueStore<SharedSize>;
  #room: TermSize;
  #sent: TermSize;
  #screen: { resize(size: TermSize): void } | undefined;

  constructor(room: TermSize) {
    this.#room = this.#sent = room;
    this.shared = new ValueStore<SharedSize>(room);
  }

  /** The size for the request of a new connection. */
  begin(): TermSize {
    this.#sent = this.#room;
    this.shared.set(this.#room);
    return this.#room;
  }

  fit(room: TermSize): void {
    this.#room = room;
    this.shared.set(room);
  }

  /** Applies another participant's size. Ours is only sent again when it changes. */
  follow(size: TermSize, setBy: string): void {
    this.#sent = size;
    this.shared.set({ ...size, setBy });
    this.#screen?.resize(size);
  }

  /** Resizes this screen to the shared size now, and whenever another participant changes it. */
  showOn(screen: { resize(size: TermSize): void }): Dispose {
    this.#screen = screen;
    // Also for our own size: a hidden screen cannot be measured, and the shell's output has this size.
    const { setBy: _, ...size } = this.shared.get();
    screen.resize(size);
    return () => {
      if (this.#screen === screen) this.#screen = undefined;
    };
  }

  /** The size to send now, which then counts as sent. Undefined if the server knows it. */
  takeNews(): TermSize | undefined {
    if (this.#room.cols === this.#sent.cols && this.#room.rows === this.#sent.rows) return undefined;
    this.#sent = this.#room;
    return this.#room;
  }
}
