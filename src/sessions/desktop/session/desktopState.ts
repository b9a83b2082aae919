import type { AuthnChallengeJson } from '../../../wire/webauthn.ts';

/** Why there is no session, or no longer. */
export type Ending =
  /** The user has disconnected. */
  | { kind: 'left' }
  /** The server ended it. `text`: its words. */
  | { kind: 'server'; text: string }
  /** No session was opened: a call at the start failed, or the socket was refused. */
  | { kind: 'refused'; text: string }
  /** There is no such desktop for this user. */
  | { kind: 'missing' }
  /** The connection dropped. */
  | { kind: 'lost' }
  /** What came cannot be shown by this console. */
  | { kind: 'unreadable'; text: string };

export type DesktopState =
  /** The calls before the socket (streams §5.14). */
  | { kind: 'checking' }
  /** Another session runs on the desktop, and the user has not decided yet. No socket is open. */
  | { kind: 'inUse' }
  | { kind: 'connecting'; isAgain: boolean }
  /** The server waits for a second factor; nothing else may be sent (streams §5.4). `declined`: none was given so far. */
  | { kind: 'factor'; challenge: AuthnChallengeJson; declined: boolean }
  /** From the first picture on: before it a server drops input. */
  | { kind: 'open' }
  | { kind: 'ended'; reason: Ending };
