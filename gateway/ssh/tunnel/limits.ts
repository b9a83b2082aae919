// Limits of connections to the endpoint for reverse tunnels, which any client on the network can open.
import type { Rate } from '../../http/limits.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Connections without an open tunnel: of one network, and in total. The oldest of the network with most is closed. */
export const WAITING = { total: 64, perNetwork: 16 };
/**
 * New connections of one network: each costs a key exchange of a millisecond. Hosts behind one address reconnect at
 * once.
 */
export const CONNECTION_RATE: Rate = { perMinute: 240, burst: 120 };
/** From the connection to the open tunnel: version, key exchange, sign-in and the request for the forward. */
export const OPENING_TIMEOUT_MS = 10_000;
/** Bytes that a client may send before its tunnel is open. OpenSSH sends about four thousand. */
export const OPENING_MAX_BYTES = 64 * KB;
/** Attempts to sign in: OpenSSH asks for the methods, names its key, and signs. */
export const ATTEMPTS_MAX = 6;
/**
 * A host that has sent nothing for this long gets a ping. After three times as long without an answer its tunnel ends.
 */
export const KEEPALIVE = { intervalMs: 10_000, count: 2 };
/** An open tunnel answers a ping within this time, or a new one replaces it. */
export const ALIVE_WITHIN_MS = 3_000;
/** For a new connection through the tunnel. */
export const DIAL_TIMEOUT_MS = 10_000;
/** The rate of an idle tunnel, which carries only keepalive answers and key changes. */
export const IDLE_RATE: Rate = { perMinute: 512 * KB, burst: 256 * KB };
/** The unread data of one channel: twice its window. */
export const UNREAD_MAX_BYTES = 4 * MB;
/** The unsent data for one host. */
export const UNSENT_MAX_BYTES = 8 * MB;
/** A channel with smaller packets makes the gateway encrypt single bytes. OpenSSH accepts 32 kB. */
export const PACKET_MIN_BYTES = 4 * KB;
