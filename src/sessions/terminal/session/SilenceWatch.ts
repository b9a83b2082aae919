import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';

/** Shells answer a key at once; what has not answered in so long is asked about by other means. */
const SILENT_MS = 3000;
/** A server that has not answered a plain call in so long is out of reach. */
const CALL_PATIENCE_MS = 5000;

type Ports = {
  clock: Clock;
  /** A plain call to the server; false where nothing answers. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  onDead: () => void;
};

/**
 * Notices a connection that died without a word: a laptop that slept, a network that forgot it. A browser cannot ping,
 * and such a socket looks open. What is typed and not answered gives it away, but proves nothing alone: a password has
 * no echo. So the server is called, too; and after a sleep no silence is forgiven.
 */
export class SilenceWatch {
  #ports: Ports;
  #mayHaveDied = false;
  /** Ends what waits now: for an answer to the keys, or for the server. */
  #stop: Dispose | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The machine has slept. Holds until something is heard. */
  doubt(): void {
    this.#mayHaveDied = true;
  }

  typed(): void {
    this.#stop ??= this.#ports.clock.after(SILENT_MS, () => {
      this.#stop = undefined;
      if (this.#mayHaveDied) this.#ports.onDead();
      else void this.#call();
    });
  }

  heard(): void {
    this.#mayHaveDied = false;
    this.stop();
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #call(): Promise<void> {
    const call = new AbortController();
    const settle = (isReached: boolean) => {
      if (call.signal.aborted) return;
      this.stop();
      if (!isReached) this.#ports.onDead();
    };
    const patience = this.#ports.clock.after(CALL_PATIENCE_MS, () => settle(false));
    this.#stop = () => {
      patience();
      call.abort();
    };
    settle(await this.#ports.pingServer(call.signal).catch(() => false));
  }
}
