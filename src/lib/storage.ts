import { parseJson } from './json.ts';

// The keys that this product uses in the browser's storage. The first group comes from the contract (http-auth §13).

export const STORAGE = {
  token: 'grv_teleport_token',
  renewing: 'grv_teleport_token_renew',
  lastActive: 'grv_teleport_last_active',
  /** Why the session ended, for the other tabs. It is removed with the token that follows it. */
  ending: 'postern_ending',
  discover: 'grv_teleport_discover',
  theme: 'grv_teleport_ui_theme',
  showAssist: 'grv_teleport_show_assist',
  disabledAlerts: 'disabledAlerts',

  zone: 'postern_zone',
  singleKeys: 'postern_single_keys',
  navigation: 'postern_navigation',
  terminal: 'postern_terminal',
  factor: 'postern_factor',
  desktop: 'postern_desktop',
  /** What draws terminals fastest in this browser. */
  renderer: 'postern_renderer',
} as const;

/** Unsaved text of a user. The rest of the key is the user and the document. */
export const DRAFT_PREFIX = 'postern_draft:';

/** Saved views of a list. The rest of the key is the user and the list. */
export const VIEWS_PREFIX = 'postern_views:';
export const WIDTHS_PREFIX = 'postern_widths:';

/** The targets that a user opened through the palette. The rest of the key is the user. */
export const RECENT_PREFIX = 'postern_recent:';

/** Appearance and behaviour of terminals. The rest of the key is the user. */
export const TERMINAL_PREFIX = 'postern_terminal:';

/** Tabs of the terminal console. The rest of the key is the user and the cluster. */
export const CONSOLE_PREFIX = 'postern_console:';

/** Commands that were run on several servers. The rest of the key is the user. */
export const COMMANDS_PREFIX = 'postern_commands:';

/** How Assist is shown. The rest of the key is the user. */
export const ASSIST_PREFIX = 'postern_assist:';

/** Unsent messages to Assist. The rest of the key is the user and the conversation. A sign-out removes them. */
export const MESSAGES_PREFIX = 'postern_messages:';

/**
 * Queries that were run on a database, and the database user of the last session. The rest of the key is the user and
 * the database.
 */
export const QUERIES_PREFIX = 'postern_queries:';

/** A secret of this browser that is hashed into the ids of join tokens, so that an id does not reveal its token. */
export const TOKEN_IDS_KEY = 'postern_token_ids';

/** File requests that this tab has sent and that wait for approval, in session storage. */
export const ASKED_REQUESTS_KEY = 'postern_asked_requests';

/** Why the last session of this tab ended, in session storage. The login page reads it once. */
export const ENDED_KEY = 'postern_session_ended';

/** The query of the login page from which this tab went to an identity provider, in session storage. */
export const LOGIN_QUERY_KEY = 'postern_login_query';

const KEPT: readonly string[] = [STORAGE.theme, STORAGE.showAssist, STORAGE.factor, STORAGE.desktop, STORAGE.renderer];

const KEPT_PREFIXES: readonly string[] = [
  TOKEN_IDS_KEY,
  DRAFT_PREFIX,
  VIEWS_PREFIX,
  WIDTHS_PREFIX,
  RECENT_PREFIX,
  CONSOLE_PREFIX,
  TERMINAL_PREFIX,
  COMMANDS_PREFIX,
  QUERIES_PREFIX,
  ASSIST_PREFIX,
];

/**
 * True for keys that a sign-out leaves in place: the theme, the Assist popup (specification §9), the last second
 * factor, the display settings of desktops, the user's drafts and list arrangements.
 */
export const survivesSignOut = (key: string): boolean =>
  KEPT.includes(key) || KEPT_PREFIXES.some((prefix) => key.startsWith(prefix));

/** The JSON value of a key, or undefined if there is none or it cannot be parsed. The value is unchecked. */
export const readJson = (storage: Pick<Storage, 'getItem'>, key: string): unknown =>
  parseJson(storage.getItem(key) ?? '');

/** Returns false if the browser refuses (quota, no permission). The key then keeps its old value. */
export function writeText(storage: Pick<Storage, 'setItem'>, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** As `writeText`. */
export const writeJson = (storage: Pick<Storage, 'setItem'>, key: string, value: unknown): boolean =>
  writeText(storage, key, JSON.stringify(value));
