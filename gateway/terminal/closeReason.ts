// How the end of a session reaches a participant (streams §3.9). The texts are those of the reference: clients show
// them.
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { CUT, exitStatusText } from '../../src/wire/terminal/closeTexts.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { EndedSessions, SignIn } from '../identity/webSessions.ts';
import { beginErrorText, STATUS_OF_SIGNAL, type ShellEnd } from './target.ts';
import { utf8Pieces } from './utf8Pieces.ts';

export type CloseReason =
  /** The shell exited with status 0, or this participant chose to leave: the client closes its tab. */
  | { kind: 'over' }
  /** The client sent an invalid message, or stopped answering. */
  | { kind: 'input-error' }
  /** The shell ended otherwise. 255 means that it did not exit by itself, and `text` gives the reason. */
  | { kind: 'status'; status: number; text?: string }
  /** The connection to the shell broke. */
  | { kind: 'lost' }
  /** A lock cut the connection to the shell. `text` names it. */
  | { kind: 'locked'; text: string }
  /** The sign-in was ended from elsewhere. `text` gives the reason. */
  | { kind: 'signed-out'; text: string }
  /** The shell cannot be opened. `text` gives the reason. */
  | { kind: 'refused'; text: string }
  /** All messages have been sent. The close frame is empty (streams §8.2). */
  | { kind: 'finished' }
  /** The client has disconnected, or must get no message. */
  | { kind: 'silent' };

/** For users who were signed out: the reason, or nothing if they signed out themselves (streams §3.9). */
export const toSignedOut = ({ reason }: EndedSessions): CloseReason =>
  reason === undefined ? { kind: 'silent' } : { kind: 'signed-out', text: reason };

/** Why a participant left. */
export type LeaveCause =
  /** The participant asked to leave. The client gets the end of the session. */
  | 'wish'
  /** The socket closed, or the connection broke. */
  | 'gone'
  /** The client sent an invalid message, or stopped answering. */
  | 'fault';

/** For participants of a shell that is ended from outside. `text` gives the reason. */
export const terminated = (text?: string): CloseReason => ({
  kind: 'status',
  status: STATUS_OF_SIGNAL,
  ...(text !== undefined && { text }),
});

/** Why an owner had to leave and ended the session. */
const OWNER_ENDS = {
  /** The user or an administrator ended the sign-in. */
  ended: 'was signed out',
  expired: 'was signed out: the sign-in has expired',
  /** A lock, or roles that no longer allow the session. */
  revoked: 'lost access',
  fault: 'was disconnected',
} as const;
/** `reason`: why the gateway disconnected the owner. */
export type OwnerEnd = keyof typeof OWNER_ENDS | { reason: string };

/** For the other participants of a session that ends with its owner. */
export const endedWithOwner = ({ user }: Pick<SignIn, 'user'>, how: OwnerEnd): CloseReason =>
  terminated(`its owner ${user} ${typeof how === 'string' ? OWNER_ENDS[how] : `was disconnected: ${how.reason}`}`);

/** For the participant who leaves or is lost. */
export const LEAVE_REASONS: Record<LeaveCause, CloseReason> = {
  wish: { kind: 'over' },
  gone: { kind: 'silent' },
  fault: { kind: 'input-error' },
};

/** For participants of a shell that has ended by itself. */
export function toCloseReason(end: ShellEnd): CloseReason {
  if (end.kind === 'lost') return end;
  return end.status === 0 ? { kind: 'over' } : { kind: 'status', status: end.status };
}

/** Why the shell cannot be opened, for the user at the terminal. */
export const refusal = (error: unknown): CloseReason => ({
  kind: 'refused',
  text: beginErrorText(error, 'The shell could not be started'),
});

/** Frames to send before the socket closes. */
export function closeFrames(closeReason: CloseReason, now: Date): Uint8Array[] {
  switch (closeReason.kind) {
    case 'over':
      return [raw(closingText(now)), encodeEnvelope(FRAME_TYPE.close, '')];
    case 'input-error':
      return [
        raw('\r\nError copying data to remote peer\r\n'),
        raw(closingText(now)),
        encodeEnvelope(FRAME_TYPE.close, ''),
      ];
    case 'status':
      return [raw(exitStatusText(closeReason.status))];
    case 'lost':
      return [raw(CUT)];
    case 'locked':
    case 'signed-out':
      return [raw(`\r\n${plainLines(closeReason.text)}\r\n`), raw(CUT)];
    case 'refused':
      return [raw(plainLines(closeReason.text))];
    case 'finished':
    case 'silent':
      return [];
    default:
      return closeReason satisfies never;
  }
}

/** The limit of a close frame. */
const CLOSE_REASON_MAX_BYTES = 123;

/** The reason in the close frame, for reasons that are otherwise only in the output. An extension. */
export function closeFrameReason(closeReason: CloseReason): string {
  const text = 'text' in closeReason ? closeReason.text.trim() : '';
  const [whole = Buffer.alloc(0)] = utf8Pieces(Buffer.from(text), CLOSE_REASON_MAX_BYTES);
  return fromUtf8(whole);
}

/** One line of foreign text: characters that would control a terminal become U+FFFD. */
export const plainLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what must not get through
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

/** The messages of locks come from their authors, and refusals can contain texts of servers. */
const plainLines = (text: string): string => text.split(/\r?\n/).map(plainLine).join('\r\n');

const raw = (text: string): Uint8Array => encodeEnvelope(FRAME_TYPE.raw, text);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `… at  21 Nov 26 05:12 UTC`, with both spaces and the single line feed. */
function closingText(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${two(now.getUTCDate())} ${MONTHS[now.getUTCMonth()] ?? ''} ${two(now.getUTCFullYear() % 100)}`;
  const time = `${two(now.getUTCHours())}:${two(now.getUTCMinutes())}`;
  return `the connection was closed on the remote side at  ${day} ${time} UTC\n`;
}
