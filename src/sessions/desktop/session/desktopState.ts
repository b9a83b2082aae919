import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why there is no session, or no longer one. */
export type Ending =
  /** The user has disconnected. */
  | { kind: 'left' }
  /** The server ended it. `text`: its message. */
  | { kind: 'server'; text: string }
  /** No session was opened: an initial call failed, or the socket was refused. */
  | { kind: 'refused'; text: string }
  /** The desktop does not exist for this user. */
  | { kind: 'missing' }
  /** The connection dropped. */
  | { kind: 'lost' }
  /** This console cannot show the received data. */
  | { kind: 'unreadable'; text: string };

export type DesktopState =
  /** The calls before the socket (streams §5.14). */
  | { kind: 'checking' }
  /** Another session is active on the desktop, and the user has not decided yet. No socket is open. */
  | { kind: 'inUse' }
  | { kind: 'connecting'; isAgain: boolean }
  /** The server waits for a second factor. Nothing else may be sent (streams §5.4). `declined`: the user cancelled. */
  | { kind: 'factor'; challenge: AuthnChallengeJson; declined: boolean }
  /** From the first picture on: before it, a server drops input. */
  | { kind: 'open' }
  | { kind: 'ended'; reason: Ending };
