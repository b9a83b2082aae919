// ssh2 parses all received data without a pause. From a flooding server, the system delivers two megabytes in one turn
// of the event loop, and each of their short packets may need an answer.
import type { Duplex } from 'node:stream';
import type { Client, Connection } from 'ssh2';
import { objectIn } from './library.ts';

/** Some hundred of the shortest packets. */
const PIECE_MIN_BYTES = 4 * 1024;
/** About one packet of a file: smaller pieces would have to be copied together again. */
const PIECE_MAX_BYTES = 32 * 1024;
/** A piece that takes longer contains many packets. */
const PIECE_MS = 1;
/** How long a connection is read before other work runs, and how long all are. */
const TURN_MS = 5;
const ALL_MS = 20;
/**
 * The message type. Of the received ones, only lists of host keys are long, and all keys are parsed without a pause.
 */
const GLOBAL_REQUEST = 80;
const GLOBAL_REQUEST_MAX_BYTES = 8 * 1024;
/** The start of another key exchange. It takes up to 20 ms, and a server may begin one after the other. */
const KEXINIT = 20;
/** How long a connection is not read then. A server exchanges keys after gigabytes, or once an hour. */
const EXCHANGE_REST_MS = 200;

let allLeftMs = ALL_MS;
/** Connections that wait for the next turn: those that were not read in this one come first then. */
let waiting: { unread: (() => void)[]; read: (() => void)[] } | undefined;

function awaitTurn(begin: () => void): void {
  if (!waiting) {
    waiting = { unread: [], read: [] };
    setImmediate(() => {
      const { unread, read } = waiting ?? { unread: [], read: [] };
      waiting = undefined;
      allLeftMs = ALL_MS;
      for (const run of [...unread, ...read]) run();
    });
  }
  waiting[allLeftMs > 0 ? 'read' : 'unread'].push(begin);
}

/**
 * Limits a connection, and all together, to some milliseconds of reading in each turn of the event loop, and sends its
 * answers together. After the start of another key exchange the connection rests. Long lists of host keys are skipped.
 * Call it before the other side has sent anything, for a client after `connect`.
 */
export function readInTurns(connection: Client | Connection): void {
  const protocol = objectIn(connection, '_protocol');
  const socket = objectIn(connection, '_sock') as Duplex;
  const parse = methodOf(protocol, 'parse');
  const take = methodOf(protocol, '_onPayload');
  let pieceBytes = PIECE_MIN_BYTES;
  let leftMs = TURN_MS;
  let isTurnComing = false;
  let isPaused = false;
  let restMs = 0;
  const beginTurn = () => {
    if (restMs > 0) {
      setTimeout(beginTurn, restMs);
      restMs = 0;
      return;
    }
    isTurnComing = false;
    leftMs = TURN_MS;
    if (isPaused) socket.resume();
    isPaused = false;
  };
  const readTurn = (chunk: Buffer) => {
    if (!isTurnComing) awaitTurn(beginTurn);
    isTurnComing = true;
    socket.cork();
    try {
      let at = 0;
      while (at < chunk.length && leftMs > 0 && allLeftMs > 0 && restMs === 0) {
        const piece = chunk.subarray(at, at + pieceBytes);
        const startMs = performance.now();
        parse(piece, 0, piece.length);
        const tookMs = performance.now() - startMs;
        at += piece.length;
        leftMs -= tookMs;
        allLeftMs -= tookMs;
        pieceBytes = tookMs > PIECE_MS ? PIECE_MIN_BYTES : Math.min(2 * pieceBytes, PIECE_MAX_BYTES);
      }
      isPaused = leftMs <= 0 || allLeftMs <= 0 || restMs > 0;
      if (isPaused) socket.pause();
      if (at < chunk.length && !socket.destroyed) socket.unshift(chunk.subarray(at));
    } finally {
      socket.uncork();
    }
  };
  Reflect.set(protocol, 'parse', readTurn);
  Reflect.set(protocol, '_onPayload', (payload: Buffer) => {
    if (payload[0] === KEXINIT) restMs = EXCHANGE_REST_MS;
    return payload[0] === GLOBAL_REQUEST && payload.length > GLOBAL_REQUEST_MAX_BYTES ? undefined : take(payload);
  });
}

function methodOf(protocol: object, name: string): (...parameters: unknown[]) => unknown {
  const method: unknown = Reflect.get(protocol, name);
  if (typeof method !== 'function') throw new TypeError(`this version of ssh2 has no ${name}`);
  return (...parameters): unknown => Reflect.apply(method, protocol, parameters);
}
