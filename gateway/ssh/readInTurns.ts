// ssh2 parses all that has come at a stretch. Of a server that floods, the system gives two megabytes in one turn of the
// event loop, and each of the short packets in them may want an answer.
import type { Duplex } from 'node:stream';
import type { Client, Connection } from 'ssh2';
import { objectIn } from './library.ts';

/** Some hundred of the shortest packets. */
const PIECE_BYTES = 4 * 1024;
/** How long a connection is read before others are served. */
const TURN_MS = 5;
/** The type of the message. Of those that come, lists of host keys alone are long, and all keys are parsed at a stretch. */
const GLOBAL_REQUEST = 80;
const GLOBAL_REQUEST_MAX_BYTES = 8 * 1024;

/**
 * Makes a connection read for some milliseconds only in each turn of the event loop, and send its answers together. Long
 * lists of host keys are passed over. Call it before the other side has sent anything; of a client after `connect`.
 */
export function readInTurns(connection: Client | Connection): void {
  const protocol = objectIn(connection, '_protocol');
  const socket = objectIn(connection, '_sock') as Duplex;
  const parse = methodOf(protocol, 'parse');
  const take = methodOf(protocol, '_onPayload');
  const readTurn = (chunk: Buffer) => {
    socket.pause();
    setImmediate(() => socket.resume());
    socket.cork();
    try {
      const startMs = performance.now();
      let at = 0;
      for (; at < chunk.length && performance.now() - startMs < TURN_MS; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        parse(piece, 0, piece.length);
      }
      if (at < chunk.length && !socket.destroyed) socket.unshift(chunk.subarray(at));
    } finally {
      socket.uncork();
    }
  };
  Reflect.set(protocol, 'parse', readTurn);
  Reflect.set(protocol, '_onPayload', (payload: Buffer) =>
    payload[0] === GLOBAL_REQUEST && payload.length > GLOBAL_REQUEST_MAX_BYTES ? undefined : take(payload),
  );
}

function methodOf(protocol: object, name: string): (...parameters: unknown[]) => unknown {
  const method: unknown = Reflect.get(protocol, name);
  if (typeof method !== 'function') throw new TypeError(`this version of ssh2 has no ${name}`);
  return (...parameters): unknown => Reflect.apply(method, protocol, parameters);
}
