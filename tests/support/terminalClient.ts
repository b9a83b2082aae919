// A client of a terminal socket for tests.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope, encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeResize } from '../../src/wire/terminal/resize.ts';

export type TerminalOptions = {
  cookie?: string;
  headers?: Record<string, string>;
  /** False: the client does not answer pings. */
  autoPong?: boolean;
  /** An open connection to the gateway. Absent: the client opens one. */
  connection?: Socket;
};

export type Refusal = { status: number; body: string };
type Frame = { type: string; payload: Uint8Array; bytes: Uint8Array };

const WAIT_MS = 20_000;

export class TerminalClient {
  /** undefined once the socket is open, else the answer to the upgrade. */
  readonly opened: Promise<Refusal | undefined>;
  /** The code that a browser would report. */
  readonly closed: Promise<number>;
  /** As received, without output while `onOutput` is set. */
  readonly frames: Frame[] = [];
  /** Called with every piece of output when it arrives. */
  onOutput: ((bytes: Uint8Array) => void) | undefined;
  /** The output after the last match of `sees`. */
  unseen = '';
  #socket: WebSocket;
  #decoder = new TextDecoder('utf-8', { fatal: true });
  #changed = new Set<() => void>();
  #over = false;

  constructor(url: string, { cookie, headers, autoPong = true, connection }: TerminalOptions) {
    const socket = new WebSocket(url, {
      headers: { ...(cookie && { cookie }), ...headers },
      perMessageDeflate: false,
      autoPong,
      ...(connection && { createConnection: () => connection }),
    });
    this.#socket = socket;
    this.opened = new Promise((resolve, reject) => {
      socket.on('open', () => resolve(undefined));
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response: IncomingMessage) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
    });
    this.opened.catch(() => undefined); // callers that wait for it get the error
    this.closed = new Promise((resolve) => socket.on('close', (code) => resolve(code)));
    void this.closed.then(() => {
      this.#over = true;
      this.#report();
    });
    socket.on('message', (data: Buffer) => this.#message(data));
  }

  send(type: string, payload: string | Uint8Array = ''): void {
    this.#socket.send(encodeEnvelope(type, payload, 'client'));
  }

  /** Sends bytes unchanged, well-formed or not. */
  sendRaw(data: Uint8Array | string): void {
    this.#socket.send(data);
  }

  type(text: string): void {
    this.send('r', text);
  }

  resize(cols: number, rows: number): void {
    this.send('w', encodeResize({ cols, rows }));
  }

  /** Stops reading, as a busy browser does. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.close(1000);
  }

  drop(): void {
    this.#socket.terminate();
  }

  of(type: string): Frame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  /** Payloads of `a` frames. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever came
  events(): any[] {
    return this.of('a').map(({ payload }) => JSON.parse(fromUtf8(payload)));
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever came
  async session(): Promise<any> {
    await this.until(() => this.of('s').length > 0, 'the session metadata');
    return JSON.parse(fromUtf8(this.of('s')[0]!.payload)).session;
  }

  /** Waits for a text in the output that follows the last match. Returns the output up to it. */
  async sees(text: string): Promise<string> {
    await this.until(() => this.unseen.includes(text), JSON.stringify(text));
    const end = this.unseen.indexOf(text) + text.length;
    const before = this.unseen.slice(0, end);
    this.unseen = this.unseen.slice(end);
    return before;
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const stop = (settle: () => void) => {
        clearTimeout(timer);
        this.#changed.delete(look);
        settle();
      };
      const fail = (why: string) =>
        stop(() => reject(new Error(`${why} before ${what}; output: ${JSON.stringify(this.unseen.slice(-400))}`)));
      const timer = setTimeout(() => fail(`${WAIT_MS / 1000} s went by`), WAIT_MS);
      const look = () => {
        if (holds()) stop(resolve);
        else if (this.#over) fail('the socket closed');
      };
      this.#changed.add(look);
      look();
    });
  }

  #message(data: Buffer): void {
    const { type, payload } = decodeEnvelope(data);
    if (type !== 'r') this.frames.push({ type, payload, bytes: data });
    else if (this.onOutput) this.onOutput(payload);
    else {
      this.frames.push({ type, payload, bytes: data });
      this.unseen += this.#decoder.decode(payload, { stream: false });
    }
    this.#report();
  }

  #report(): void {
    for (const look of [...this.#changed]) look();
  }
}
