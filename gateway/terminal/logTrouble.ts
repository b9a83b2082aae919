import { TargetError } from './target.ts';

type Log = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** Logs an error with the message `what`. Of a TargetError, which its user sees, it logs only `forLog`. */
export const logTrouble =
  (log: Log, what: string) =>
  (error: unknown): void => {
    if (!(error instanceof TargetError)) log.error({ err: error }, what);
    else if (error.forLog !== undefined) log.warn({ why: error.forLog }, `${what}: cannot connect`);
  };
