// `node http2Flood.mjs <base> <kind>`: one client that sends as many frames of one kind as a gateway accepts. It is its
// own process so that its work does not count as the gateway's. Prints the state of the connection as JSON.
import { CANCEL, FLAG, FRAME, frame, literal, RawHttp2, requestBlock } from './http2Frames.mjs';

const FLOOD_MS = 3000;
/** The time in which a busy server must detect the flood. */
const CLOSE_MAX_MS = 5000;
/** In pieces: the server reads some 64 kB at once. */
const PER_WRITE = 200;

/** @typedef {(n: number) => Buffer} Flood The n-th frame to send, from 0. */

/** @type {Record<string, { count: number, make: Flood }>} */
const FLOODS = {
  resets: {
    count: 10_000,
    make: (n) => {
      const stream = 2 * n + 1;
      const block = requestBlock('GET', '/webapi/ping');
      return Buffer.concat([
        frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, stream, block),
        frame(FRAME.reset, 0, stream, CANCEL),
      ]);
    },
  },
  /** The server answers each of them, and the client does not read the answers. */
  requests: {
    count: 10_000,
    make: (n) => frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 2 * n + 1, requestBlock('GET', '/webapi/ping')),
  },
  pings: { count: Number.POSITIVE_INFINITY, make: () => frame(FRAME.ping, 0, 0, Buffer.alloc(8)) },
  settings: { count: Number.POSITIVE_INFINITY, make: () => frame(FRAME.settings, 0, 0) },
  /** An endless header block. */
  continuations: {
    count: Number.POSITIVE_INFINITY,
    make: (n) =>
      n === 0
        ? frame(FRAME.headers, FLAG.endStream, 1, requestBlock('GET', '/webapi/ping'))
        : frame(FRAME.continuation, 0, 1, literal('x-more', 'x'.repeat(8000))),
  },
  /** Empty pieces of a header block: they add no bytes, but the block never ends. */
  emptyContinuations: {
    count: Number.POSITIVE_INFINITY,
    make: (n) =>
      n === 0
        ? frame(FRAME.headers, FLAG.endStream, 1, requestBlock('GET', '/webapi/ping'))
        : frame(FRAME.continuation, 0, 1),
  },
  /** Empty pieces of a body. */
  emptyData: {
    count: Number.POSITIVE_INFINITY,
    make: (n) =>
      n === 0
        ? frame(FRAME.headers, FLAG.endHeaders, 1, requestBlock('POST', '/webapi/mfa/login/begin'))
        : frame(FRAME.data, 0, 1),
  },
};

const [base = '', kind = ''] = process.argv.slice(2);
const flood = FLOODS[kind];
if (!flood) throw new Error(`there is no flood ${kind}`);
const raw = await RawHttp2.open(base);
const startMs = performance.now();
let sent = 0;
while (raw.isOpen && sent < flood.count && performance.now() - startMs < FLOOD_MS) {
  const size = Math.min(PER_WRITE, flood.count - sent);
  await raw.send(...Array.from({ length: size }, (_, i) => flood.make(sent + i)));
  sent += size;
}
const waitUntilMs = performance.now() + CLOSE_MAX_MS;
while (raw.isOpen && performance.now() < waitUntilMs) await new Promise((resolve) => setTimeout(resolve, 50));
const answers = raw.received.filter(({ type }) => type === FRAME.headers).length;
console.log(JSON.stringify({ sent, isOpen: raw.isOpen, answers }));
raw.socket.destroy();
