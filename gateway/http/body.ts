// Request bodies of http-auth §1.6: JSON with strict types and lenient key case.
import type { FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { BODY_LIMIT_BYTES, DOCUMENT_MAX_CHARS } from '../../src/wire/constants.ts';
import { badRequest, limitExceeded } from './failures.ts';
import { keepsJsonLimits } from './jsonValues.ts';
import type { BodyLimit } from './limits.ts';
import { noteBody } from './requestSecrets.ts';
import { stdBase64 } from './stdBase64.ts';

/** The limit for signed-in callers. */
const SIGNED_IN: BodyLimit = { maxBytes: BODY_LIMIT_BYTES, timeoutMs: 60_000 };
/** After twice the contract's limit the gateway stops reading. Until then the client can still receive the refusal. */
const DRAIN_LIMIT_BYTES = 2 * BODY_LIMIT_BYTES;
/** Far above what any endpoint needs: documents are sent as one text. */
const VALUES_MAX = 5000;
/** A document has at most a million characters, and each may be an escape. */
const ESCAPES_MAX = DOCUMENT_MAX_CHARS + VALUES_MAX;
/** Initial buffer for a body without a declared length. */
const FIRST_BYTES = 4096;

/** Called with the memory that a body uses, each time it grows. */
type OnGrow = (bytes: number) => void;

/** Reads and decodes the body, which must be a JSON object. null is an empty one. Call it at most once per request. */
export async function readObject(request: FastifyRequest, limit?: BodyLimit, onGrow?: OnGrow): Promise<JsonObject> {
  return JsonObject.from((await readJson(request, limit, onGrow)) ?? {}, 'the body');
}

export async function readJson(
  request: FastifyRequest,
  limit: BodyLimit = SIGNED_IN,
  onGrow?: OnGrow,
): Promise<unknown> {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') throw badRequest('invalid request');
  const bytes = await readAll(request.raw, limit, onGrow);
  if (!(await keepsJsonLimits(bytes, { values: VALUES_MAX, escapes: ESCAPES_MAX })))
    throw badRequest(`request: more than ${VALUES_MAX} values or ${ESCAPES_MAX} escapes`);
  await setImmediate(); // a large body is parsed in steps
  const text = bytes.toString('utf8');
  await setImmediate();
  try {
    const json: unknown = JSON.parse(text);
    noteBody(request, json);
    return json;
  } catch (error) {
    throw badRequest(`request: ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}

/** Reads the body of a form without files. Call it at most once per request. */
export async function readForm(request: FastifyRequest, limit: BodyLimit): Promise<URLSearchParams> {
  const form = new URLSearchParams((await readAll(request.raw, limit)).toString('utf8'));
  noteBody(request, Object.fromEntries(form));
  return form;
}

async function readAll(
  stream: FastifyRequest['raw'],
  { maxBytes, timeoutMs }: BodyLimit,
  onGrow?: OnGrow,
): Promise<Buffer> {
  // One buffer: a body that comes byte by byte would take hundreds of times its size as a list of pieces.
  let body: Buffer = Buffer.allocUnsafe(Math.min(Number(stream.headers['content-length'] ?? FIRST_BYTES), maxBytes));
  let size = 0;
  onGrow?.(body.length);
  const tooSlow = setTimeout(() => stream.destroy(), timeoutMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const start = size;
      size += chunk.length;
      if (size < maxBytes) {
        if (size > body.length) {
          body = grown(body, start, Math.max(size, Math.min(2 * body.length, maxBytes)));
          onGrow?.(body.length);
        }
        chunk.copy(body, start);
      } else body = Buffer.allocUnsafe(0);
      if (size > DRAIN_LIMIT_BYTES) break;
    }
  } catch {
    throw badRequest('request: the body is not complete'); // the connection was closed
  } finally {
    clearTimeout(tooSlow);
  }
  if (size >= maxBytes) throw limitExceeded('the read limit is reached');
  return body.subarray(0, size);
}

function grown(body: Buffer, used: number, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  body.copy(larger, 0, 0, used);
  return larger;
}

/** An object of a body. Keys match in any case. A missing or null member is read as empty. A wrong type is refused. */
export class JsonObject {
  #members: Map<string, unknown>;
  #location: string;

  private constructor(members: Map<string, unknown>, at: string) {
    this.#members = members;
    this.#location = at;
  }

  /** `at` names the value in error messages. */
  static from(value: unknown, at: string): JsonObject {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(at, 'an object', value);
    return new JsonObject(new Map(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member])), at);
  }

  /** The unchanged member. undefined if it is missing or null. */
  raw(key: string): unknown {
    return this.#members.get(key.toLowerCase()) ?? undefined;
  }

  text(key: string): string {
    const value = this.raw(key) ?? '';
    if (typeof value !== 'string') throw wrongType(this.#path(key), 'a string', value);
    return value;
  }

  flag(key: string): boolean {
    const value = this.raw(key) ?? false;
    if (typeof value !== 'boolean') throw wrongType(this.#path(key), 'true or false', value);
    return value;
  }

  /** undefined if the key is missing or null: the contract distinguishes that from an empty list. */
  texts(key: string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.#path(key), 'a list of strings', value);
    return value.map((item: unknown, i) => {
      if (typeof item !== 'string') throw wrongType(`${this.#path(key)}[${i}]`, 'a string', item);
      return item;
    });
  }

  object(key: string): JsonObject | undefined {
    const value = this.raw(key);
    return value === undefined ? undefined : JsonObject.from(value, this.#path(key));
  }

  /** A byte field: standard base64 with padding (http-auth §1.6). */
  bytes(key: string): Uint8Array {
    const decoded = stdBase64(this.text(key));
    if (!decoded.ok) throw badRequest(`request: illegal base64 data at input byte ${decoded.at}`);
    return decoded.bytes;
  }

  #path(key: string): string {
    return this.#location === 'the body' ? key : `${this.#location}.${key}`;
  }
}

const wrongType = (at: string, expected: string, found: unknown) =>
  badRequest(`request: ${at} must be ${expected}, found ${describe(found)}`);

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`;
}
