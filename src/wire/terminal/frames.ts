// Payloads of terminal frames that have no file of their own (streams §2): events, challenge, hold, latency. Also the
// server's messages for challenges that cannot be answered.
import { at, isObject, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import type { AssertionJson, AuthnChallengeJson } from '../webauthn.ts';
import { FILE_EVENTS, toFileEvent, type FileEvent } from './fileTransfer.ts';
import { parseTermSize, type TermSize } from './resize.ts';

/** An `a` frame that the console reacts to (streams §3.7). `other` covers all kinds that it does not show. */
export type SessionEvent =
  | { event: 'resize'; size: TermSize; user: string }
  | { event: 'session.join' | 'session.leave'; user: string }
  | FileEvent
  | { event: 'other'; name: string };

/** The payload is one flat audit event. */
export function decodeSessionEvent(payload: string): SessionEvent {
  const json = parseJson(payload);
  const name = textAt(json, 'event');
  if (!name) throw new WireError('audit frame: no event name');
  const user = textAt(json, 'user');
  if (name === 'resize') return { event: name, size: parseTermSize(at(json, 'size')), user };
  if (name === 'session.join' || name === 'session.leave') return { event: name, user };
  const fileEvent = FILE_EVENTS.find((candidate) => candidate === name);
  return fileEvent ? toFileEvent(json, fileEvent) : { event: 'other', name };
}

/** Payload of an `n` frame of the server (streams §3.4). Keys of newer releases are ignored. */
export function decodeChallenge(payload: string): AuthnChallengeJson {
  const json = parseJson(payload);
  if (!isObject(json)) throw new WireError('challenge: not a JSON object');
  const publicKey = at(json, 'webauthn_challenge', 'publicKey');
  if (publicKey !== undefined && typeof at(publicKey, 'challenge') !== 'string') {
    throw new WireError('challenge: nothing to sign in it');
  }
  return {
    webauthn_challenge: publicKey === undefined ? null : (at(json, 'webauthn_challenge') as { publicKey: never }),
    totp_challenge: at(json, 'totp_challenge') === true,
  };
}

/** Payload of the `n` frame with the answer (streams §3.4): the assertion itself, without a wrapper. */
export const encodeChallengeAnswer = (assertion: AssertionJson): string => JSON.stringify(assertion);

/**
 * Payload of letter `p`, an extension: whether the client wants output to be held. The client must ask for more again.
 */
export const encodeHold = (holds: boolean): string => (holds ? 'hold' : 'go');

export function decodeHold(text: string): boolean {
  if (text !== 'hold' && text !== 'go') throw new WireError('terminal: a hold that is neither "hold" nor "go"');
  return text === 'hold';
}

/** The latency of a session's connection, in whole milliseconds for the round trip. */
export type Latency = {
  /** From the browser to the server of the socket. */
  browserMs: number;
  /** From there to the server of the session. Undefined if it is unknown. */
  serverMs: number | undefined;
  /** Whether the session is recorded. An extension (`FEATURE_LATENCY`). */
  recorded: boolean | undefined;
  /**
   * The gateway disconnects this participant after this time without a key or a resize. An extension as well.
   * Undefined: never.
   */
  idleLimitMs: number | undefined;
};

/** Payload of letter `l`, from newer clusters, and from this gateway to a client that asked for it (streams §2). */
export const encodeLatency = ({ browserMs, serverMs, recorded, idleLimitMs }: Latency): string =>
  JSON.stringify({ ws: browserMs, ssh: serverMs, recorded, idle: idleLimitMs });

/** Undefined if this is not a latency: nothing depends on it. */
export function decodeLatency(payload: string): Latency | undefined {
  const json = parseJson(payload);
  const browserMs = msAt(json, 'ws');
  if (browserMs === undefined) return undefined;
  const recorded = at(json, 'recorded');
  return {
    browserMs,
    serverMs: msAt(json, 'ssh'),
    recorded: typeof recorded === 'boolean' ? recorded : undefined,
    idleLimitMs: msAt(json, 'idle') || undefined,
  };
}

function msAt(json: unknown, key: string): number | undefined {
  const ms = at(json, key);
  return typeof ms === 'number' && ms >= 0 && Number.isFinite(ms) ? Math.round(ms) : undefined;
}

/** A server's message for a user without a key when a session requires one (streams §3.4, §8.2). */
const NO_DEVICES = 'MFA is required to access this resource but user has no MFA devices';

/**
 * The gateway's message for users without any second factor. The cluster's text names a command that users of this
 * gateway may not have.
 */
export const NO_DEVICE_MESSAGE = `${NO_DEVICES}. Add a hardware key in your account, and try again`;

/** The user only has an authenticator app. */
export const NO_KEY_MESSAGE =
  'only hardware keys are supported on the web terminal, please register a hardware device to connect to this server';

/** Clusters can put more text around their message. */
export const isForLackOfKey = (words: string): boolean => words.includes(NO_DEVICES) || words.includes(NO_KEY_MESSAGE);
