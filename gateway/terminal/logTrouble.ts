import { TargetError } from './target.ts';

type Log = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** For whatever went wrong with `what`. Of what people were told themselves only that is logged which was kept from them. */
export const logTrouble =
  (log: Log, what: string) =>
  (error: unknown): void => {
    if (!(error instanceof TargetError)) log.error({ err: error }, what);
    else if (error.forLog !== undefined) log.warn({ why: error.forLog }, `${what}: cannot connect`);
  };
