// A VNC server without a display, which sends what a test defines.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (value: number) => u16(value >>> 16, value);

/** Version 3.8, no password, a screen of 64 × 64. */
const HELLO = [...Buffer.from('RFB 003.008\n'), 1, 1, ...u32(0), ...u16(64, 64), ...new Uint8Array(16), ...u32(0)];
/** The client's answer: version, security type, shared flag. */
const HELLO_BYTES = 14;

/** The length of a client's message. `undefined` before it is known. */
function lengthOf(message: Buffer): number | undefined {
  const [type = 0] = message;
  const fixed = { 0: 20, 3: 10, 4: 8, 5: 6, 255: 12 }[type];
  if (fixed !== undefined || message.length < 9) return fixed;
  if (type === 2) return 4 + 4 * message.readUInt16BE(2);
  if (type === 6) return 8 + Math.abs(message.readInt32BE(4));
  if (type === 251) return 8 + 16 * message.readUInt8(6);
  return 9 + message.readUInt8(8);
}

export class StubVncServer {
  readonly port: number;
  /** Types of the messages of the connected client. */
  readonly received: number[] = [];
  #socket: Promise<Socket>;

  /** It is stopped at the end of the test. */
  static async start(): Promise<StubVncServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = once(server, 'connection').then(([connection]: Socket[]) => connection!);
    onTestFinished(async () => {
      server.close();
      socket.then((open) => open.destroy()).catch(() => undefined);
    });
    return new StubVncServer(typeof address === 'object' && address ? address.port : 0, socket);
  }

  private constructor(port: number, socket: Promise<Socket>) {
    this.port = port;
    this.#socket = socket;
    void socket.then((open) => {
      let unread = Buffer.alloc(0);
      let skipped = HELLO_BYTES;
      open
        .on('error', () => undefined)
        .on('data', (data: Buffer) => {
          unread = Buffer.concat([unread, data]);
          for (;;) {
            const length = skipped || lengthOf(unread);
            if (length === undefined || unread.length < length) return;
            if (!skipped) this.received.push(unread.readUInt8());
            skipped = 0;
            unread = unread.subarray(length);
          }
        });
      open.write(Buffer.from(HELLO));
    });
  }

  async send(bytes: readonly number[] | Uint8Array): Promise<void> {
    (await this.#socket).write(Buffer.from(bytes));
  }

  /** An update with the size of the screen and no pixels. */
  resize(width: number, height: number): Promise<void> {
    return this.send([0, 0, ...u16(1), ...u16(0, 0, width, height), ...u32(-223)]);
  }

  /** An update with one colour, from the top left corner. The client must have requested it. */
  fill(width: number, height: number): Promise<void> {
    return this.send([0, 0, ...u16(1), ...u16(0, 0, width, height), ...u32(7), 0x80, 1, 2, 3]);
  }

  /** An update whose pixels do not compress. The client must have requested it. */
  noise(width: number, height: number): Promise<void> {
    const head = [0, 0, ...u16(1), ...u16(0, 0, width, height), ...u32(0)];
    return this.send(Buffer.concat([Buffer.from(head), randomBytes(width * height * 4)]));
  }

  /** A text of the clipboard, in Latin-1. */
  cutText(text: string): Promise<void> {
    return this.send(Buffer.concat([Buffer.from([3, 0, 0, 0, ...u32(text.length)]), Buffer.from(text, 'latin1')]));
  }
}
