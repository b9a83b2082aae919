// Every name this product uses in the browser's storage. The first group is the contract's (http-auth §13).

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

/** What ids of join tokens are mixed with in this browser, so that none tells the token. */
export const TOKEN_IDS_KEY = 'postern_token_ids';

/** Why the last session of this tab ended; session storage, read once by the login page. */
export const ENDED_KEY = 'postern_session_ended';

const KEPT: readonly string[] = [STORAGE.theme, STORAGE.showAssist, STORAGE.factor, TOKEN_IDS_KEY];

const KEPT_PREFIXES: readonly string[] = [
  DRAFT_PREFIX,
  VIEWS_PREFIX,
  WIDTHS_PREFIX,
  RECENT_PREFIX,
  CONSOLE_PREFIX,
  TERMINAL_PREFIX,
  COMMANDS_PREFIX,
];

/**
 * True for what a sign-out leaves in place: the theme, the Assist popup (specification §9), the second factor that was
 * used last, the user's unsaved words and arrangements of lists.
 */
export const survivesSignOut = (key: string): boolean =>
  KEPT.includes(key) || KEPT_PREFIXES.some((prefix) => key.startsWith(prefix));
