import type { Database } from './database.ts';

export type AssistUsage = { messages: number; tokens: number };

const NONE: AssistUsage = { messages: 0, tokens: 0 };

/** Each user's use of the model on one day. Earlier days are deleted. */
export class AssistUsageStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `day`: `2026-11-21`. */
  of(user: string, day: string): AssistUsage {
    return (
      this.#db.get<AssistUsage>('SELECT messages, tokens FROM assist_usage WHERE user = ? AND day = ?', user, day) ??
      NONE
    );
  }

  /** Ignores an account that does not exist. */
  add(user: string, day: string, { messages, tokens }: AssistUsage): void {
    this.#db.run(
      `INSERT INTO assist_usage (user, day, messages, tokens)
       SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM users WHERE name = ?)
       ON CONFLICT (user) DO UPDATE SET
         messages = excluded.messages + CASE WHEN day = excluded.day THEN messages ELSE 0 END,
         tokens = excluded.tokens + CASE WHEN day = excluded.day THEN tokens ELSE 0 END,
         day = excluded.day`,
      ...[user, day, messages, tokens, user],
    );
  }
}
