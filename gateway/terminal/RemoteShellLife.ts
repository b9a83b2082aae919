import { STATUS_OF_SIGNAL, type ShellEnd, type ShellListener } from './target.ts';

/** A shell that ignores being hung up loses its connection. */
const CUT_AFTER_MS = 3000;

/** How a shell on another machine ends, whatever carries it: once, and when it hangs up in bounded time. */
export class RemoteShellLife {
  /** Of a connection that breaks nothing better is known. */
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

  /** `close` asks the other side; `destroy` does not wait for it. */
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
    this.drained(); // a shell that does not read will not: the client has disconnected
    this.#listener.end(this.end);
  }
}
