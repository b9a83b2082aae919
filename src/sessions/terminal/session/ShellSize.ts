import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';

/** The one size that a shell has. `setBy`: another participant's choice, which this screen follows to the cell. */
export type SharedSize = TermSize & { setBy?: string };

/** What this window has room for, what the server was told last, and what holds: the last size of anybody (streams §3.6). */
export class ShellSize {
  readonly shared: ValueStore<SharedSize>;
  #room: TermSize;
  #told: TermSize;
  #screen: { resize(size: TermSize): void } | undefined;

  constructor(room: TermSize) {
    this.#room = this.#told = room;
    this.shared = new ValueStore<SharedSize>(room);
  }

  /** For the request of a connection, which tells it. */
  begin(): TermSize {
    this.#told = this.#room;
    this.shared.set(this.#room);
    return this.#room;
  }

  fit(room: TermSize): void {
    this.#room = room;
    this.shared.set(room);
  }

  /** Somebody else's; ours is told again only when it changes. */
  follow(size: TermSize, setBy: string): void {
    this.#told = size;
    this.shared.set({ ...size, setBy });
    this.#screen?.resize(size);
  }

  /** The screen that follows to the cell, now and from now on. */
  showOn(screen: { resize(size: TermSize): void }): Dispose {
    this.#screen = screen;
    // Also ours: a screen that nobody looks at cannot be measured, and what the shell draws has its size.
    const { setBy: _, ...size } = this.shared.get();
    screen.resize(size);
    return () => {
      if (this.#screen === screen) this.#screen = undefined;
    };
  }

  /** The size that is to be told now, and counts as told; undefined where the server knows it. */
  takeNews(): TermSize | undefined {
    if (this.#room.cols === this.#told.cols && this.#room.rows === this.#told.rows) return undefined;
    this.#told = this.#room;
    return this.#room;
  }
}
