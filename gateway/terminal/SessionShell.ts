import type { TermSize } from '../../src/wire/terminal/resize.ts';
import type { Shell, ShellListener, Target } from './target.ts';

type State = { kind: 'none' } | { kind: 'opening' } | { kind: 'open'; shell: Shell } | { kind: 'gone' };

/** The shell of a session, from before it is opened until it is asked to exit. */
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

  /** False until the shell is open, then always true. */
  get wasOpened(): boolean {
    return this.#state.kind === 'open' || this.#state.kind === 'gone';
  }

  /**
   * Rejects if the shell cannot be opened. A shell that opens after `hangUp` is asked to exit. Its end is reported as
   * usual.
   */
  async open(listener: ShellListener): Promise<void> {
    const size = this.#size;
    this.#state = { kind: 'opening' };
    const shell = await this.#target.open(this.#login, size, listener);
    if (this.wasOpened) return shell.hangUp();
    this.#state = { kind: 'open', shell };
    if (this.#size !== size) shell.resize(this.#size);
  }

  /** False if the shell does not read. See `Shell.write`. */
  write(bytes: Uint8Array): boolean {
    return this.#state.kind !== 'open' || this.#state.shell.write(bytes);
  }

  /** Also allowed before the shell is open: it starts with this size. */
  resize(size: TermSize): void {
    this.#size = size;
    if (this.#state.kind === 'open') this.#state.shell.resize(size);
  }

  /** Whether the shell has to pause its output. */
  wait(slow: boolean): void {
    if (this.#state.kind !== 'open' || slow === this.#waits) return;
    this.#waits = slow;
    if (slow) this.#state.shell.pause();
    else this.#state.shell.resume();
  }

  /** Asks the shell to exit. False if no shell was ever requested, so that no `end` follows. */
  hangUp(): boolean {
    const state = this.#state;
    this.#state = { kind: 'gone' };
    if (state.kind === 'open') state.shell.hangUp();
    return state.kind !== 'none';
  }
}
