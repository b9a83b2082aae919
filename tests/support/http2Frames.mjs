// Single HTTP/2 frames (RFC 9113 §4), for clients that send frames that no library allows.
import { once } from 'node:events';
import { connect } from 'node:tls';

export const FRAME = /** @type {const} */ ({
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  continuation: 9,
});
export const FLAG = /** @type {const} */ ({ endStream: 1, ack: 1, endHeaders: 4 });

/** The code of a reset by which a client cancels its request (RFC 9113 §7). */
export const CANCEL = Buffer.from([0, 0, 0, 8]);

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/**
 * @param {number} type
 * @param {number} flags
 * @param {number} stream
 * @param {Buffer} [payload]
 */
export function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * A text as HPACK writes it, of at most 16 383 bytes (RFC 7541 §5).
 * @param {string} text
 */
function hpackText(text) {
  const rest = text.length - 127;
  const length = rest < 0 ? [text.length] : rest < 128 ? [127, rest] : [127, (rest & 127) | 128, rest >> 7];
  return Buffer.concat([Buffer.from(length), Buffer.from(text)]);
}

/**
 * A header that is not added to a table (RFC 7541 §6.2.2).
 * @param {string} name
 * @param {string} value
 */
export const literal = (name, value) => Buffer.concat([Buffer.from([0]), hpackText(name), hpackText(value)]);

/**
 * The header block of a request.
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {Buffer[]} more
 */
export const requestBlock = (method, path, ...more) =>
  Buffer.concat([
    Buffer.from([method === 'GET' ? 0x82 : 0x83, 0x87, 0x04]), // :method, :scheme https, :path
    hpackText(path),
    Buffer.from([0x01]), // :authority
    hpackText('localhost'),
    ...more,
  ]);

/** A connection after the preface. It reads continuously. */
export class RawHttp2 {
  #rest = Buffer.alloc(0);
  /** The received frames so far. @type {{ type: number, payload: Buffer }[]} */
  received = [];

  /** @param {import('node:tls').TLSSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('data', (/** @type {Buffer} */ piece) => this.#read(piece));
  }

  /**
   * @param {string} base `https://localhost:1234`. Its certificate is not checked.
   * @param {string} [from] Loopback address to connect from.
   */
  static async open(base, from = '127.0.0.1') {
    const address = { host: '127.0.0.1', port: Number(new URL(base).port), localAddress: from };
    const socket = connect({ ...address, ALPNProtocols: ['h2'], rejectUnauthorized: false });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    const raw = new RawHttp2(socket);
    await raw.send(PREFACE, frame(FRAME.settings, 0, 0));
    return raw;
  }

  get isOpen() {
    return !this.socket.destroyed && this.socket.writable;
  }

  /**
   * Resolves when the system has accepted the bytes or the connection is closed.
   * @param {Buffer[]} frames
   * @returns {Promise<void>}
   */
  send(...frames) {
    return new Promise((resolve) => {
      if (!this.isOpen) return resolve();
      const end = () => resolve();
      this.socket.once('close', end);
      this.socket.write(Buffer.concat(frames), () => {
        this.socket.off('close', end);
        resolve();
      });
    });
  }

  /** @param {Buffer} piece */
  #read(piece) {
    this.#rest = Buffer.concat([this.#rest, piece]);
    while (this.#rest.length >= 9) {
      const end = 9 + this.#rest.readUIntBE(0, 3);
      if (this.#rest.length < end) return;
      this.received.push({ type: this.#rest[3] ?? 0, payload: this.#rest.subarray(9, end) });
      this.#rest = this.#rest.subarray(end);
    }
  }
}
