// Limits of what the gateway buffers for callers before it knows who they are. All transport limits are here, so that
// their sum is visible: 320 connections, each with 64 kB of a header and about 100 kB of TLS state, are 54 MB.
const KB = 1024;

/**
 * For a request line with all headers. The longest URL is that of the page of commands: a thousand
 * escaped server ids are 39 kB. A parser buffers a header until it is complete.
 */
export const HEADER_MAX_BYTES = 64 * KB;
/** The same for endpoints without authentication. */
export const ANONYMOUS_HEADER_MAX_BYTES = 16 * KB;
/**
 * Further headers are ignored: each takes far more memory than its few bytes. Browsers and proxies send about thirty.
 */
export const HEADERS_MAX = 200;
/** A header that is not complete in this time ends the connection. The time also starts with a silent connection. */
export const HEADERS_TIMEOUT_MS = 10_000;
/** How often connections are checked for these timeouts. */
export const CONNECTIONS_CHECK_MS = 2_000;
/** For TLS, whose state is larger than any header. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Longer than browsers and proxies keep idle connections, so that the client is the one to close. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** For all connections. Signed-in users may have many (terminals, transfers, tabs), but not unlimited ones. */
export const CONNECTIONS_MAX = 8_192;
/** For callers who have not signed in. Above the limit, the oldest of the network with most of them is closed. */
export const ANONYMOUS_CONNECTIONS = { total: 320, perNetwork: 96 };
/** Pending requests of one HTTP/1 connection. Browsers and proxies send one after the other. */
export const PIPELINED_MAX = 32;

/** Pending requests of anonymous callers. One may wait for minutes, or for a client that reads nothing. */
export const ANONYMOUS_REQUESTS = { total: 480, perNetwork: 240 };
/** Those of them with a header of more than ANONYMOUS_HEADER_MAX_BYTES: pages, which are answered at once. */
export const ANONYMOUS_LARGE_REQUESTS = { total: 32, perNetwork: 8 };
/** The same through a relay, which cannot tell anonymous callers from users: an office may send many at once. */
export const RELAYED_REQUESTS = { usual: { total: 2_048, perNetwork: 512 }, large: { total: 256, perNetwork: 64 } };

export type BodyLimit = {
  /** A body of this size or more is refused. */
  maxBytes: number;
  /** Time for the whole body. The server sets no time limit for requests, because of uploads. */
  timeoutMs: number;
};
/** The largest expected body is the answer of a security key, about 5 kB. */
export const ANONYMOUS_BODY: BodyLimit = { maxBytes: 64 * KB, timeoutMs: 10_000 };
/** Bodies of anonymous callers in progress, also over HTTP/2 or a proxy. */
export const ANONYMOUS_BODIES = { total: 128, perNetwork: 32 };

/**
 * Incomplete bodies and messages of signed-in users. A body has at most 10 MiB, a message 8 MiB, and the console sends
 * few of them at a time.
 */
export const UNREAD = { bytesOfUser: 48 * KB * KB, bytes: 256 * KB * KB, streamsOfUser: 256 };

/**
 * For websockets: each fragment of a message takes a hundred bytes beside its own. Browsers send fragments of
 * kilobytes. The types of ws do not have this option yet.
 */
export const MESSAGE_FRAGMENTS = { maxFragments: 2_048 };

export type Rate = { perMinute: number; burst: number };
/** Reports of the scripts of joining servers: about eight each, and many servers may join from one network. */
export const JOIN_REPORT_RATE: Rate = { perMinute: 240, burst: 400 };
/** Servers that join with a known token: many may be set up at once behind one address. */
export const JOIN_RATE: Rate = { perMinute: 60, burst: 120 };
/** Starts of sign-ins through a provider: an office behind one address signs in at the same hour. */
export const PROVIDER_START_RATE: Rate = { perMinute: 60, burst: 120 };
/** Sign-ins through a provider in progress. */
export const PROVIDER_ROUNDS = { total: 2_000, perNetwork: 200 };
/** Lines of the access log about callers who have not signed in: for one network, and for all. */
export const ANONYMOUS_LOG_RATE: Rate = { perMinute: 60, burst: 300 };
export const ANONYMOUS_LOG_TOTAL_RATE: Rate = { perMinute: 300, burst: 3_000 };
