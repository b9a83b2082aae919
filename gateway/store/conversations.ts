import type { AssistContext } from '../../src/wire/assist/messages.ts';
import type { Database } from './database.ts';

export type Conversation = { id: string; title: string; createdMs: number };
export type StoredMessage = { type: string; timeMs: number; payload: string; context: readonly AssistContext[] };
/** The size of a user's conversations or of one conversation, for limits. */
export type Amount = { count: number; chars: number };

type MessageRow = Omit<StoredMessage, 'context'> & { context: string | null };

const CONVERSATION = 'id, title, created_ms AS createdMs';
const MESSAGE = 'type, time_ms AS timeMs, payload, context';
/** The conversation with an id, if it belongs to the user. */
const OWN = '(SELECT id FROM conversations WHERE id = ? AND user = ?)';
/** Types of messages that an answer is based on. Tool calls and results are excluded: one run stores up to 500. */
export const PROMPT_TYPES = ['CHAT_MESSAGE_USER', 'CHAT_MESSAGE_ASSISTANT', 'COMMAND', 'COMMAND_RUN'] as const;
/** Rows deleted in one transaction, which blocks other requests. */
const DELETE_BATCH = 500;

/**
 * Conversations with Assist. All methods except `expire` take the user: no call can access another user's conversation.
 */
export class ConversationStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(user: string, id: string, nowMs: number): void {
    this.#db.run(
      'INSERT INTO conversations (id, user, created_ms, changed_ms) VALUES (?, ?, ?, ?)',
      ...[id, user, nowMs, nowMs],
    );
  }

  has(user: string, id: string): boolean {
    return this.#db.get('SELECT 1 FROM conversations WHERE id = ? AND user = ?', id, user) !== undefined;
  }

  /** Oldest first. */
  list(user: string): Conversation[] {
    return this.#db.all(`SELECT ${CONVERSATION} FROM conversations WHERE user = ? ORDER BY created_ms, rowid`, user);
  }

  /** Conversations whose title or messages contain the text, ignoring case. Reads all messages: for a task. */
  search(user: string, text: string): Conversation[] {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    return this.#db.all(
      `SELECT ${CONVERSATION} FROM conversations c WHERE user = ? AND (title LIKE ? ESCAPE '\\' OR EXISTS (
         SELECT 1 FROM conversation_messages m WHERE m.conversation = c.id
           AND type IN ('CHAT_MESSAGE_USER', 'CHAT_MESSAGE_ASSISTANT', 'COMMAND') AND payload LIKE ? ESCAPE '\\'
       )) ORDER BY created_ms, rowid`,
      ...[user, pattern, pattern],
    );
  }

  /** False: the user has no such conversation. */
  setTitle(user: string, id: string, title: string): boolean {
    return this.#db.run('UPDATE conversations SET title = ? WHERE id = ? AND user = ?', title, id, user) > 0;
  }

  /** With all its messages. False: the user has no such conversation. */
  delete(user: string, id: string): boolean {
    return this.#db.run('DELETE FROM conversations WHERE id = ? AND user = ?', id, user) > 0;
  }

  /** Conversations of the user, and characters of all their messages. */
  amountOf(user: string): Amount {
    const row = this.#db.get<Amount>(
      'SELECT count(*) AS count, coalesce(sum(chars), 0) AS chars FROM conversations WHERE user = ?',
      user,
    );
    return row ?? { count: 0, chars: 0 };
  }

  /** Messages of the conversation, and their characters. undefined: the user has no such conversation. */
  sizeOf(user: string, id: string): Amount | undefined {
    return this.#db.get('SELECT messages AS count, chars FROM conversations WHERE id = ? AND user = ?', id, user);
  }

  /** False: the user has no such conversation. */
  addMessage(user: string, id: string, { type, timeMs, payload, context }: StoredMessage): boolean {
    const attached = context.length > 0 ? JSON.stringify(context) : null;
    return this.#db.transaction(() => {
      const chars = payload.length + (attached?.length ?? 0);
      const changed = this.#db.run(
        `UPDATE conversations SET messages = messages + 1, chars = chars + ?, changed_ms = ? WHERE id = ? AND user = ?`,
        ...[chars, timeMs, id, user],
      );
      if (changed === 0) return false;
      this.#db.run(
        'INSERT INTO conversation_messages (conversation, type, time_ms, payload, context) VALUES (?, ?, ?, ?, ?)',
        ...[id, type, timeMs, payload, attached],
      );
      return true;
    });
  }

  /** All messages of a conversation, in order: for a task. */
  messages(user: string, id: string): StoredMessage[] {
    return this.#db
      .all<MessageRow>(`SELECT ${MESSAGE} FROM conversation_messages WHERE conversation = ${OWN} ORDER BY id`, id, user)
      .map(toMessage);
  }

  /**
   * The last messages of the types that an answer is based on, in order, up to `maxChars` characters. Always includes
   * the last message and the last question.
   */
  lastMessages(user: string, id: string, limit: number, maxChars: number): StoredMessage[] {
    const rows = this.#db.all<MessageRow>(
      `WITH last AS (
         SELECT id, ${MESSAGE}, sum(length(payload) + coalesce(length(context), 0)) OVER (ORDER BY id DESC) AS chars
         FROM conversation_messages
         WHERE conversation = ${OWN} AND type IN (SELECT value FROM json_each(?)) ORDER BY id DESC LIMIT ?
       ) SELECT type, timeMs, payload, context FROM last
         WHERE chars <= ? OR id = (SELECT max(id) FROM last)
           OR id = (SELECT max(id) FROM last WHERE type = 'CHAT_MESSAGE_USER') ORDER BY id`,
      ...[id, user, JSON.stringify(PROMPT_TYPES), limit, maxChars],
    );
    return rows.map(toMessage);
  }

  /** The messages of one execution: the command and its result. */
  ofExecution(user: string, id: string, executionId: string): StoredMessage[] {
    const rows = this.#db.all<MessageRow>(
      `SELECT ${MESSAGE} FROM conversation_messages WHERE conversation = ${OWN} AND type IN ('COMMAND_RUN', 'COMMAND_RESULT') AND json_extract(payload, '$.execution_id') = ? ORDER BY id`,
      ...[id, user, executionId],
    );
    return rows.map((row) => ({ ...row, context: [] }));
  }

  /** The ids of the executions whose command is stored. */
  executionsIn(user: string, id: string): string[] {
    const rows = this.#db.all<{ execution: string }>(
      `SELECT DISTINCT json_extract(payload, '$.execution_id') AS execution FROM conversation_messages
       WHERE conversation = ${OWN} AND type = 'COMMAND_RUN'`,
      ...[id, user],
    );
    return rows.map(({ execution }) => execution);
  }

  /** How many messages of these types there are. */
  countOf(user: string, id: string, types: readonly string[]): number {
    const row = this.#db.get<{ count: number }>(
      `SELECT count(*) AS count FROM conversation_messages
       WHERE conversation = ${OWN} AND type IN (SELECT value FROM json_each(?))`,
      ...[id, user, JSON.stringify(types)],
    );
    return row?.count ?? 0;
  }

  /** Deletes one conversation that was not used since then, some messages at a time. False: there is none. */
  expire(beforeMs: number): boolean {
    const old = this.#db.get<{ id: string }>('SELECT id FROM conversations WHERE changed_ms < ? LIMIT 1', beforeMs);
    if (!old) return false;
    const deleted = this.#db.run(
      `DELETE FROM conversation_messages WHERE id IN (
         SELECT id FROM conversation_messages WHERE conversation = ? LIMIT ${DELETE_BATCH})`,
      old.id,
    );
    if (deleted < DELETE_BATCH) this.#db.run('DELETE FROM conversations WHERE id = ?', old.id);
    return true;
  }
}

const toMessage = ({ context, ...message }: MessageRow): StoredMessage => ({
  ...message,
  context: context === null ? [] : (JSON.parse(context) as AssistContext[]),
});
