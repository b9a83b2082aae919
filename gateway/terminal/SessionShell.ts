import type { TermSize } from '../../src/wire/terminal/resize.ts';
import type { Shell, ShellListener, Target } from './target.ts';

type State = { kind: 'none' } | { kind: 'opening' } | { kind: 'open'; shell: Shell } | { kind: 'gone' };

/** The shell of a session, from before it is opened until it was asked to go. */
export class SessionShell {
  #target: Target;
  #login: string;
  #size: TermSize;
  #state: State = { kind: 'none' };
  #waits = false;

  constructor(target: Target, login: string, size: TermSize) {
    this.#target = target;
    this.#login = login;
    this.#size = size;
  }

  /** False before it is there, true ever after. */
  get wasOpened(): boolean {
    return this.#state.kind === 'open' || this.#state.kind === 'gone';
  }

  /** Rejects where there is none to be had. One that comes after `hangUp` is told to go; its end is told as ever. */
  async open(listener: ShellListener): Promise<void> {
    const size = this.#size;
    this.#state = { kind: 'opening' };
    const shell = await this.#target.open(this.#login, size, listener);
    if (this.wasOpened) return shell.hangUp();
    this.#state = { kind: 'open', shell };
    if (this.#size !== size) shell.resize(this.#size);
  }

  /** False when it does not read; see `Shell.write`. */
  write(bytes: Uint8Array): boolean {
    return this.#state.kind !== 'open' || this.#state.shell.write(bytes);
  }

  /** Also before there is one: it begins with this size. */
  resize(size: TermSize): void {
    this.#size = size;
    if (this.#state.kind === 'open') this.#state.shell.resize(size);
  }

  /** Whether it has to wait with its output. */
  wait(slow: boolean): void {
    if (this.#state.kind !== 'open' || slow === this.#waits) return;
    this.#waits = slow;
    if (slow) this.#state.shell.pause();
    else this.#state.shell.resume();
  }

  /** Asks it to go. False where none was ever asked for, so that no end follows. */
  hangUp(): boolean {
    const state = this.#state;
    this.#state = { kind: 'gone' };
    if (state.kind === 'open') state.shell.hangUp();
    return state.kind !== 'none';
  }
}
