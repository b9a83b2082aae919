// How a participant is told that it is over (streams §3.9). The sentences are those of the reference: clients show them.
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { CUT, exitStatusText } from '../../src/wire/terminal/closeTexts.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import type { Ended, SignIn } from '../identity/webSessions.ts';
import { beginErrorText, STATUS_OF_SIGNAL, type ShellEnd } from './target.ts';
import { utf8Pieces } from './utf8Pieces.ts';

export type CloseReason =
  /** The shell ended well, or this participant left by its own wish: the client closes its tab. */
  | { kind: 'over' }
  /** What was sent is no message of the protocol, or the client stopped answering. */
  | { kind: 'input-error' }
  /** The shell ended otherwise; 255 stands for everything but an exit of its own, and `text` says for what. */
  | { kind: 'status'; status: number; text?: string }
  /** The way to the shell broke. */
  | { kind: 'lost' }
  /** A lock cut the way to the shell; `text` says which. */
  | { kind: 'locked'; text: string }
  /** The sign-in was ended from elsewhere; `text` says how. */
  | { kind: 'signed-out'; text: string }
  /** There is no shell to be had; `text` says why. */
  | { kind: 'refused'; text: string }
  /** All has been said that there is to say; the close frame is an empty one (streams §8.2). */
  | { kind: 'finished' }
  /** Nobody is listening any more, or nobody may. */
  | { kind: 'silent' };

/** To people who were signed out: the reason, and nothing where they signed out themselves (streams §3.9). */
export const toSignedOut = ({ reason }: Ended): CloseReason =>
  reason === undefined ? { kind: 'silent' } : { kind: 'signed-out', text: reason };

/** What became of a participant. */
export type LeaveCause =
  /** Asked for it: the client is told that it is over. */
  | 'wish'
  /** The socket closed, or the line broke. */
  | 'gone'
  /** Sent what is no message of the protocol, or stopped answering. */
  | 'fault';

/** What participants are told when the shell is ended from outside; `text` says why. */
export const terminated = (text?: string): CloseReason => ({
  kind: 'status',
  status: STATUS_OF_SIGNAL,
  ...(text !== undefined && { text }),
});

/** What happened to an owner who takes the session along. */
const OWNER_ENDS = {
  /** The sign-in was ended: by its user, or by others. */
  ended: 'was signed out',
  expired: 'was signed out: the sign-in has expired',
  /** A lock, or roles that no longer allow it. */
  revoked: 'lost access',
  fault: 'was disconnected',
} as const;
/** `reason`: why the gateway let the owner go. */
export type OwnerEnd = keyof typeof OWNER_ENDS | { reason: string };

/** To the other participants of a session that ends with its owner. */
export const endedWithOwner = ({ user }: Pick<SignIn, 'user'>, how: OwnerEnd): CloseReason =>
  terminated(`its owner ${user} ${typeof how === 'string' ? OWNER_ENDS[how] : `was disconnected: ${how.reason}`}`);

/** To whoever leaves, or is lost. */
export const LEAVE_REASONS: Record<LeaveCause, CloseReason> = {
  wish: { kind: 'over' },
  gone: { kind: 'silent' },
  fault: { kind: 'input-error' },
};

/** The shell's own end, as participants are told of it. */
export function toCloseReason(end: ShellEnd): CloseReason {
  if (end.kind === 'lost') return end;
  return end.status === 0 ? { kind: 'over' } : { kind: 'status', status: end.status };
}

/** Why there is no shell, for the person at the terminal. */
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

/** The most that fits into a close frame. */
const CLOSE_REASON_MAX_BYTES = 123;

/** For the close frame: why, where the frames before it tell it in the output alone. An extension. */
export function closeFrameReason(closeReason: CloseReason): string {
  const text = 'text' in closeReason ? closeReason.text.trim() : '';
  const [whole = Buffer.alloc(0)] = utf8Pieces(Buffer.from(text), CLOSE_REASON_MAX_BYTES);
  return fromUtf8(whole);
}

/** A line with texts of others: what would steer a terminal is shown as U+FFFD. */
export const plainLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what must not get through
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

/** Locks have messages of their authors, and refusals the words of servers. */
const plainLines = (text: string): string => text.split(/\r?\n/).map(plainLine).join('\r\n');

const raw = (text: string): Uint8Array => encodeEnvelope(FRAME_TYPE.raw, text);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `… at  21 Nov 26 05:12 UTC`, both blanks and the lone line feed included. */
function closingText(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${two(now.getUTCDate())} ${MONTHS[now.getUTCMonth()] ?? ''} ${two(now.getUTCFullYear() % 100)}`;
  const time = `${two(now.getUTCHours())}:${two(now.getUTCMinutes())}`;
  return `the connection was closed on the remote side at  ${day} ${time} UTC\n`;
}
