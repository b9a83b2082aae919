// Business constants of the contract, each with its unit and its source. Console and gateway share them.

/** [specification §9] How often a console looks after its web session. */
export const SESSION_CHECK_MS = 15_000;
/** [specification §9] Renew when less than this is left of the bearer token. */
export const RENEW_BELOW_MS = 180_000;
/** [specification §9] Ask for the user's status only while more than this is left. */
export const STATUS_ABOVE_MS = 30_000;
/** [specification §4, §9] Inactivity: how often it is checked, and the margin taken off the timeout. */
export const IDLE_CHECK_MS = 30_000;
export const IDLE_MARGIN_MS = 30_000;
/** [specification §9] Activity is written down at most this often. */
export const ACTIVITY_THROTTLE_MS = 15_000;
/** [http-auth §4.1] Life of a bearer token, and of a web session where no role says less. */
export const BEARER_TTL_S = 600;
export const WEB_SESSION_TTL_S = 12 * 3600;
/** [http-auth §4.1] Lock-out: this many consecutive failures, remembered so long, lock for so long. */
export const LOCKOUT_FAILURES = 5;
export const LOCKOUT_MEMORY_MS = 30 * 60_000;
export const LOCKOUT_MS = 20 * 60_000;
/** [http-auth §1.5] Rate limit of the guarded endpoints: tokens per minute and burst, per address. */
export const RATE_PER_MINUTE = 10;
export const RATE_BURST = 20;
/** [http-auth §1.6] A request body of this size or more is refused. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
/** A document that is edited as text has at most so many characters. */
export const DOCUMENT_MAX_CHARS = 1_000_000;
/** Longest value of a label. Far above what people write. */
export const LABEL_VALUE_MAX_CHARS = 1000;
/** [http-auth §7.3] Bounds of a new password, in bytes. */
export const PASSWORD_MIN_BYTES = 6;
export const PASSWORD_MAX_BYTES = 128;
/** [http-auth §7.3] Longest device name, in bytes. */
export const DEVICE_NAME_MAX_BYTES = 30;
/** [http-auth §7] Lives of user tokens. */
export const INVITE_TTL_MS = 3600_000;
export const RESET_TTL_MS = 8 * 3600_000;
export const PRIVILEGE_TTL_MS = 5 * 60_000;
/** [http-auth §3.3] A WebAuthn challenge is good for this long. */
export const CHALLENGE_TTL_MS = 5 * 60_000;
/** [http-auth §9] A command line waits this long to be approved, and a browser this long for the command line. */
export const HEADLESS_TTL_MS = 180_000;
export const HEADLESS_WAIT_MS = 30_000;
/** [http-resources §1.1] Page size of lists: default and maximum. */
export const LIST_LIMIT_MAX = 1000;
/** What the console asks for per request. */
export const LIST_PAGE = 500;
/**
 * [http-resources §10.1] What the console asks for per request of a list over time; the server may end a page before.
 */
export const WINDOW_PAGE = 5000;
/** [specification §9] Scrollback where the cluster says nothing. */
export const SCROLLBACK_LINES = 1000;
/** [streams §4.1] Largest piece of a recording per request. */
export const STREAM_CHUNK_BYTES = 5_242_880;
/** [streams §1.4] Websocket pings. */
export const KEEP_ALIVE_MS = 5 * 60_000;
/** [streams §3.1] Shorter intervals of a client mean the cluster's own. Ours: longer ones count as an hour. */
export const KEEP_ALIVE_MIN_MS = 1000;
export const KEEP_ALIVE_MAX_MS = 3600_000;
/** [streams §3.1] Bounds of a terminal's width and height. */
export const TERM_SIZE_MIN = 1;
export const TERM_SIZE_MAX = 4095;
/** [streams §3.8] A session whose last socket has gone is kept for this long. */
export const SESSION_LINGER_MS = 20_000;
/** [streams §3.8] What a joining participant gets to see at once, in bytes. */
export const JOIN_REPLAY_BYTES = 1000;
/** [streams §3.11] How often a console reads who takes part, while a terminal is connected. */
export const PARTICIPANTS_POLL_MS = 5000;
/** [streams §3.11] A session of this age is asked about before it is closed. */
export const ACTIVE_SESSION_AGE_MS = 30_000;
/** [streams §3.6] A resized window is told to the server once it has been still for so long. */
export const RESIZE_DEBOUNCE_MS = 200;

/** The release whose wire we speak. */
export const WIRE_VERSION = '13.1.3';
/** [http-auth §1.1] The word clusters understand as "the own cluster" in a path. */
export const CURRENT_SITE = '-current-';
/** [http-auth §1.3] Cookie names. */
export const SESSION_COOKIE = '__Host-session';
export const CSRF_COOKIE = '__Host-grv_csrf';
/** [http-auth §1.2] The anti-forgery header. */
export const CSRF_HEADER = 'X-CSRF-Token';
/** [http-auth §2.1] Names of the page's meta tags. */
export const CSRF_META = 'grv_csrf_token';
export const BEARER_META = 'grv_bearer_token';
/** An extension: why the server behind a relayed page cannot be reached; absent where it can. */
export const OUTAGE_META = 'postern-outage';
/** The settings script (http-auth §2.2). */
export const CONFIG_PATH = '/web/config.js';

/** What the address of a container begins with, in the place of a server's id (streams §12). */
export const POD_PREFIX = 'kubernetes/';
/** In the place of a login there: the Kubernetes user that the roles give. */
export const ONLY_USER = '-';

/** A refused password, of a user who exists or not (http-auth §7.5). */
export const WRONG_PASSWORD = 'invalid username or password';
/** Begins the refusal of a code that comes with a new device (http-auth §7.3). */
export const WRONG_NEW_CODE = 'invalid one time token';
/** Whatever is wrong with the token of a change of devices; a wrong code has the same status (http-auth §8.5–8.7). */
export const INVALID_TOKEN = 'invalid token';

/** What a sign-in leads back to behind the `#`: a moment of a recording, and no other text of a crafted address. */
export const MOMENT_HASH = /^#t=[\dhms.]{1,24}$/;
