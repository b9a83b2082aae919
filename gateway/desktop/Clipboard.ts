import type { Clock } from '../../src/lib/clock.ts';
import { encodeDesktop } from '../../src/wire/desktop/messages.ts';
import { CLIPBOARD_BYTES_MAX, withLineFeeds } from '../../src/wire/desktop/sessionMessages.ts';
import type { DesktopClient } from './DesktopClient.ts';
import type { DesktopLog } from './DesktopLog.ts';
import { Paced } from './Paced.ts';

type Parts = {
  clock: Clock;
  client: DesktopClient;
  log: DesktopLog;
  /** Called for each text, because roles may change. */
  isAllowed: () => boolean;
  /** A text of this many bytes was too long. */
  skipped: (bytes: number) => void;
  setClipboard: (text: string) => void;
};

/** Faster texts replace each other, so that they cannot flood the other side or the audit log. */
const EVERY_MS = 500;

/**
 * The clipboard of a session, in both directions (streams §5.8). If the role forbids it, texts are dropped silently.
 */
export class Clipboard {
  #parts: Parts;
  #toDesktop: Paced<string>;
  #fromDesktop: Paced<string>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#toDesktop = new Paced(parts.clock, EVERY_MS, (text) => this.#set(text));
    this.#fromDesktop = new Paced(parts.clock, EVERY_MS, (text) => this.#send(text));
  }

  toDesktop(text: string): void {
    if (text !== '') this.#toDesktop.push(text);
  }

  fromDesktop(text: string): void {
    if (text !== '') this.#fromDesktop.push(text);
  }

  /** The desktop has copied a text of this many bytes, which is too long. */
  fromDesktopSkipped(bytes: number): void {
    if (this.#parts.isAllowed()) this.#parts.skipped(bytes);
  }

  dispose(): void {
    this.#toDesktop.dispose();
    this.#fromDesktop.dispose();
  }

  #set(text: string): void {
    const { isAllowed, log, setClipboard } = this.#parts;
    if (!isAllowed()) return;
    log.clipboard('send', Buffer.byteLength(text));
    setClipboard(withLineFeeds(text));
  }

  #send(text: string): void {
    const { isAllowed, log, client } = this.#parts;
    if (!isAllowed()) return;
    if (client.waitingBytes > CLIPBOARD_BYTES_MAX) return this.#fromDesktop.push(text); // retried later
    log.clipboard('receive', Buffer.byteLength(text));
    client.send(encodeDesktop({ kind: 'clipboard', text }));
  }
}
