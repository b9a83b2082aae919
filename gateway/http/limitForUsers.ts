import { limitExceeded } from './failures.ts';

/**
 * Counts what each user has in progress. The returned function throws 429 with the message if the user has `max`.
 * Otherwise it returns a release function. Always call that at the end. Calling it twice is harmless.
 */
export const limitForUsers = (max: number, message: string) => {
  const open = new Map<string, number>();
  return (user: string): (() => void) => {
    const openCount = open.get(user) ?? 0;
    if (openCount >= max) throw limitExceeded(message);
    open.set(user, openCount + 1);
    let isOver = false;
    return () => {
      const remaining = (open.get(user) ?? 1) - 1;
      if (!isOver && remaining > 0) open.set(user, remaining);
      else if (!isOver) open.delete(user);
      isOver = true;
    };
  };
};
