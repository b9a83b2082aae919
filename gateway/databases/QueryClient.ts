// One socket of a query console: its frames, its flow control and its keep-alive.
import { transcode } from 'node:buffer';
import type { RawData, WebSocket } from 'ws';
import { utf8 } from '../../src/lib/encoding.ts';
import { WireError } from '../../src/wire/envelope.ts';
import { decodeRequest } from '../../src/wire/query/decodeRequest.ts';
import { HEARTBEAT_MS, SQL_CHARS_MAX, type QueryAnswer, type QueryRequest } from '../../src/wire/query/messages.ts';
import { hasFewValues } from '../http/jsonValues.ts';
import { PendingAnswer, type KeyHolder } from '../terminal/keyProof.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';
import { SocketConnection } from '../terminal/SocketConnection.ts';

export type ClientRequest = Exclude<QueryRequest, { type: 'factor' }>;

export type QueryClientListener = {
  request(request: ClientRequest): void;
  /** The client has disconnected, or the gateway has disconnected it. */
  gone(): void;
};

/** Unsent bytes at which rows have to wait. */
const HIGH_BYTES = 256 * 1024;
/** A text of `SQL_CHARS_MAX` characters with at most four bytes each. */
const FRAME_MAX_BYTES = 4 * 1024 * 1024;
/** Far above the number in a request with the answer of a key. */
const VALUES_MAX = 500;
/** Rows wait long before. Only a client that sends requests without reading the answers causes this much. */
const ABUSE_BYTES = 48 * 1024 * 1024;

const NO_MESSAGE =
  'The connection was closed: the browser sent a message that the gateway does not know. Reload the page.';
const NOT_READ = 'The connection was closed: the browser does not read what it asks for. Reload the page.';

export class QueryClient implements KeyHolder {
  info: ParticipantInfo;
  #socket: WebSocket;
  #listener: QueryClientListener | undefined;
  #connection: SocketConnection;
  #answer = new PendingAnswer();
  #waiters: (() => void)[] = [];
  #heartbeat: NodeJS.Timeout;

  constructor(socket: WebSocket, info: ParticipantInfo) {
    this.#socket = socket;
    this.info = info;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // Pending data also shows that the connection is alive, once it arrives.
    this.#heartbeat = setInterval(() => {
      if (socket.bufferedAmount === 0) this.send({ type: 'alive' });
    }, HEARTBEAT_MS).unref();
    this.#connection = new SocketConnection(socket, () => this.#finish());
  }

  /** True if the other side closed the socket, or this side dropped it without a message. */
  get hasLeft(): boolean {
    return this.#connection.hasLeft;
  }

  attend(listener: QueryClientListener): void {
    if (this.#connection.isOver) return listener.gone();
    this.#listener = listener;
  }

  async ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined> {
    if (this.#connection.isOver) return undefined;
    this.#socket.send(`{"type":"challenge","challenge":${challenge}}`);
    return this.#answer.wait(waitMs);
  }

  send(answer: QueryAnswer): void {
    if (!this.#connection.isOver) this.#socket.send(JSON.stringify(answer), () => this.#drained());
  }

  /** Resolves when the browser can receive more rows, or has disconnected. */
  async ready(): Promise<void> {
    while (!this.#connection.isOver && this.#socket.bufferedAmount > HIGH_BYTES)
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** The last call: sends the reason and closes the socket (streams §11.3). */
  dismiss(reason: string): void {
    if (this.#connection.isOver) return;
    this.send({ type: 'ended', reason });
    this.#connection.finish();
    this.#socket.close(1000);
  }

  /** The last call, for a client that must get no message. */
  drop(): void {
    this.#connection.drop();
  }

  #finish(): void {
    clearInterval(this.#heartbeat);
    this.#answer.give(undefined);
    this.#drained();
    this.#listener?.gone();
  }

  #drained(): void {
    for (const resume of this.#waiters.splice(0)) resume();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#connection.isOver) return;
    if (this.#socket.bufferedAmount > ABUSE_BYTES) return this.dismiss(NOT_READ);
    if (isBinary || !(data instanceof Buffer) || data.length > FRAME_MAX_BYTES || !hasFewValues(data, VALUES_MAX))
      return this.dismiss(NO_MESSAGE);
    let request: QueryRequest;
    try {
      request = decodeRequest(textOf(data));
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return this.dismiss(NO_MESSAGE);
    }
    if (request.type !== 'factor') {
      if (!this.#listener) return this.dismiss(NO_MESSAGE);
      return this.#listener.request(request);
    }
    if (!this.#answer.isAwaited) return this.dismiss(NO_MESSAGE);
    this.#answer.give(utf8(JSON.stringify(request.answer ?? null)));
  }
}

/** A frame with more bytes than a text may have characters is not ASCII: transcoding then takes half the time. */
const textOf = (frame: Buffer): string =>
  frame.length > SQL_CHARS_MAX ? transcode(frame, 'utf8', 'utf16le').toString('utf16le') : frame.toString('utf8');
