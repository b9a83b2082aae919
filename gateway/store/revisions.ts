import type { Database } from './database.ts';

/** One write of a document. `content` is absent where it was removed. */
export type Revision = { id: number; author: string; timeMs: number; content?: string };

/** Who writes, and when. */
export type Authorship = { by: string; nowMs: number };

type Row = { id: number; author: string; time_ms: number; content: string | null };

/** Of each document; older ones go. */
const KEPT_MAX = 200;

const COLUMNS = 'id, author, time_ms, content';

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

  /** Newest first. */
  list(kind: string, name: string): Revision[] {
    return this.#db
      .all<Row>(`SELECT ${COLUMNS} FROM revisions WHERE kind = ? AND name = ? ORDER BY id DESC`, kind, name)
      .map(toRevision);
  }

  find(kind: string, name: string, id: number): Revision | undefined {
    const row = this.#db.get<Row>(
      `SELECT ${COLUMNS} FROM revisions WHERE kind = ? AND name = ? AND id = ?`,
      kind,
      name,
      id,
    );
    return row && toRevision(row);
  }
}

const toRevision = ({ id, author, time_ms: timeMs, content }: Row): Revision => ({
  id,
  author,
  timeMs,
  ...(content !== null && { content }),
});
