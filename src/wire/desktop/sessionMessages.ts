// The session itself: clipboard, second factor, errors, latency (streams §5.4, §5.8, §5.9).
import { WireError } from '../envelope.ts';
import { message, str, u32, u8, upTo, type Field } from './layout.ts';

export const CLIPBOARD_BYTES_MAX = 1024 * 1024;
const TEXT_BYTES_MAX = 10_240;
export const USERNAME_BYTES_MAX = 256;
const FACTOR_BYTES_MAX = 1024 * 1024;

/** `u` is the form of old clusters, which a client refuses. */
const factorKind: Field<'n' | 'u'> = {
  read(from) {
    const kind = String.fromCharCode(from.u8());
    if (kind !== 'n' && kind !== 'u') throw new WireError('a second factor of an unknown kind');
    return kind;
  },
  write: (to, value) => to.u8(value.charCodeAt(0)),
};

const uuid: Field<Uint8Array> = { read: (from) => from.take(16), write: (to, value) => to.raw(value) };

/** Severity of a notification. `fatal` ends the session. */
export const SEVERITY = { info: 0, warning: 1, fatal: 2 } as const;

export const SESSION_MESSAGES = [
  message(6, 'clipboard', { text: str(CLIPBOARD_BYTES_MAX) }),
  /** Between a cluster and its desktop service. */
  message(7, 'username', { name: str(USERNAME_BYTES_MAX, 'fatal') }),
  /** Ends the session. */
  message(9, 'error', { text: str(TEXT_BYTES_MAX) }),
  message(10, 'factor', { factorKind, json: str(FACTOR_BYTES_MAX) }),
  message(28, 'notification', { text: str(TEXT_BYTES_MAX), severity: upTo(u8, SEVERITY.fatal) }),
  /** Milliseconds from the browser to the gateway, and from the gateway to the desktop. */
  message(35, 'latency', { browserMs: u32, desktopMs: u32 }),
  /** Between a cluster and its desktop service. */
  message(36, 'ping', { uuid }),
] as const;

/** The warning after a message whose text or data was too long (streams §5.13). */
export const skippedText = (kind: string | undefined, bytes: number): string =>
  `${kind === 'clipboard' ? 'The text of the clipboard' : 'A message'} was not transferred: ${bytes} bytes are too many.`;

/** Clipboard text as it is sent: systems end lines differently. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
