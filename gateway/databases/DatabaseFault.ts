/** How far a sign-in at a database came. `user`: it knows no such user, or takes neither password nor certificate. */
export type DatabaseStage = 'connect' | 'login' | 'user' | 'database' | 'query';

/**
 * Why there is no connection to a database. `message` is a sentence for users: no file, no secret. `cause`: what the
 * server or the network said, '' where that is all; it has no secret either.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  readonly stage: DatabaseStage;
  override readonly cause: string;
  /** What only whoever runs the gateway has to know. */
  readonly forLog: string | undefined;

  constructor(stage: DatabaseStage, message: string, cause = '', forLog?: string) {
    super(message);
    this.stage = stage;
    this.cause = cause;
    this.forLog = forLog;
  }
}

/** What a server says of a statement that it refuses. `position`: characters from the beginning of the statement. */
export type Refusal = { message: string; code?: string; position?: number; detail?: string; hint?: string };

export class QueryRefused extends Error {
  override name = 'QueryRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Of a server's words. */
const WORDS_MAX_CHARS = 2000;

/** A server that was given the password in clear text may repeat it. */
export function withoutSecret(text: string, secret: string | undefined): string {
  const shown = secret ? text.replaceAll(secret, '…') : text;
  return shown.length > WORDS_MAX_CHARS ? `${shown.slice(0, WORDS_MAX_CHARS)}…` : shown;
}
