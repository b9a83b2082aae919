import { parseJson } from './json.ts';

// The names that this product uses in the browser's storage. The first group is the contract's (http-auth §13).

export const STORAGE = {
  token: 'grv_teleport_token',
  renewing: 'grv_teleport_token_renew',
  lastActive: 'grv_teleport_last_active',
  /** Why the session ended, for the other tabs; removed with the token that follows it. */
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
} as const;

/** Unsaved words of a user; what follows names the user and the document. */
export const DRAFT_PREFIX = 'postern_draft:';

/** How somebody arranged a list; what follows names the user and the list. */
export const VIEWS_PREFIX = 'postern_views:';
export const WIDTHS_PREFIX = 'postern_widths:';

/** Where somebody went by the palette; what follows names the user. */
export const RECENT_PREFIX = 'postern_recent:';

/** How terminals look and speak; what follows names the user. */
export const TERMINAL_PREFIX = 'postern_terminal:';

/** Tabs of the terminal console; what follows names the user and the cluster. */
export const CONSOLE_PREFIX = 'postern_console:';

/** Commands that were run on several servers; what follows names the user. */
export const COMMANDS_PREFIX = 'postern_commands:';

/** How Assist is shown; what follows names the user. */
export const ASSIST_PREFIX = 'postern_assist:';

/** Messages to Assist that were not sent; what follows names the user and the conversation. A sign-out removes them. */
export const MESSAGES_PREFIX = 'postern_messages:';

/** Queries that were run on a database, and as whom it was opened last; what follows names the user and the database. */
export const QUERIES_PREFIX = 'postern_queries:';

/** What ids of join tokens are mixed with in this browser, so that none tells the token. */
export const TOKEN_IDS_KEY = 'postern_token_ids';

/** Requests for files that this tab has sent and that wait for approval; session storage. */
export const ASKED_REQUESTS_KEY = 'postern_asked_requests';

/** Why the last session of this tab ended; session storage, read once by the login page. */
export const ENDED_KEY = 'postern_session_ended';

const KEPT: readonly string[] = [STORAGE.theme, STORAGE.showAssist, STORAGE.factor, STORAGE.desktop, TOKEN_IDS_KEY];

const KEPT_PREFIXES: readonly string[] = [
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
 * True for what a sign-out leaves in place: the theme, the Assist popup (specification §9), the second factor that was
 * used last, how desktops are shown, the user's unsaved words and arrangements of lists.
 */
export const survivesSignOut = (key: string): boolean =>
  KEPT.includes(key) || KEPT_PREFIXES.some((prefix) => key.startsWith(prefix));

/** The JSON that a key holds; undefined where there is none, or none that can be read. It may be anything: check it. */
export const readJson = (storage: Pick<Storage, 'getItem'>, key: string): unknown =>
  parseJson(storage.getItem(key) ?? '');

/** False where the browser refuses (full, forbidden). What the key held before stays. */
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
