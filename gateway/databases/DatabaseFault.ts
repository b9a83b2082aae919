/**
 * The step at which a sign-in to a database failed. `user`: the user is unknown, or the password or certificate is
 * refused.
 */
export type DatabaseStage = 'connect' | 'login' | 'user' | 'database' | 'query';

/**
 * Why a connection to a database failed. `message` is a sentence for users, without files and secrets. `cause`: the
 * text of the server or the network, or ''. It contains no secrets either.
 */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  readonly stage: DatabaseStage;
  override readonly cause: string;
  /** Details for the administrator of the gateway only. */
  readonly forLog: string | undefined;

  constructor(stage: DatabaseStage, message: string, cause = '', forLog?: string) {
    super(message);
    this.stage = stage;
    this.cause = cause;
    this.forLog = forLog;
  }
}

/** A server's reason for refusing a statement. `position`: characters from the start of the statement. */
export type Refusal = { message: string; code?: string; position?: number; detail?: string; hint?: string };

export class QueryRefused extends Error {
  override name = 'QueryRefused';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Limit of a server's text. */
const WORDS_MAX_CHARS = 2000;

/** A server that got the password in clear text may repeat it. */
export function withoutSecret(text: string, secret: string | undefined): string {
  const masked = secret ? text.replaceAll(secret, '…') : text;
  return masked.length > WORDS_MAX_CHARS ? `${masked.slice(0, WORDS_MAX_CHARS)}…` : masked;
}
