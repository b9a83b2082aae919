import { utf8 } from '../../../lib/encoding.ts';

/** Ends an escape sequence that was cut off, and resets colours and other attributes. */
const CLEAN = '\x18\x1b[m';
/** Resets modes that the last program may have left on: keypad, pointer, brackets, hidden cursor, scroll region. */
const LEAVE_PROGRAMS =
  '\x1b[?1l\x1b>\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?2004l\x1b[?25h\x1b7\x1b[r\x1b8';
/** Only on the alternate screen: on the main screen it would move the cursor to an old saved position. */
const LEAVE_OTHER_SCREEN = '\x1b[?1049l';

/** Modes, character sets and margins of a new terminal. */
const SOFT_RESET = '\x1b[!p\x0f\x1b(B\x1b)B';

/** For output that was not text: resets everything that it may have switched on, and keeps the text. */
export const resetTerminal = (onOtherScreen: boolean): Uint8Array =>
  utf8(`${CLEAN}${onOtherScreen ? LEAVE_OTHER_SCREEN : ''}${LEAVE_PROGRAMS}${SOFT_RESET}`);

const faint = (words: string): string => `\r\n\x1b[90m── ${words} ──\x1b[m\r\n`;

/** Separates the output before a connection loss from the output after it. `hasUnsent`: some input was lost. */
export const gapLine = (lostAt: string, rejoinedAt: string, hasUnsent: boolean): Uint8Array => {
  const unsent = hasUnsent ? ', input in between may be lost' : '';
  const repeated = 'the last output is repeated below, earlier output may be missing';
  return utf8(`${CLEAN}${faint(`lost at ${lostAt}, rejoined at ${rejoinedAt}${unsent}: ${repeated}`)}`);
};

/** Shown above the last output of a session that existed before this participant joined (streams §3.8). */
export const joinedLine = (at: string): Uint8Array => utf8(`\x1b[90mScreen contents when you joined, ${at}\x1b[m\r\n`);

/** Separates two sessions in one tab. `onOtherScreen`: the last one ended while a program used the alternate screen. */
export const newSessionLine = (at: string, onOtherScreen: boolean): Uint8Array =>
  utf8(`${CLEAN}${onOtherScreen ? LEAVE_OTHER_SCREEN : ''}${LEAVE_PROGRAMS}${faint(`new session at ${at}`)}`);
