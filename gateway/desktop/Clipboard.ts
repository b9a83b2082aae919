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
  /** Asked for each text: roles may change. */
  isAllowed: () => boolean;
  /** A text of so many bytes is too long. */
  skipped: (bytes: number) => void;
  setClipboard: (text: string) => void;
};

/** Texts that come faster replace each other, so that nobody floods the other side or the audit log. */
const EVERY_MS = 500;

/** The clipboard of a session, both ways (streams §5.8). Where the role forbids it, texts are dropped without a word. */
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

  /** The desktop has copied a text of so many bytes, which are too many. */
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
    if (client.waitingBytes > CLIPBOARD_BYTES_MAX) return this.#fromDesktop.push(text); // tried again later
    log.clipboard('receive', Buffer.byteLength(text));
    client.send(encodeDesktop({ kind: 'clipboard', text }));
  }
}
