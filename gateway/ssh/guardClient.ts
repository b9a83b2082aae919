// ssh2 trusts the other end of a connection. A server of the inventory may be hostile: it must not block the event loop
// of the gateway or fill its memory.
import type { Client } from 'ssh2';
import { isObject } from '../../src/lib/json.ts';
import { objectIn } from './library.ts';
import { PACKET_MIN_BYTES } from './tunnel/limits.ts';

/** Limit of data that waits to be sent to a server: several parallel uploads have up to 2 MB each there. */
const UNSENT_MAX_BYTES = 16 * 2 ** 20;

type Handler = (protocol: unknown, ...message: unknown[]) => void;

/** Ends the connection when `refuse` returns why the server may not send the message. */
type Guard = (message: string, refuse: (...parts: unknown[]) => string | undefined) => void;

function guardOf(client: Client): Guard {
  const end = (why: string) => {
    client.emit('error', new Error(why));
    client.destroy();
  };
  const handlers = objectIn(objectIn(client, '_protocol'), '_handlers') as Record<string, Handler>;
  return (message, refuse) => {
    const handle = handlers[message];
    if (!handle) throw new TypeError(`this version of ssh2 does not handle ${message}`);
    handlers[message] = (self, ...parts) => {
      const why = refuse(...parts);
      if (why === undefined) handle(self, ...parts);
      else end(why);
    };
  };
}

/**
 * Limits the work of the sign-in: the library signs each time that the server says it takes the key. Call it after
 * `connect`.
 */
export function guardSignIn(client: Client): void {
  const guard = guardOf(client);
  let isSigned = false;
  guard('USERAUTH_PK_OK', () => {
    if (isSigned) return 'it asks for a signature again and again';
    isSigned = true;
    return undefined;
  });
  guard('USERAUTH_FAILURE', () => {
    isSigned = false; // the next key may be tried
    return undefined;
  });
}

/**
 * Ends the connection if the server opens a channel with an unusual packet size, exceeds the window of a channel, or
 * does not read. Call it when the client is ready, before the first channel is opened.
 */
export function guardChannels(client: Client): void {
  const guard = guardOf(client);
  const channels: unknown = Reflect.get(client, '_chanMgr');
  const passesWindow = (recipient: unknown, data: unknown) => {
    const window = windowOf(channels, recipient);
    const isTooMuch = window !== undefined && data instanceof Uint8Array && data.length > window;
    return isTooMuch ? 'the server sends more than it may' : undefined;
  };
  // The library would write empty packets forever.
  guard('CHANNEL_OPEN_CONFIRMATION', (info) => {
    const size = isObject(info) ? info['packetSize'] : undefined;
    const isUsual = typeof size === 'number' && size >= PACKET_MIN_BYTES;
    return isUsual ? undefined : 'the server takes no packets of a usual size';
  });
  guard('CHANNEL_DATA', passesWindow);
  guard('CHANNEL_EXTENDED_DATA', passesWindow);
  // Each request of the server gets an answer, even if the server never reads it.
  const unread = () => {
    const unsent: unknown = Reflect.get(objectIn(client, '_sock'), 'writableLength');
    const isTooMuch = typeof unsent === 'number' && unsent > UNSENT_MAX_BYTES;
    return isTooMuch ? 'the server does not read what it is sent' : undefined;
  };
  for (const message of ['GLOBAL_REQUEST', 'CHANNEL_REQUEST', 'CHANNEL_OPEN']) guard(message, unread);
}

function windowOf(channels: unknown, recipient: unknown): number | undefined {
  const find: unknown = isObject(channels) ? channels['get'] : undefined;
  const channel: unknown = typeof find === 'function' ? Reflect.apply(find, channels, [recipient]) : undefined;
  const incoming: unknown = isObject(channel) ? channel['incoming'] : undefined;
  const window = isObject(incoming) ? incoming['window'] : undefined;
  return typeof window === 'number' ? window : undefined;
}
