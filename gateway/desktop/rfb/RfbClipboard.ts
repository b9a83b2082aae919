// Clipboard text, in the extended form (UTF-8) if the server supports it, or as Latin-1 (RFC 6143 §7.5.6, §7.6.4).
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { utf8 } from '../../../src/lib/encoding.ts';
import { CLIPBOARD_BYTES_MAX } from '../../../src/wire/desktop/sessionMessages.ts';

const CUT_TEXT = 6;
const TEXT = 1;
const ACTION = { caps: 1 << 24, request: 1 << 25, peek: 1 << 26, notify: 1 << 27, provide: 1 << 28 } as const;
/** Longer messages of the server are skipped. */
export const CUT_TEXT_BYTES_MAX = 2 * CLIPBOARD_BYTES_MAX;
/** The start of a compressed text: it contains the text's length, and inflates to less than the limit. */
const HEAD_BYTES = 1024;

/** Texts of the server. `clipboardSkipped`: a text of this many bytes was too long. */
export type ClipboardEvents = { clipboard(text: string): void; clipboardSkipped(bytes: number): void };

/** Exchanges clipboard texts with the server. `send` gets complete messages. */
export class RfbClipboard {
  /** Of all texts of the server so far, inflated. */
  receivedBytes = 0;
  #send: (message: Uint8Array) => void;
  #events: ClipboardEvents;
  #isExtended = false;
  #text: string | undefined;

  constructor(send: (message: Uint8Array) => void, events: ClipboardEvents) {
    this.#send = send;
    this.#events = events;
  }

  /** Offers the text to the programs of the desktop. Longer texts than the protocol allows are ignored. */
  set(text: string): void {
    const bytes = utf8(text);
    if (bytes.length > CLIPBOARD_BYTES_MAX) return;
    this.#text = text.replaceAll('\r\n', '\n');
    if (this.#isExtended) return this.#sendExtended(ACTION.notify | TEXT);
    const latin1 = Buffer.from(this.#text.replaceAll(/[^\0-\xff]/gu, '?'), 'latin1');
    this.#send(cutText(latin1.length, latin1));
  }

  /** A message with plain text. */
  readPlain(bytes: Uint8Array): void {
    this.#receive(Buffer.from(bytes).toString('latin1'));
  }

  /** A message of the extended form, after its length. Invalid ones are ignored. */
  readExtended(bytes: Buffer): void {
    if (bytes.length < 4) return;
    const flags = bytes.readUInt32BE();
    if (flags & ACTION.caps) {
      this.#isExtended = true;
      const sizes = Buffer.alloc(4); // 0: both sides ask before a text is sent
      this.#sendExtended(ACTION.caps | ACTION.request | ACTION.notify | ACTION.provide | ACTION.peek | TEXT, sizes);
    } else if (flags & ACTION.provide) this.#receiveProvided(flags, bytes.subarray(4));
    else if (flags & ACTION.notify && flags & TEXT) this.#sendExtended(ACTION.request | TEXT);
    else if (flags & ACTION.peek) this.#sendExtended(ACTION.notify | (this.#text === undefined ? 0 : TEXT));
    else if (flags & ACTION.request && flags & TEXT && this.#text !== undefined) {
      const text = utf8(`${this.#text.replaceAll('\n', '\r\n')}\0`);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      this.#sendExtended(ACTION.provide | TEXT, deflateSync(Buffer.concat([length, text])));
    }
  }

  #receiveProvided(flags: number, data: Uint8Array): void {
    if (!(flags & TEXT)) return;
    try {
      const limits = { maxOutputLength: CUT_TEXT_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH };
      const length = inflateSync(data.subarray(0, HEAD_BYTES), limits).readUInt32BE();
      if (length > CUT_TEXT_BYTES_MAX - 4) return this.#events.clipboardSkipped(length);
      this.#receive(
        inflateSync(data, limits)
          .subarray(4, 4 + length)
          .toString(),
      );
    } catch {
      // Invalid: the clipboard does not change.
    }
  }

  #receive(text: string): void {
    const [plain = ''] = text.replaceAll('\r\n', '\n').split('\0', 1);
    const { length } = utf8(plain);
    this.receivedBytes += length;
    if (length > CLIPBOARD_BYTES_MAX) this.#events.clipboardSkipped(length);
    else if (length > 0) this.#events.clipboard(plain);
  }

  #sendExtended(flags: number, data: Uint8Array = new Uint8Array()): void {
    const body = Buffer.alloc(4);
    body.writeUInt32BE(flags >>> 0);
    this.#send(cutText(-(4 + data.length), Buffer.concat([body, data])));
  }
}

/** A negative length marks the extended form. */
function cutText(length: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(CUT_TEXT);
  head.writeInt32BE(length, 4);
  return Buffer.concat([head, body]);
}
