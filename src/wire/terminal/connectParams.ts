import { at, isObject, parseJson, textAt, type JsonObject } from '../../lib/json.ts';
import { KEEP_ALIVE_MAX_MS, KEEP_ALIVE_MIN_MS } from '../constants.ts';
import { isTermSize, type TermSize } from './resize.ts';

/**
 * `params` of the terminal socket (streams §3.1). `mode` is text: an unknown mode is accepted, shows output and ignores
 * all input. Without `mode`, the owner is a peer and every other user an observer.
 */
export type ConnectParams = { size: TermSize; mode?: string; keepAliveMs?: number } & (
  { kind: 'new'; serverId: string; login: string } | { kind: 'join'; sid: string }
);

export type ConnectRefusal = { ok: false; status: 400 | 500; message: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NS_PER_MS = 1_000_000;
/** Sizes are 32-bit numbers. A larger number is a wrong type, not a bad size. */
const INT32_MAX = 2 ** 31 - 1;

export function encodeConnectParams(params: ConnectParams): string {
  const { size, mode } = params;
  const term = { h: size.rows, w: size.cols };
  if (params.kind === 'new') return JSON.stringify({ login: params.login, server_id: params.serverId, term });
  return JSON.stringify({ sid: params.sid, ...(mode && { mode }), term });
}

/** Messages and statuses match the reference. `text` is the decoded query value. */
export function parseConnectParams(text: string | undefined): { ok: true; params: ConnectParams } | ConnectRefusal {
  if (!text) return refuse(400, 'missing params');
  const json = parseJson(text);
  if (!isObject(json)) return refuse(500, 'params is not a JSON object');
  const wrong = wrongType(json);
  if (wrong) return refuse(500, `params: ${wrong}`);
  const size = { cols: numberAt(json, 'term', 'w'), rows: numberAt(json, 'term', 'h') };
  const sid = textAt(json, 'sid');
  const login = textAt(json, 'login');
  const serverId = textAt(json, 'server_id');
  if (sid && !UUID.test(sid)) return refuse(400, 'sid: invalid session id');
  if (!sid && !login) return refuse(400, 'login: missing login');
  if (!sid && !serverId) return refuse(400, 'server: missing server');
  if (!isTermSize(size)) return refuse(400, `term: bad dimensions(${size.cols}x${size.rows})`);
  const mode = textAt(json, 'mode');
  const keepAliveMs = numberAt(json, 'KeepAliveInterval') / NS_PER_MS;
  return {
    ok: true,
    params: {
      ...(sid ? { kind: 'join', sid: sid.toLowerCase() } : { kind: 'new', login, serverId }),
      size,
      ...(mode && { mode }),
      ...(keepAliveMs >= KEEP_ALIVE_MIN_MS && { keepAliveMs: Math.min(keepAliveMs, KEEP_ALIVE_MAX_MS) }),
    },
  };
}

const refuse = (status: ConnectRefusal['status'], message: string): ConnectRefusal => ({ ok: false, status, message });

const numberAt = (json: JsonObject, ...path: string[]): number => Number(at(json, ...path) ?? 0);

/** The type error that the reference's JSON reader would report. */
function wrongType(json: JsonObject): string | undefined {
  for (const key of ['server_id', 'login', 'sid', 'mode']) {
    const value = at(json, key) ?? '';
    if (typeof value !== 'string') return `${key} is not text`;
  }
  const term = at(json, 'term') ?? {};
  if (!isObject(term)) return 'term is not an object';
  const numbers = [at(term, 'w'), at(term, 'h'), at(json, 'KeepAliveInterval')].map((n) => n ?? 0);
  if (!numbers.every(Number.isSafeInteger)) return 'a number is not whole';
  if (numbers.slice(0, 2).some((n) => Math.abs(Number(n)) > INT32_MAX)) return 'a size does not fit 32 bits';
  return undefined;
}
