// Compressed answers. Each route declares whether its answers may be compressed: the length of a compressed answer can
// reveal a secret in it (BREACH).
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Smaller answers would save at most a packet or two. */
const COMPRESS_FROM_BYTES = 8_000;
/** Node has four threads, which also hash passwords and read files. */
const CONCURRENT_MAX = 2;
/** Answers above this limit are sent uncompressed instead of waiting. */
const WAITING_MAX = 32;

/**
 * Measured: quality 5 makes a list of 500 servers (175 kB) an eighth smaller than 4, in 2 ms. For larger answers it
 * takes three times as long (84 ms for 4 700 events) without a benefit.
 */
const BROTLI_BEST_BELOW_BYTES = 256 * 1024;
const PIECE = { chunkSize: 128 * 1024 };
const GZIP = { ...PIECE, level: 4 };
const brotli = (bytes: number) => ({
  ...PIECE,
  params: { [constants.BROTLI_PARAM_QUALITY]: bytes < BROTLI_BEST_BELOW_BYTES ? 5 : 4 },
});

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, brotli(body.length)),
  gzip: (body: Buffer) => promisify(gzip)(body, GZIP),
};

/** The best of `offered` that the client accepts, the first among equals. undefined for none. */
export function acceptedEncoding<E extends string>(header: string | undefined, offered: readonly E[]): E | undefined {
  const weights = new Map((header ?? '').split(',').map(toWeight));
  const weightOf = (coding: string) => weights.get(coding) ?? 0;
  const best = offered.reduce<E | undefined>(
    (found, coding) => (weightOf(coding) > (found === undefined ? 0 : weightOf(found)) ? coding : found),
    undefined,
  );
  return best !== undefined && weightOf('identity') > weightOf(best) ? undefined : best;
}

/** `gzip;q=0.5`: an invalid weight refuses the coding (RFC 9110 §12.4.2). */
function toWeight(part: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [coding, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

const bestOf = (header: string | undefined) => acceptedEncoding<Encoding>(header, ['br', 'gzip']);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * undefined if the body is sent uncompressed: it is small, the client accepts no coding, or too many others are
 * waiting.
 */
export async function compressed(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: Encoding } | undefined> {
  const encoding = body.length > COMPRESS_FROM_BYTES ? bestOf(acceptEncoding) : undefined;
  if (encoding === undefined || waiting.length >= WAITING_MAX) return undefined;
  if (running >= CONCURRENT_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return { body: await compressors[encoding](body), encoding };
  } finally {
    const next = waiting.shift(); // it uses the slot of this one
    if (next) next();
    else running -= 1;
  }
}

/** The same for a streamed answer of unknown length. */
export function compressedStream(
  body: Readable,
  acceptEncoding: string | undefined,
): { body: Readable; encoding: Encoding } | undefined {
  const encoding = bestOf(acceptEncoding);
  if (encoding === undefined) return undefined;
  const packed = encoding === 'br' ? createBrotliCompress(brotli(Number.POSITIVE_INFINITY)) : createGzip(GZIP);
  return { body: pipeline(body, packed, () => undefined), encoding }; // if one stream fails, the other ends with it
}

const PACKED_AT_ONCE = { br: (text: string) => brotliCompressSync(text), gzip: (text: string) => gzipSync(text) };

/**
 * A text of a kilobyte or two that contains no secret, is requested often and seldom changes. It is compressed once for
 * each coding.
 */
export class PackedText {
  #text = '';
  readonly #packed = new Map<Encoding, Buffer>();

  /** undefined if the client accepts no coding. */
  of(text: string, acceptEncoding: string | undefined): { body: Buffer; encoding: Encoding } | undefined {
    const encoding = bestOf(acceptEncoding);
    if (encoding === undefined) return undefined;
    if (text !== this.#text) this.#packed.clear();
    this.#text = text;
    const body = this.#packed.get(encoding) ?? PACKED_AT_ONCE[encoding](text);
    this.#packed.set(encoding, body);
    return { body, encoding };
  }
}
