import { STATUS_OF_SIGNAL, type ShellEnd, type ShellListener } from './target.ts';

/** A shell that ignores the hang-up loses its connection after this time. */
const CUT_AFTER_MS = 3000;

/**
 * The end of a shell on another machine, for all transports. It ends once, and after `hangUp` within a limited time.
 */
export class RemoteShellState {
  /** The default, for a connection that breaks. */
  end: ShellEnd = { kind: 'lost' };
  /** Input waits for the other side. */
  isWaiting = false;
  isOver = false;
  #listener: ShellListener;
  #cut: NodeJS.Timeout | undefined;

  constructor(listener: ShellListener) {
    this.#listener = listener;
  }

  drained(): void {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.#listener.drained();
  }

  /** `close` asks the other side to end; `destroy` does not wait for it. */
  hangUp(close: () => void, destroy: () => void): void {
    if (this.isOver) return;
    this.end = { kind: 'exited', status: STATUS_OF_SIGNAL };
    close();
    this.#cut ??= setTimeout(() => {
      destroy();
      this.finish();
    }, CUT_AFTER_MS);
  }

  finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.#cut);
    this.drained(); // the client has disconnected: do not wait for the shell to read
    this.#listener.end(this.end);
  }
}
