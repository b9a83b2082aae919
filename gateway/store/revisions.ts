import type { Database } from './database.ts';

/** One write of a document. */
export type Revision = { id: number; author: string; timeMs: number; change: 'created' | 'updated' | 'removed' };

/** A document that is not there any more, and who removed it. */
export type Removal = { id: number; name: string; author: string; timeMs: number };

/** Who writes, and when. */
export type Authorship = { by: string; nowMs: number };

type Row = { id: number; author: string; time_ms: number; change: Revision['change'] };

/** Of each document; older ones go. */
const KEPT_MAX = 200;

/** What documents were before. Written in the transaction of the write that it tells of. */
export class RevisionStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** `content` undefined: the document is removed. Answers the number of the revision: later writes have higher ones. */
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

  /** Newest first. Of a long history the first that is left may have been made from one that has gone. */
  list(kind: string, name: string): Revision[] {
    const rows = this.#db.all<Row>(
      // Of a text only that it is there is asked for: to tell, SQLite does not read it.
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

  /** What the write left behind; undefined where it removed the document, or is not known. */
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
