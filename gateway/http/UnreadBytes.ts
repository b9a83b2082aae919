import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Dispose } from '../../src/lib/disposables.ts';
import { limitExceeded } from './failures.ts';
import { UNREAD } from './limits.ts';

/** The buffered bytes of one body, or of one websocket. */
type Stream = { bytes: number; drop: () => void };
type Sender = { bytes: number; streams: Set<Stream> };

/** `set`: the number of bytes that are buffered now. Release is harmless twice. */
export type UnreadStream = { set: (bytes: number) => void; release: Dispose };

/**
 * Limits the incomplete bodies and messages of signed-in users that the gateway buffers: for each user, and in total.
 * Above the limit, the largest is dropped: of the user above the limit, otherwise of the user with most.
 */
export class UnreadBytes {
  #senders = new Map<string, Sender>();
  #bytes = 0;

  /** Throws 429 if the user has too many. `drop` ends the stream. */
  open(user: string, drop: () => void): UnreadStream {
    const sender = this.#senders.get(user) ?? { bytes: 0, streams: new Set() };
    if (sender.streams.size >= UNREAD.streamsOfUser) throw limitExceeded('too many requests and sockets are open');
    const stream = { bytes: 0, drop };
    sender.streams.add(stream);
    this.#senders.set(user, sender);
    const set = (bytes: number) => {
      if (!sender.streams.has(stream)) return;
      this.#add(sender, stream, bytes - stream.bytes);
      while (sender.bytes > UNREAD.bytesOfUser) this.#dropLargest(sender);
      while (this.#bytes > UNREAD.bytes) this.#dropLargest(most(this.#senders.values()) ?? sender);
    };
    const release = () => {
      set(0);
      sender.streams.delete(stream);
      if (sender.streams.size === 0 && this.#senders.get(user) === sender) this.#senders.delete(user);
    };
    return { set, release };
  }

  #add(sender: Sender, stream: Stream, bytes: number): void {
    stream.bytes += bytes;
    sender.bytes += bytes;
    this.#bytes += bytes;
  }

  #dropLargest(sender: Sender): void {
    const largest = most(sender.streams);
    if (!largest) return;
    this.#add(sender, largest, -largest.bytes);
    sender.streams.delete(largest);
    largest.drop();
  }
}

const most = <T extends { bytes: number }>(all: Iterable<T>): T | undefined =>
  [...all].reduce<T | undefined>((found, each) => (found && found.bytes >= each.bytes ? found : each), undefined);

/** The size of a masked frame head without a long payload (RFC 6455 §5.2). */
const CONTROL_HEAD_BYTES = 6;

/** The memory of a received piece beside its bytes, which counts from some pieces of one frame on. */
const PIECE_BYTES = 256;
const PIECES_FREE = 100;

/**
 * Reports the bytes that a connection has received since the last message of its websocket. A frame keeps its pieces
 * until it is complete, and a piece may have one byte.
 */
export function countUnread(connection: Socket, socket: WebSocket, set: (bytes: number) => void): void {
  let [bytes, pieces] = [0, 0];
  const count = () => set(bytes + PIECE_BYTES * Math.max(0, pieces - PIECES_FREE));
  // Runs before the websocket reads the piece, which may complete a message.
  connection.prependListener('data', (piece: Buffer) => {
    bytes += piece.length;
    pieces++;
    count();
  });
  const passOver = (frameBytes: number) => {
    bytes = Math.max(0, bytes - frameBytes);
    pieces = 0;
    count();
  };
  socket.on('message', () => passOver(Infinity));
  socket.on('ping', (payload) => passOver(payload.length + CONTROL_HEAD_BYTES));
  socket.on('pong', (payload) => passOver(payload.length + CONTROL_HEAD_BYTES));
}
