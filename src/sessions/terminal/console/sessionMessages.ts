import { formatDuration } from '../../../lib/dates.ts';
import type { MarkKind } from '../../../ui/StateMark.tsx';
import { NO_SHELL, SIGN_IN_EXPIRED, SIGNED_OUT } from '../../../wire/terminal/closeTexts.ts';
import type { Latency } from '../../../wire/terminal/frames.ts';
import { ATTEMPTS, type Ending, type LossReason, type SessionState } from '../session/sessionState.ts';

const endingWord = (how: Ending): string => (how.kind === 'exit' ? `Ended, exit ${how.status}` : 'Ended');

/** The reason for a lost connection. A server that disconnects a participant sends its reason. */
export const lossWord = (why: LossReason): string =>
  why.kind === 'closed' && why.isFinal ? 'Disconnected by the server' : 'Connection lost';

/**
 * `word`: beside the name in the head of a pane. `tabWord`: in a tab, which has less space. Empty if the mark is
 * enough.
 */
export type StateLabel = { mark: MarkKind; word: string; tabWord: string };

/** `isWaiting`: a moderated session that is paused because a required participant is missing. */
export function stateLabel(state: SessionState, isWaiting = false): StateLabel {
  switch (state.kind) {
    case 'connecting':
      return { mark: 'unknown', word: 'Connecting', tabWord: '' };
    case 'authenticating':
      return state.declined
        ? { mark: 'warn', word: 'No second factor given, not connected', tabWord: '' }
        : { mark: 'unknown', word: 'Waiting for your second factor', tabWord: '' };
    case 'live':
      return isWaiting
        ? { mark: 'waiting', word: 'Waiting for participants', tabWord: 'waiting' }
        : { mark: 'ok', word: '', tabWord: '' };
    case 'lost':
      return { mark: 'warn', word: lossWord(state.loss.why), tabWord: 'lost' };
    case 'rejoining':
      return { mark: 'warn', word: 'Rejoining', tabWord: 'lost' };
    case 'ended':
      return { mark: 'ended', word: endingWord(state.how), tabWord: endingWord(state.how).toLowerCase() };
    case 'refused':
      return { mark: 'danger', word: 'Not opened', tabWord: 'not opened' };
  }
}

/** The server's message at the end of a sentence. Many messages end with a period. */
export const quoted = (words: string): string => `“${words}”${words.endsWith('.') ? '' : '.'}`;

/** A sentence with the reason for a lost connection. `host` is the server of this page. */
export function lossSentence(why: LossReason, host: string): string {
  switch (why.kind) {
    case 'network':
      return `The network between this browser and ${host} failed.`;
    case 'closed':
      return `The server closed the connection: ${quoted(why.words)}`;
    case 'garbled':
      return `The server sent data that cannot be read: ${quoted(why.why)}`;
    case 'blocked':
      return `${host} answers, but a proxy or firewall on the way blocks the terminal connection.`;
  }
}

export const attemptLabel = (attempt: number): string => `attempt ${attempt} of ${ATTEMPTS}`;

/** The server sends this status for every end from outside (streams §3.9). */
const KILLED = 255;
const KILLED_MESSAGE = ' A signal, a moderator who ended the session, or the owner leaving it can cause this.';

const reasonSentence = (why: string): string => `The server ended it: ${quoted(why)}`;

const isSignedOut = (how: Ending): boolean => how.kind === 'cut' && how.why?.startsWith(SIGNED_OUT) === true;

/** Title for `endingSentence`. `isGuest`: another user's session, which may continue without this participant. */
export function endingTitle({ how, isEarly }: Extract<SessionState, { kind: 'ended' }>, isGuest: boolean): string {
  if (isSignedOut(how)) return 'You were signed out';
  if (!isGuest || how.kind !== 'cut' || !how.why) return 'The session has ended';
  return isEarly ? 'You could not join the session' : 'You were removed from the session';
}

/** What happens to the output: on sign-out, the login page replaces the page. */
export const outputSentence = (how: Ending): string =>
  isSignedOut(how) || (how.kind === 'cut' && how.why === SIGN_IN_EXPIRED)
    ? 'The output above is not kept when you sign in. Copy what you need.'
    : 'The output above is kept until you close the pane.';

export function endingSentence(how: Ending, isGuest = false): string {
  switch (how.kind) {
    case 'done':
      return 'The shell ended normally.';
    case 'exit':
      if (how.status === KILLED && how.why) return reasonSentence(how.why);
      return `The shell ended with status ${how.status}.${how.status === KILLED ? KILLED_MESSAGE : ''}`;
    case 'cut':
      if (how.why && (isGuest || isSignedOut(how))) return `The server reported: ${quoted(how.why)}`;
      if (how.why) return reasonSentence(how.why);
      return 'The shell ended without a status: its channel was lost, or the user was locked or signed out.';
    case 'gone':
      return how.why ? reasonSentence(how.why) : 'The server no longer knows this session.';
  }
}

/** The possible meaning of the server's short answer, which can be only `not found` (streams §1.3, §3.1, §3.8). */
export function refusalSentence({ status, why }: Extract<SessionState, { kind: 'refused' }>, isJoin: boolean): string {
  if (status === 404 && !isJoin) return 'The server is not in this cluster, or your roles hide it. ';
  if (status === 404) return 'The session has ended, or its address is wrong. ';
  if (why === NO_SHELL && isJoin)
    return 'The server gives no details if your roles do not allow joining in this mode. ';
  return '';
}

/** `a41c…9e`: enough to identify it in a list. */
export const shortId = (sid: string): string => (sid.length > 10 ? `${sid.slice(0, 4)}…${sid.slice(-2)}` : sid);

const IDLE_WARNING_MS = 60_000;

/** Shown in the last minute before an idle participant is disconnected, or in the last half of a shorter limit. */
export const idleLabel = (leftMs: number, limitMs: number): string | undefined =>
  leftMs > Math.min(IDLE_WARNING_MS, limitMs / 2) ? undefined : `Ends in ${formatDuration(Math.max(1000, leftMs))}`;

/** Explains the latency beside a session's name. */
export function latencyLabel({ browserMs, serverMs }: Latency): string {
  const near = `Browser to gateway and back: ${browserMs} ms`;
  return serverMs === undefined ? near : `${near}. Gateway to server and back: ${serverMs} ms`;
}

/** For a menu, since a narrow head has no space for it. */
export const vitalsLabel = ({ browserMs, serverMs = 0, recorded }: Latency): string =>
  `Latency ${browserMs + serverMs} ms${recorded === undefined ? '' : `, the session is ${recorded ? '' : 'not '}recorded`}`;
