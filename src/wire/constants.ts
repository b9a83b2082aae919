// Business constants of the contract, each with its unit and its source. Console and gateway share them.

/** [specification §9] How often a console checks its web session. */
export const SESSION_CHECK_MS = 15_000;
/** [specification §9] The console renews the bearer token when less than this is left. */
export const RENEW_BELOW_MS = 180_000;
/** [specification §9] The console asks for the user's status only while more than this is left. */
export const STATUS_ABOVE_MS = 30_000;
/** [specification §4, §9] Inactivity: the interval of the checks, and the margin subtracted from the timeout. */
export const IDLE_CHECK_MS = 30_000;
export const IDLE_MARGIN_MS = 30_000;
/** [specification §9] Activity is stored at most this often. */
export const ACTIVITY_THROTTLE_MS = 15_000;
/** [http-auth §4.1] Lifetime of a bearer token, and of a web session if no role sets a shorter one. */
export const BEARER_TTL_S = 600;
export const WEB_SESSION_TTL_S = 12 * 3600;
/**
 * [http-auth §4.1] Lock-out: the number of consecutive failures, how long they are counted, and how long the lock
 * lasts.
 */
export const LOCKOUT_FAILURES = 5;
export const LOCKOUT_MEMORY_MS = 30 * 60_000;
export const LOCKOUT_MS = 20 * 60_000;
/** [http-auth §1.5] Rate limit of the guarded endpoints: tokens per minute and burst, per address. */
export const RATE_PER_MINUTE = 10;
export const RATE_BURST = 20;
/** [http-auth §1.6] A request body of this size or more is refused. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
/** Maximum characters of a document that is edited as text. */
export const DOCUMENT_MAX_CHARS = 1_000_000;
/** Maximum characters of a label's value, far above real values. */
export const LABEL_VALUE_MAX_CHARS = 1000;
/** [http-auth §7.3] Limits of a new password, in bytes. */
export const PASSWORD_MIN_BYTES = 6;
export const PASSWORD_MAX_BYTES = 128;
/** [http-auth §7.3] Longest device name, in bytes. */
export const DEVICE_NAME_MAX_BYTES = 30;
/** [http-auth §7] Lifetimes of user tokens. */
export const INVITE_TTL_MS = 3600_000;
export const RESET_TTL_MS = 8 * 3600_000;
export const PRIVILEGE_TTL_MS = 5 * 60_000;
/** [http-auth §3.3] Lifetime of a WebAuthn challenge. */
export const CHALLENGE_TTL_MS = 5 * 60_000;
/** [http-auth §9] How long a command line waits for approval, and how long a browser waits for the command line. */
export const HEADLESS_TTL_MS = 180_000;
export const HEADLESS_WAIT_MS = 30_000;
/** [http-resources §1.1] Page size of lists: default and maximum. */
export const LIST_LIMIT_MAX = 1000;
/** Rows per request of the console. */
export const LIST_PAGE = 500;
/**
 * [http-resources §10.1] Rows per request of the console for a list over time. The server may return a shorter page.
 */
export const WINDOW_PAGE = 5000;
/** [specification §9] Scrollback if the cluster does not set it. */
export const SCROLLBACK_LINES = 1000;
/** [streams §4.1] Maximum bytes of a recording per request. */
export const STREAM_CHUNK_BYTES = 5_242_880;
/** [streams §1.4] Interval of websocket pings. */
export const KEEP_ALIVE_MS = 5 * 60_000;
/**
 * [streams §3.1] If a client asks for a shorter interval, the cluster's default applies. Ours: longer ones count as one
 * hour.
 */
export const KEEP_ALIVE_MIN_MS = 1000;
export const KEEP_ALIVE_MAX_MS = 3600_000;
/** [streams §3.1] Limits of a terminal's width and height. */
export const TERM_SIZE_MIN = 1;
export const TERM_SIZE_MAX = 4095;
/** [streams §3.8] How long a session is kept after its last socket has closed. */
export const SESSION_LINGER_MS = 20_000;
/** [streams §3.8] Bytes of earlier output that a joining participant gets at once. */
export const JOIN_REPLAY_BYTES = 1000;
/** [streams §3.11] How often a console reads the participants while a terminal is connected. */
export const PARTICIPANTS_POLL_MS = 5000;
/** [streams §3.11] The console asks before it closes a session of at least this age. */
export const ACTIVE_SESSION_AGE_MS = 30_000;
/** [streams §3.6] The console reports a new window size after no resize for this long. */
export const RESIZE_DEBOUNCE_MS = 200;

/** The release whose wire protocol we implement. */
export const WIRE_VERSION = '13.1.3';
/** [http-auth §1.1] In a path, the name for the cluster that answers. */
export const CURRENT_SITE = '-current-';
/** [http-auth §1.3] Cookie names. */
export const SESSION_COOKIE = '__Host-session';
export const CSRF_COOKIE = '__Host-grv_csrf';
/** [http-auth §1.2] The anti-forgery header. */
export const CSRF_HEADER = 'X-CSRF-Token';
/** [http-auth §2.1] Names of the page's meta tags. */
export const CSRF_META = 'grv_csrf_token';
export const BEARER_META = 'grv_bearer_token';
/** An extension: the reason why the server behind a relayed page cannot be reached. Absent if it can. */
export const OUTAGE_META = 'postern-outage';
/** The settings script (http-auth §2.2). */
export const CONFIG_PATH = '/web/config.js';

/** The first part of a container's address, which takes the place of a server id (streams §12). */
export const POD_PREFIX = 'kubernetes/';
/** Used there in place of a login if no Kubernetes user is chosen: the roles determine it. */
export const ONLY_USER = '-';

/** A refused password, whether or not the user exists (http-auth §7.5). */
export const WRONG_PASSWORD = 'invalid username or password';
/** The start of the error for a wrong code of a new device (http-auth §7.3). */
export const WRONG_NEW_CODE = 'invalid one time token';
/** Any problem with the token of a device change. A wrong code has the same status (http-auth §8.5–8.7). */
export const INVALID_TOKEN = 'invalid token';

/** The only fragment that a sign-in preserves: a moment of a recording. Other text of a crafted address is dropped. */
export const MOMENT_HASH = /^#t=[\dhms.]{1,24}$/;
