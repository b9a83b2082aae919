import type { Database } from './database.ts';

/** One write of a document. */
export type Revision = { id: number; author: string; timeMs: number; change: 'created' | 'updated' | 'removed' };

/** A removed document, and who removed it. */
export type Removal = { id: number; name: string; author: string; timeMs: number };

/** The author and the time of a write. */
export type Authorship = { by: string; nowMs: number };

type Row = { id: number; author: string; time_ms: number; change: Revision['change'] };

/** For each document. Older ones are deleted. */
const KEPT_MAX = 200;

/** Earlier versions of documents. Each is written in the transaction of its write. */
export class RevisionStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * `content` undefined: the document is removed. Returns the number of the revision. Later writes have higher numbers.
   */
  add(kind: string, name: string, content: string | undefined, { by, nowMs }: Authorship): number {
    const made = this.#db.get<{ id: number }>(
      'INSERT INTO revisions (kind, name, author, time_ms, content) VALUES (?, ?, ?, ?, ?) RETURNING id',
      kind,
      name,
      by,
      nowMs,
      content ?? null,
    );
    if (!made) throw new Error('a revision was not stored');
    this.#db.run(
      `DELETE FROM revisions WHERE kind = ? AND name = ? AND id <=
         (SELECT id FROM revisions WHERE kind = ? AND name = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      ...[kind, name, kind, name, KEPT_MAX],
    );
    return made.id;
  }

  /** Newest first. In a long history, the oldest remaining revision may have had a predecessor. */
  list(kind: string, name: string): Revision[] {
    const rows = this.#db.all<Row>(
      // Asks only whether there is a text, so that SQLite does not read it.
      `SELECT id, author, time_ms, CASE WHEN text_type = 'null' THEN 'removed'
           WHEN lag(text_type, 1, 'null') OVER (ORDER BY id) = 'null' THEN 'created' ELSE 'updated' END AS change
         FROM (SELECT id, author, time_ms, typeof(content) AS text_type FROM revisions WHERE kind = ? AND name = ?)
         ORDER BY id DESC`,
      kind,
      name,
    );
    return rows.map(({ id, author, time_ms: timeMs, change }, i) => ({
      id,
      author,
      timeMs,
      change: i === KEPT_MAX - 1 && change === 'created' ? 'updated' : change,
    }));
  }

  /** The content after the write. undefined if the write removed the document, or is unknown. */
  content(kind: string, name: string, id: number): string | undefined {
    return (
      this.#db.get<{ content: string | null }>(
        'SELECT content FROM revisions WHERE kind = ? AND name = ? AND id = ?',
        kind,
        name,
        id,
      )?.content ?? undefined
    );
  }

  /** Documents of a kind whose last write removed them, the latest first. */
  removals(kind: string, limit: number): Removal[] {
    return this.#db
      .all<{ id: number; name: string; author: string; time_ms: number }>(
        `SELECT id, name, author, time_ms FROM revisions
         WHERE id IN (SELECT max(id) FROM revisions WHERE kind = ? GROUP BY name) AND content IS NULL
         ORDER BY id DESC LIMIT ?`,
        kind,
        limit,
      )
      .map(({ time_ms: timeMs, ...removal }) => ({ ...removal, timeMs }));
  }
}
