// What callers may make the gateway hold before it knows who they are. All limits of the transport stand here, so that
// their sum can be read: 320 connections, each with 64 kB of a header and about 100 kB of state of TLS, are 54 MB.
const KB = 1024;

/**
 * Of a request line with all headers. The longest address that the console opens is the page of commands: a thousand
 * escaped ids of servers are 39 kB. A parser holds what has come of a header until it is complete.
 */
export const HEADER_MAX_BYTES = 64 * KB;
/** The same for endpoints that anybody may call. */
export const ANONYMOUS_HEADER_MAX_BYTES = 16 * KB;
/** Further ones are passed over: each takes far more memory than its few bytes. Browsers and proxies send about thirty. */
export const HEADERS_MAX = 200;
/** A header that is not complete by then ends the connection. Also counted from the start of a silent connection. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** How often connections are looked through for those that took too long. */
export const CONNECTIONS_CHECK_MS = 2_000;
/** Of TLS, whose state is larger than any header. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Above what browsers and proxies keep idle connections for, so that the client is the one to close. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** All connections. Who has signed in may have many (terminals, transfers, tabs), but no end of them. */
export const CONNECTIONS_MAX = 8_192;
/** Of callers who have not signed in; beyond these the oldest of the network with most of them is closed. */
export const ANONYMOUS_CONNECTIONS = { total: 320, perNetwork: 96 };
/** Requests of one HTTP/1 connection that wait for their answer. Browsers and proxies send one after the other. */
export const PIPELINED_MAX = 32;

/** Requests of anonymous callers that are not answered yet; one may wait for minutes, or for a client that reads nothing. */
export const ANONYMOUS_REQUESTS = { total: 480, perNetwork: 240 };
/** Those of them with a header of more than ANONYMOUS_HEADER_MAX_BYTES: pages, which are answered at once. */
export const ANONYMOUS_LARGE_REQUESTS = { total: 32, perNetwork: 8 };
/** The same through a relay, which cannot tell anonymous callers from users: an office may send many at once. */
export const RELAYED_REQUESTS = { usual: { total: 2_048, perNetwork: 512 }, large: { total: 256, perNetwork: 64 } };

export type BodyLimit = {
  /** A body of this size or more is refused. */
  maxBytes: number;
  /** Time for all of it. The server itself sets no limit to the time of a request, for the sake of uploads. */
  timeoutMs: number;
};
/** The largest that is meant is an answer of a security key, about 5 kB. */
export const ANONYMOUS_BODY: BodyLimit = { maxBytes: 64 * KB, timeoutMs: 10_000 };
/** Bodies of anonymous callers that are on their way at the same time, over HTTP/2 or a proxy too. */
export const ANONYMOUS_BODIES = { total: 128, perNetwork: 32 };

/**
 * Of signed-in users: bodies and messages that are not complete. The largest of a body is 10 MiB, of a message 8 MiB, and
 * the console sends few of them at a time.
 */
export const UNREAD = { bytesOfUser: 48 * KB * KB, bytes: 256 * KB * KB, streamsOfUser: 256 };

export type Rate = { perMinute: number; burst: number };
/** Reports of scripts of joining servers: about eight each, and many servers may join from one network. */
export const JOIN_REPORT_RATE: Rate = { perMinute: 240, burst: 400 };
/** Servers that join with a known token: many may be set up at once behind one address. */
export const JOIN_RATE: Rate = { perMinute: 60, burst: 120 };
/** Starts of sign-ins through a provider: an office behind one address comes in at the same hour. */
export const PROVIDER_START_RATE: Rate = { perMinute: 60, burst: 120 };
/** Sign-ins through a provider that are under way. */
export const PROVIDER_ROUNDS = { total: 2_000, perNetwork: 200 };
/** Lines of the access log about callers who have not signed in: of one network, and of all together. */
export const ANONYMOUS_LOG_RATE: Rate = { perMinute: 60, burst: 300 };
export const ANONYMOUS_LOG_TOTAL_RATE: Rate = { perMinute: 300, burst: 3_000 };
