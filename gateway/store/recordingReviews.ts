import type { Database } from './database.ts';

export type Review = { reviewed: boolean; note: string; by: string; atMs: number };
/** The recording of a review: its end event, and the time of that event. */
export type ReviewedRecording = { sid: string; endedMs: number; eventUid: string };

type Row = Omit<Review, 'reviewed'> & { sid: string; reviewed: number };
/** `event` is the JSON of the end event of the recording. */
export type ListedReview = Review & { sid: string; event: string };

const COLUMNS = 'r.sid, r.reviewed, r.note, r.author AS "by", r.at_ms AS atMs';

/** Users' notes about recordings. */
export class RecordingReviewStore {
  #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(sid: string): Review | undefined {
    const row = this.#db.get<Row>(`SELECT ${COLUMNS} FROM recording_reviews r WHERE sid = ?`, sid);
    return row && { reviewed: row.reviewed === 1, note: row.note, by: row.by, atMs: row.atMs };
  }

  put({ sid, endedMs, eventUid }: ReviewedRecording, { reviewed, note, by, atMs }: Review): void {
    this.#db.run(
      `INSERT OR REPLACE INTO recording_reviews (sid, reviewed, note, author, at_ms, ended_ms, event_uid)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[sid, reviewed, note, by, atMs, endedMs, eventUid],
    );
  }

  /** Reviews of recordings that ended within a time, newest first. */
  endedBetween(fromMs: number, toMs: number, limit: number): ListedReview[] {
    const rows = this.#db.all<Row & { event: string }>(
      `SELECT ${COLUMNS}, e.document AS event FROM recording_reviews r JOIN events e ON e.uid = r.event_uid
       WHERE r.ended_ms BETWEEN ? AND ? ORDER BY r.ended_ms DESC LIMIT ?`,
      ...[fromMs, toMs, limit],
    );
    return rows.map((row) => ({ ...row, reviewed: row.reviewed === 1 }));
  }

  /** Deletes the reviews of deleted recordings. */
  delete(sids: readonly string[]): void {
    this.#db.run('DELETE FROM recording_reviews WHERE sid IN (SELECT value FROM json_each(?))', JSON.stringify(sids));
  }
}
