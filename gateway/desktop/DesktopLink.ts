import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { InputMessage } from './rfb/RfbInput.ts';
import { serveLink, type LinkOrder, type LinkReport } from './rfb/serveLink.ts';
import type { DesktopTarget, LinkOptions } from './target.ts';

export type LinkListener = {
  /** Once, before any picture. */
  opened(size: ScreenSize): void;
  /** Before the first picture of that size. What the screen showed is gone. */
  resized(size: ScreenSize): void;
  /** All messages (`picture`, `pointerShape`) of one update, in order. The next come only after `next()`. */
  picture(messages: Uint8Array[]): void;
  /** Text that was copied on the desktop; line ends are LF. */
  clipboard(text: string): void;
  /** Text that was copied there has so many bytes, which are too many. */
  clipboardSkipped(bytes: number): void;
  /** Every few seconds, of servers that can measure it. Of one that does not answer: the time since the question. */
  roundTrip(ms: number): void;
  /** Once; nothing comes after it. `text` is for the user. */
  ended(end: { kind: 'closed' } | { kind: 'failed'; text: string }): void;
};

/** The screen and what is inflated are outside of the heap and have limits of their own. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** A thread that does not end by itself in this time is ended. */
const END_MAX_MS = 2000;

/** A connection to a VNC server, in a thread of its own. */
export class DesktopLink {
  /** Of a computer that takes places of keys alone: the Windows id of the layout in which it reads them. */
  layout: number | undefined;
  #port: Worker | MessagePort;
  #listener: LinkListener;
  #hasEnded = false;
  #snapshots: ((messages: Uint8Array[]) => void)[] = [];

  /**
   * Connects at once. `threadFile`: the built rfb/desktopThread.ts; absent: the work is done in this thread, as tests
   * want it. No picture comes before `next()`.
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

  /** Lets one more update come; call it once for each that may be under way. */
  next(): void {
    this.#order({ kind: 'next' });
  }

  /** Ignored before `opened`. */
  input(message: InputMessage): void {
    this.#order({ kind: 'input', message });
  }

  /** Asks the server for another size; `resized` follows where it agrees. */
  resize(size: ScreenSize): void {
    this.#order({ kind: 'resize', size });
  }

  setClipboard(text: string): void {
    this.#order({ kind: 'clipboard', text });
  }

  /** The whole screen as picture messages, as it is now; empty where the connection has ended. */
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
    // It closes by itself once the last releases of keys are sent.
    if (port instanceof Worker) setTimeout(() => void port.terminate(), END_MAX_MS).unref();
    else port.close();
    this.#listener.ended(end);
  }
}
