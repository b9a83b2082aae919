// Request bodies of http-auth §1.6: JSON with strict types and lenient key case.
import type { FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES } from '../../src/wire/constants.ts';
import { badRequest, limitExceeded } from './failures.ts';
import { stdBase64 } from './stdBase64.ts';

/** After a body of twice the limit nobody is listened to any longer; until then the refusal can still be read. */
const DRAIN_LIMIT_BYTES = 2 * BODY_LIMIT_BYTES;
/** The server itself sets no limit to the time of a request, for the sake of uploads. */
const READ_TIMEOUT_MS = 60_000;

/** Reads and decodes the body, which must be a JSON object. Call it at most once per request. */
export async function readObject(request: FastifyRequest): Promise<JsonObject> {
  return JsonObject.from(await readJson(request), 'the body');
}

export async function readJson(request: FastifyRequest): Promise<unknown> {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') throw badRequest('invalid request');
  const text = (await readAll(request.raw)).toString('utf8');
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (error) {
    throw badRequest(`request: ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}

async function readAll(stream: FastifyRequest['raw']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooSlow = setTimeout(() => stream.destroy(), READ_TIMEOUT_MS);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size < BODY_LIMIT_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (size > DRAIN_LIMIT_BYTES) break;
    }
  } finally {
    clearTimeout(tooSlow);
  }
  if (size >= BODY_LIMIT_BYTES) throw limitExceeded('the read limit is reached');
  return Buffer.concat(chunks);
}

/** An object of a body. Keys match in any case; a missing or null member reads as empty, a wrong type is refused. */
export class JsonObject {
  #members: Map<string, unknown>;
  #at: string;

  private constructor(members: Map<string, unknown>, at: string) {
    this.#members = members;
    this.#at = at;
  }

  /** `at` names the value in refusals. */
  static from(value: unknown, at: string): JsonObject {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(at, 'an object', value);
    return new JsonObject(new Map(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member])), at);
  }

  /** The member as it came; undefined for a missing one and for null. */
  raw(key: string): unknown {
    return this.#members.get(key.toLowerCase()) ?? undefined;
  }

  text(key: string): string {
    const value = this.raw(key) ?? '';
    if (typeof value !== 'string') throw wrongType(this.#path(key), 'a text', value);
    return value;
  }

  flag(key: string): boolean {
    const value = this.raw(key) ?? false;
    if (typeof value !== 'boolean') throw wrongType(this.#path(key), 'true or false', value);
    return value;
  }

  /** Undefined where the key is missing or null: the contract tells that apart from an empty list. */
  texts(key: string): string[] | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw wrongType(this.#path(key), 'a list of texts', value);
    return value.map((item: unknown, i) => {
      if (typeof item !== 'string') throw wrongType(`${this.#path(key)}[${i}]`, 'a text', item);
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
    return this.#at === 'the body' ? key : `${this.#at}.${key}`;
  }
}

const wrongType = (at: string, expected: string, found: unknown) =>
  badRequest(`request: ${at} must be ${expected}, found ${describe(found)}`);

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
