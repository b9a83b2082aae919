import { TargetError } from './target.ts';

type Log = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** Logs an error with the message `message`. Of a TargetError, which its user sees, it logs only `forLog`. */
export const failureLog =
  (log: Log, message: string) =>
  (error: unknown): void => {
    if (!(error instanceof TargetError)) log.error({ err: error }, message);
    else if (error.forLog !== undefined) log.warn({ why: error.forLog }, `${message}: cannot connect`);
  };
