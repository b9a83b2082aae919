// One desktop socket: its messages, its flow control and its keep-alive. The session decides what the messages do.
import type { RawData, WebSocket } from 'ws';
import { utf8 } from '../../src/lib/encoding.ts';
import { DesktopDecoder, type Decoded } from '../../src/wire/desktop/DesktopDecoder.ts';
import { encodeDesktop, type DesktopMessageKind, type DesktopMessageOf } from '../../src/wire/desktop/messages.ts';
import { SEVERITY } from '../../src/wire/desktop/sessionMessages.ts';
import { WireError } from '../../src/wire/envelope.ts';
import { PendingAnswer, type KeyHolder } from '../terminal/keyProof.ts';
import type { ParticipantInfo } from '../terminal/Participant.ts';
import { RoundTrips } from '../terminal/RoundTrips.ts';
import { SocketConnection } from '../terminal/SocketConnection.ts';

const PLAIN_KINDS = [
  'pointerMove',
  'pointerButton',
  'wheel',
  'key',
  'lockKeys',
  'keyboardLayout',
  'clipboard',
  'directoryAnnounce',
  'screenSize',
  'factor',
] as const satisfies DesktopMessageKind[];
const EXTENSION_KINDS = ['keySymbol', 'fence'] as const satisfies DesktopMessageKind[];

type ClientKind = (typeof PLAIN_KINDS)[number] | (typeof EXTENSION_KINDS)[number];
export type ClientMessage = DesktopMessageOf<Exclude<ClientKind, 'factor' | 'fence'>>;

export type DesktopClientListener = {
  message(message: ClientMessage): void;
  /** A message contained a text of this many bytes, which is too long. It was skipped (streams §5.13). */
  skipped(kind: DesktopMessageKind, bytes: number): void;
  /** For a client with extensions, every few seconds. */
  roundTrip(ms: number): void;
  /** The client has disconnected, or the gateway has disconnected it. */
  gone(): void;
};

/** Twice the size of the longest message, a clipboard. */
const FRAME_MAX_BYTES = 2 * 1024 * 1024;
/** A frame may contain thousands of messages: other work runs between two pieces of it. */
const PIECE_BYTES = 4096;
/** More than input devices and a pasted text produce. Faster messages wait in the socket. */
const MESSAGES_PER_SECOND = 4000;
const MESSAGES_MAX = 1000;
const PAUSE_MS = 50;

const NO_MESSAGE =
  'The connection was closed: the browser sent a message that the gateway does not know. Reload the page.';

export class DesktopClient implements KeyHolder {
  info: ParticipantInfo;
  #socket: WebSocket;
  #extensions: boolean;
  #decoder: DesktopDecoder;
  #listener: DesktopClientListener | undefined;
  #connection: SocketConnection;
  #roundTrips: RoundTrips | undefined;
  /** Unread data. The socket is paused until it is read. */
  #inbox: Buffer[] = [];
  #isReading = false;
  #budget = MESSAGES_MAX;
  #budgetMs = performance.now();
  /** Updates that the client has not painted yet, by their fences. */
  #fences: { id: number; painted: () => void }[] = [];
  #lastFence = 0;
  #answer = new PendingAnswer();
  /** The size that was requested before a listener was attached. */
  #earlySize: DesktopMessageOf<'screenSize'> | undefined;

  constructor(socket: WebSocket, info: ParticipantInfo, extensions: boolean) {
    this.#socket = socket;
    this.info = info;
    this.#extensions = extensions;
    const kinds: readonly DesktopMessageKind[] = extensions ? [...PLAIN_KINDS, ...EXTENSION_KINDS] : PLAIN_KINDS;
    this.#decoder = new DesktopDecoder((kind) => kinds.includes(kind));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#connection = new SocketConnection(socket, () => this.#finish());
  }

  /** True if the other side closed the socket, or this side dropped it without a message. */
  get hasLeft(): boolean {
    return this.#connection.hasLeft;
  }

  /** Unsent bytes of the socket. */
  get waitingBytes(): number {
    return this.#socket.bufferedAmount;
  }

  attend(listener: DesktopClientListener): void {
    if (this.#connection.isOver) return listener.gone();
    this.#listener = listener;
    if (this.#extensions) this.#roundTrips = new RoundTrips(this.#socket, (ms) => listener.roundTrip(ms));
    if (this.#earlySize) listener.message(this.#earlySize);
  }

  async ask(challenge: string, waitMs: number): Promise<Uint8Array | undefined> {
    if (this.#connection.isOver) return undefined;
    this.send(encodeDesktop({ kind: 'factor', factorKind: 'n', json: challenge }));
    return this.#answer.wait(waitMs);
  }

  send(message: Uint8Array): void {
    if (!this.#connection.isOver) this.#socket.send(message);
  }

  /**
   * Sends one update of the screen. Calls `onSent` when the socket has accepted it and, with extensions, the client has
   * painted it. A client can answer fences that it has not read: their ids are predictable.
   */
  sendUpdate(messages: readonly Uint8Array[], onSent: () => void): void {
    if (this.#connection.isOver) return;
    for (const message of messages.slice(0, -1)) this.#socket.send(message);
    const last = messages.at(-1);
    if (!last) return onSent();
    let missing = this.#extensions ? 2 : 1;
    const confirm = () => --missing === 0 && onSent();
    this.#socket.send(last, (error) => !error && confirm());
    if (!this.#extensions) return;
    const id = (this.#lastFence = (this.#lastFence + 1) % 2 ** 32);
    this.#fences.push({ id, painted: confirm });
    this.#socket.send(encodeDesktop({ kind: 'fence', id }));
  }

  /** The last call: sends the reason and closes the socket (streams §5.9). */
  dismiss(text: string): void {
    if (this.#connection.isOver) return;
    this.send(encodeDesktop({ kind: 'notification', text, severity: SEVERITY.fatal }));
    this.#connection.finish();
    this.#socket.resume(); // otherwise the client's close frame is never read
    this.#socket.close(1000);
  }

  /** The last call, for a client that must get no message. */
  drop(): void {
    this.#connection.drop();
  }

  #finish(): void {
    this.#inbox = [];
    this.#fences = [];
    this.#answer.give(undefined);
    this.#roundTrips?.dispose();
    this.#listener?.gone();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#connection.isOver) return;
    if (!isBinary || !(data instanceof Buffer) || data.length > FRAME_MAX_BYTES) return this.dismiss(NO_MESSAGE);
    this.#inbox.push(data);
    if (!this.#isReading) this.#read();
  }

  /** Reads one piece, and schedules the rest. */
  #read(): void {
    const frame = this.#inbox.shift();
    if (!frame) return;
    if (frame.length > PIECE_BYTES) this.#inbox.unshift(frame.subarray(PIECE_BYTES));
    try {
      const messages = this.#decoder.push(frame.subarray(0, PIECE_BYTES));
      this.#budget -= Math.max(1, messages.length); // a message may come in frames of one byte
      for (const message of messages) {
        this.#handle(message);
        if (this.#connection.isOver) return;
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      return this.dismiss(NO_MESSAGE);
    }
    const mayGoOn = this.#mayGoOn();
    const wasReading = this.#isReading;
    this.#isReading = this.#inbox.length > 0 || !mayGoOn;
    if (this.#isReading) {
      this.#socket.pause();
      if (mayGoOn) setImmediate(() => this.#readOn());
      else setTimeout(() => this.#readOn(), PAUSE_MS);
    } else if (wasReading) this.#socket.resume();
  }

  #readOn(): void {
    if (this.#connection.isOver) return;
    if (this.#inbox.length > 0) return this.#read();
    this.#isReading = false;
    this.#socket.resume();
  }

  #mayGoOn(): boolean {
    const now = performance.now();
    const gained = ((now - this.#budgetMs) / 1000) * MESSAGES_PER_SECOND;
    this.#budget = Math.min(MESSAGES_MAX, this.#budget + gained);
    this.#budgetMs = now;
    return this.#budget > 0;
  }

  #handle(message: Decoded): void {
    switch (message.kind) {
      case 'skipped':
        return this.#listener?.skipped(message.of, message.bytes);
      case 'factor':
        if (!this.#answer.isAwaited) throw new WireError('an answer without a question');
        return this.#answer.give(utf8(message.json));
      case 'fence': {
        const last = this.#fences.findIndex(({ id }) => id === message.id);
        for (const { painted } of this.#fences.splice(0, last + 1)) painted();
        return;
      }
      case 'screenSize':
        if (!this.#listener) this.#earlySize = message;
        return this.#listener?.message(message);
      default:
        return this.#listener?.message(message as ClientMessage); // the decoder returns no other messages
    }
  }
}
