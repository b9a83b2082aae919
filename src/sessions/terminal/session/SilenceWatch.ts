import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';

/** Shells answer a key at once. After this silence, the watch sends a plain request. */
const SILENT_MS = 3000;
/** A server that does not answer a plain request for this long is unreachable. */
const CALL_PATIENCE_MS = 5000;
/** Half of the silence after which a server that reports every few seconds is checked too. */
const HALF_SILENCE_MS = 7500;

type Ports = {
  clock: Clock;
  /** Sends a plain request to the server. False if it does not respond. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  /** The server currently reads from this client only now and then, and sends no reports. */
  mayPause: () => boolean;
  /** `hasTyped`: there was input on the connection that died. */
  onDead: (hasTyped: boolean) => void;
};

/**
 * Detects a connection that died without an event: after a laptop slept, or when the network dropped it. A browser
 * cannot ping, and such a socket looks open. Unanswered input is a sign but no proof, since a password has no echo. So
 * the watch also sends a plain request. After a sleep, silence alone is enough. For observers, the missing reports of a
 * server that reports every few seconds are the sign.
 */
export class SilenceWatch {
  #ports: Ports;
  #mayHaveDied = false;
  #hasTyped = false;
  /** Ends the current wait: for an answer to input, or for the server. */
  #stop: Dispose | undefined;
  /** Ends the wait for the next report. */
  #stopReports: Dispose | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The machine was asleep. Applies until the next message. */
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

  /** `reports`: the server reports every few seconds, so from now on silence triggers a request. */
  onActivity(reports = this.#stopReports !== undefined): void {
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
    // In two halves: after a sleep, the first timer fires before the messages that arrived in between are handled.
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
