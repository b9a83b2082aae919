// One socket of Assist: its frames, its flow control and its keep-alive (streams §7).
import type { RawData, WebSocket } from 'ws';
import type { AssistType, ClientMessage } from '../../src/wire/assist/messages.ts';
import { decodeClientMessage } from '../../src/wire/assist/clientMessages.ts';
import { encodeServerMessage } from '../../src/wire/assist/serverMessages.ts';
import { KEEP_ALIVE_MS } from '../../src/wire/constants.ts';
import { WireError } from '../../src/wire/envelope.ts';
import { hasFewValues } from '../http/jsonValues.ts';
import type { SignIn } from '../identity/webSessions.ts';
import { KeepAlive } from '../terminal/KeepAlive.ts';
import { toTimestamp } from './texts.ts';

/** The user who opened the socket. */
export type AssistOwner = SignIn & { mfaDevice?: string | undefined };

export type AssistClientListener = {
  message(message: ClientMessage): void;
  /** The client has disconnected, or the gateway has closed the socket. */
  gone(): void;
};

/** A message with all allowed context, each character escaped. */
const FRAME_MAX_BYTES = 1024 * 1024;
/** Far above the number in a message. */
const VALUES_MAX = 500;
/** The limit for a socket that does not read its answers. */
const ABUSE_BYTES = 4 * 1024 * 1024;
/** A console replaces its socket every 8 minutes, and the 13.1 console leaves the old one open (streams §7.3). */
const IDLE_MS = 10 * 60_000;
/** The length of a close reason in bytes (RFC 6455 §5.5). */
const REASON_MAX_BYTES = 123;

export const GENERIC_ERROR = 'An error has occurred. Please try again later.';

export class AssistClient {
  readonly owner: AssistOwner;
  readonly extensions: boolean;
  #socket: WebSocket;
  #now: () => number;
  #listener: AssistClientListener | undefined;
  #keepAlive: KeepAlive;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(socket: WebSocket, owner: AssistOwner, extensions: boolean, now: () => number) {
    this.#socket = socket;
    this.owner = owner;
    this.extensions = extensions;
    this.#now = now;
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#finish());
    this.#keepAlive = new KeepAlive(socket, KEEP_ALIVE_MS, () => this.drop());
  }

  attend(listener: AssistClientListener): void {
    if (this.#isOver) return listener.gone();
    this.#listener = listener;
    this.waitIdly();
  }

  /** Starts the time limit for the client's next message. */
  waitIdly(): void {
    clearTimeout(this.#idle);
    if (!this.#isOver) this.#idle = setTimeout(() => this.close(), IDLE_MS);
  }

  /** An answer is in progress: the client need not send anything. */
  expectAnswer(): void {
    clearTimeout(this.#idle);
  }

  send(type: AssistType, payload: string, timeMs = this.#now(), isStored = true): void {
    if (this.#isOver) return;
    if (this.#socket.bufferedAmount > ABUSE_BYTES) return this.drop();
    this.#socket.send(encodeServerMessage(type, toTimestamp(timeMs), payload, isStored || !this.extensions));
  }

  /** The socket stays open. `isStored`: false for a message that is not in the history (streams §7.7). */
  refuse(text: string, isStored = true): void {
    this.send('CHAT_MESSAGE_ERROR', text, this.#now(), isStored);
  }

  /**
   * The last call after an error (streams §7.6). `text` is shown, `reason` is a short reason. `isStored`: see `refuse`.
   */
  fail(text: string, reason: string, isStored = true): void {
    this.refuse(text, isStored);
    this.#end(1011, reason);
  }

  /** The last call. */
  close(): void {
    this.#end(1000, '');
  }

  /** The last call, for a client that must get no message. */
  drop(): void {
    this.#finish();
    this.#socket.terminate();
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#finish();
    // A reason that is too long cannot be sent: a cluster loses it, this gateway cuts it.
    this.#socket.close(code, fitting(reason));
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#idle);
    this.#keepAlive.dispose();
    this.#listener?.gone();
  }

  /** The server reads frames of either kind (streams §1.1). */
  #receive(data: RawData): void {
    if (this.#isOver || !(data instanceof Buffer)) return;
    if (data.length > FRAME_MAX_BYTES || !hasFewValues(data, VALUES_MAX))
      return this.fail(GENERIC_ERROR, 'the message is too long', false);
    try {
      const message = decodeClientMessage(data.toString('utf8'), this.extensions);
      this.#listener?.message(message);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      this.fail(this.extensions ? error.message : GENERIC_ERROR, error.message, false);
    }
  }
}

function fitting(reason: string): string {
  const bytes = Buffer.from(reason);
  return bytes.length <= REASON_MAX_BYTES
    ? reason
    : bytes
        .subarray(0, REASON_MAX_BYTES - 4)
        .toString()
        .replace(/\ufffd{1,3}$/, '…');
}
