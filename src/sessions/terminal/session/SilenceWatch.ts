import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';

/** Shells answer a key at once; what has not answered in so long is asked about by other means. */
const SILENT_MS = 3000;
/** A server that has not answered a plain call in so long is out of reach. */
const CALL_PATIENCE_MS = 5000;
/** Half of the silence after which a server that reports every few seconds is asked about, too. */
const HALF_SILENCE_MS = 7500;

type Ports = {
  clock: Clock;
  /** A plain call to the server; false where nothing answers. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  /** The server reads from here only now and then, and reports nothing meanwhile. */
  mayPause: () => boolean;
  /** `hasTyped`: something was typed into the connection that died. */
  onDead: (hasTyped: boolean) => void;
};

/**
 * Notices a connection that died without a word: a laptop that slept, a network that forgot it. A browser cannot ping,
 * and such a socket looks open. What is typed and not answered gives it away, but proves nothing alone: a password has
 * no echo. So the server is called, too; and after a sleep no silence is forgiven. A server that reports every few
 * seconds gives it away also to those who only watch.
 */
export class SilenceWatch {
  #ports: Ports;
  #mayHaveDied = false;
  #hasTyped = false;
  /** Ends what waits now: for an answer to the keys, or for the server. */
  #stop: Dispose | undefined;
  /** Ends the wait for the next report. */
  #stopReports: Dispose | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The machine has slept. Holds until something is heard. */
  doubt(): void {
    this.#mayHaveDied = true;
  }

  typed(): void {
    this.#hasTyped = true;
    this.#stop ??= this.#ports.clock.after(SILENT_MS, () => {
      this.#stop = undefined;
      if (this.#mayHaveDied) this.#ports.onDead(true);
      else void this.#call();
    });
  }

  /** `reports`: from now on silence makes the watch call the server, as it reports every few seconds. */
  heard(reports = this.#stopReports !== undefined): void {
    this.#mayHaveDied = this.#hasTyped = false;
    this.stop();
    if (reports) this.#expect();
  }

  stop(): void {
    this.#stop?.();
    this.#stopReports?.();
    this.#stop = this.#stopReports = undefined;
  }

  #expect(): void {
    this.#stopReports?.();
    const { clock } = this.#ports;
    // In two halves: of a page that slept the first timer is due before what has come meanwhile.
    this.#stopReports = clock.after(HALF_SILENCE_MS, () => {
      this.#stopReports = clock.after(HALF_SILENCE_MS, () => this.#miss());
    });
  }

  #miss(): void {
    if (!this.#ports.mayPause()) this.#ports.onDead(this.#hasTyped);
    else if (!this.#stop) void this.#call();
  }

  async #call(): Promise<void> {
    const call = new AbortController();
    const settle = (isReached: boolean) => {
      if (call.signal.aborted) return;
      this.#stop?.();
      this.#stop = undefined;
      if (!isReached) this.#ports.onDead(this.#hasTyped);
      else if (this.#stopReports) this.#expect();
    };
    const patience = this.#ports.clock.after(CALL_PATIENCE_MS, () => settle(false));
    this.#stop = () => {
      patience();
      call.abort();
    };
    settle(await this.#ports.pingServer(call.signal).catch(() => false));
  }
}
