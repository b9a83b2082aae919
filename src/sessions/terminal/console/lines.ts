import { utf8 } from '../../../lib/encoding.ts';

/** Ends an escape sequence that was cut off, and takes back colours and other dress. */
const CLEAN = '\x18\x1b[m';
/** What programs switch on and a shell that is gone will not switch off: keypad, pointer, brackets, hidden cursor, scroll region. */
const LEAVE_PROGRAMS =
  '\x1b[?1l\x1b>\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?25h\x1b7\x1b[r\x1b8';
/** Only from there: on the main screen it would put the cursor where some program once saved it. */
const LEAVE_OTHER_SCREEN = '\x1b[?1049l';

/** Modes, character sets and margins as they are in a new terminal. */
const SOFT_RESET = '\x1b[!p\x0f\x1b(B\x1b)B';

/** After output that was no text: all that it may have switched on is off again, and what stands there stays. */
export const resetTerminal = (onOtherScreen: boolean): Uint8Array =>
  utf8(`${CLEAN}${onOtherScreen ? LEAVE_OTHER_SCREEN : ''}${LEAVE_PROGRAMS}${SOFT_RESET}`);

const faint = (words: string): string => `\r\n\x1b[90m── ${words} ──\x1b[m\r\n`;

/** Stands between what was read before a loss and what is told after it. `hasUnsent`: keys were lost with it. */
export const gapLine = (lostAt: string, rejoinedAt: string, hasUnsent: boolean): Uint8Array => {
  const unsent = hasUnsent ? ', input in between may be lost' : '';
  const repeated = 'the last output is repeated below, earlier output may be missing';
  return utf8(`${CLEAN}${faint(`lost at ${lostAt}, rejoined at ${rejoinedAt}${unsent}: ${repeated}`)}`);
};

/** Stands above the last output of a session that ran before one came (streams §3.8). */
export const joinedLine = (at: string): Uint8Array => utf8(`\x1b[90mScreen contents when you joined, ${at}\x1b[m\r\n`);

/** Stands between two sessions in one tab. `onOtherScreen`: the last one went while a program had the whole screen. */
export const newSessionLine = (at: string, onOtherScreen: boolean): Uint8Array =>
  utf8(`${CLEAN}${onOtherScreen ? LEAVE_OTHER_SCREEN : ''}${LEAVE_PROGRAMS}${faint(`new session at ${at}`)}`);
