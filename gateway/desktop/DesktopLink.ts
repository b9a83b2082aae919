import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { InputMessage } from './rfb/RfbInput.ts';
import { serveLink, type LinkOrder, type LinkReport } from './rfb/serveLink.ts';
import type { DesktopTarget, LinkOptions } from './target.ts';

export type LinkListener = {
  /** Called once, before any picture. */
  opened(size: ScreenSize): void;
  /** Called before the first picture of that size. The previous content of the screen is invalid. */
  resized(size: ScreenSize): void;
  /** All messages (`picture`, `pointerShape`) of one update, in order. The next update comes only after `next()`. */
  picture(messages: Uint8Array[]): void;
  /** Text that was copied on the desktop. Line ends are LF. */
  clipboard(text: string): void;
  /** A text of this many bytes was copied there, which is too long. */
  clipboardSkipped(bytes: number): void;
  /** Every few seconds, for servers that support it. While an answer is missing: the time since the request. */
  roundTrip(ms: number): void;
  /** Called once, as the last call. `text` is for the user. */
  ended(end: { kind: 'closed' } | { kind: 'failed'; text: string }): void;
};

/** The screen and inflated data are outside of the heap and have separate limits. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** A thread that does not end by itself in this time is terminated. */
const END_MAX_MS = 2000;

/** A connection to a VNC server, in its own thread. */
export class DesktopLink {
  /** For a computer that accepts only key positions: the Windows id of its keyboard layout. */
  layout: number | undefined;
  #port: Worker | MessagePort;
  #listener: LinkListener;
  #hasEnded = false;
  #snapshots: ((messages: Uint8Array[]) => void)[] = [];

  /**
   * Connects at once. `threadFile`: the built rfb/desktopThread.ts. Absent: the work is done in this thread, for tests.
   * No picture comes before `next()`.
   */
  static open(target: DesktopTarget, options: LinkOptions, listener: LinkListener, threadFile?: string): DesktopLink {
    if (threadFile !== undefined) {
      const worker = new Worker(threadFile, { workerData: { target, options }, resourceLimits: LIMITS });
      return new DesktopLink(worker, listener);
    }
    const { port1, port2 } = new MessageChannel();
    serveLink(port2, { target, options });
    return new DesktopLink(port1, listener);
  }

  private constructor(port: Worker | MessagePort, listener: LinkListener) {
    this.#port = port;
    this.#listener = listener;
    port.on('message', (report: LinkReport) => this.#receive(report));
    const fail = () => this.#end({ kind: 'failed', text: 'The desktop session failed in the gateway. Connect again.' });
    port.on('error', fail);
    port.on('exit', fail);
    port.on('close', fail);
  }

  /** Allows one more update. Call it once for each update that may be in transit. */
  next(): void {
    this.#order({ kind: 'next' });
  }

  /** Ignored before `opened`. */
  input(message: InputMessage): void {
    this.#order({ kind: 'input', message });
  }

  /** Requests another size from the server. `resized` follows if it agrees. */
  resize(size: ScreenSize): void {
    this.#order({ kind: 'resize', size });
  }

  setClipboard(text: string): void {
    this.#order({ kind: 'clipboard', text });
  }

  /** The current screen as picture messages. Empty if the connection has ended. */
  snapshot(): Promise<Uint8Array[]> {
    if (this.#hasEnded) return Promise.resolve([]);
    this.#order({ kind: 'snapshot' });
    return new Promise((resolve) => this.#snapshots.push(resolve));
  }

  /** Releases keys and buttons and disconnects. `ended` follows. */
  close(): void {
    this.#order({ kind: 'close' });
    setTimeout(() => this.#end({ kind: 'closed' }), END_MAX_MS).unref();
  }

  #order(order: LinkOrder): void {
    if (!this.#hasEnded) this.#port.postMessage(order);
  }

  #receive(report: LinkReport): void {
    switch (report.kind) {
      case 'opened':
        return this.#listener.opened(report.size);
      case 'resized':
        return this.#listener.resized(report.size);
      case 'picture':
        return this.#listener.picture(report.messages);
      case 'snapshot':
        return this.#snapshots.shift()?.(report.messages);
      case 'clipboard':
        return this.#listener.clipboard(report.text);
      case 'clipboardSkipped':
        return this.#listener.clipboardSkipped(report.bytes);
      case 'roundTrip':
        return this.#listener.roundTrip(report.ms);
      case 'ended':
        return this.#end(report.end);
    }
  }

  #end(end: Parameters<LinkListener['ended']>[0]): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const resolve of this.#snapshots) resolve([]);
    const port = this.#port;
    // It closes by itself once the last key releases are sent.
    if (port instanceof Worker) setTimeout(() => void port.terminate(), END_MAX_MS).unref();
    else port.close();
    this.#listener.ended(end);
  }
}
