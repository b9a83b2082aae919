// The text of recordings, for the search. A separate database: it is large, it can be rebuilt from the recordings, and
// its writes never wait for those of the audit log. Only the thread of the indexer writes (Indexer.ts).
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/lib/json.ts';
import { Database } from './database.ts';
import { UnusableFile } from './storeError.ts';

/**
 * `pending`: not read yet. `ready`: all of its text can be searched. `cut`: it has more text than is stored, or could
 * not be read to its end. `removed`: its text was deleted for newer ones. `none`: it cannot be read. `running`: the
 * session has not ended, and the text that was read so far can be searched.
 */
export type TextState = 'pending' | 'ready' | 'cut' | 'removed' | 'none' | 'running';
export type TextKind = 'line' | 'command';

/** Adjacent lines of a recording. */
export type TextBlock = { kind: TextKind; lines: readonly string[]; times: readonly number[] };

export type IndexedRecording = { id: number; sid: string; state: TextState; endedMs: number; event: JsonObject };

/** `attempts`: how often reading it was started. */
export type PendingRecording = Pick<IndexedRecording, 'id' | 'sid' | 'endedMs'> & { attempts: number };

/** The end time of a running session: later than any other. */
export const RUNNING_ENDED_MS = 8.64e15;

/** Limit of blocks of one recording. The row of a block is the recording's id times this, plus its position. */
const BLOCKS_MAX = 2 ** 16;
/** Limit of trigrams in a lookup: further ones rule out little more. */
const TRIGRAMS_MAX = 24;
const DELETE_BATCH = 64;

/** The version of the content and the schema. A database of another version is rebuilt. */
const VERSION = 2;
const SCHEMA = `
  CREATE TABLE recordings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    sid TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    event TEXT NOT NULL,             -- JSON of its end, which decides who may read it
    blocks INTEGER NOT NULL,
    chars INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recordings_ended ON recordings (ended_ms, sid);
  CREATE VIRTUAL TABLE blocks USING fts5(
    text, times UNINDEXED, kind UNINDEXED, tokenize = 'trigram', detail = none, columnsize = 0
  );
  PRAGMA user_version = ${VERSION};
`;

type Row = Omit<IndexedRecording, 'event'> & { event: string };
const COLUMNS = 'id, sid, state, ended_ms AS endedMs, event';

const fileOf = (dataDir: string): string => join(dataDir, 'recording-texts.db');

export class RecordingTextStore {
  readonly db: Database;

  private constructor(db: Database) {
    this.db = db;
  }

  /**
   * Opens the database. Recreates it if it is damaged or of another version: its content can be rebuilt from the
   * recordings.
   */
  static open(dataDir: string): RecordingTextStore {
    const file = fileOf(dataDir);
    try {
      return new RecordingTextStore(prepared(new Database(file)));
    } catch (error) {
      if (!(error instanceof UnusableFile) && statSync(file, { throwIfNoEntry: false })?.size !== 0) throw error;
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      return new RecordingTextStore(prepared(new Database(file)));
    }
  }

  /** Opens a further connection, which only reads. */
  static openReadOnly(dataDir: string): RecordingTextStore {
    return new RecordingTextStore(new Database(fileOf(dataDir), { readOnly: true }));
  }

  /** Ids of all known sessions. */
  sids(): Set<string> {
    return new Set(this.db.all<{ sid: string }>('SELECT sid FROM recordings').map(({ sid }) => sid));
  }

  /** Adds a recording that has ended. Text that was stored while it ran stays until it is read from its start. */
  add(sid: string, endedMs: number, event: JsonObject): void {
    this.db.run(
      `INSERT INTO recordings (sid, state, attempts, ended_ms, event, blocks, chars) VALUES (?, 'pending', 0, ?, ?, 0, 0)
       ON CONFLICT (sid) DO UPDATE SET state = 'pending', attempts = 0, ended_ms = excluded.ended_ms, event = excluded.event
       WHERE ended_ms = ${RUNNING_ENDED_MS}`,
      sid,
      endedMs,
      JSON.stringify(event),
    );
  }

  /** Adds a recording that is being written, with its current end. undefined if it has ended. */
  addRunning(sid: string, event: JsonObject): { id: number; attempts: number } | undefined {
    const add = `INSERT INTO recordings (sid, state, attempts, ended_ms, event, blocks, chars)
       VALUES (?, 'running', 0, ${RUNNING_ENDED_MS}, ?, 0, 0)
       ON CONFLICT (sid) DO UPDATE SET event = excluded.event WHERE state = 'running' RETURNING id, attempts`;
    return this.db.transaction(() => this.db.get(add, sid, JSON.stringify(event)));
  }

  /** Sessions that were running when they were last read, by descending id, starting at `firstSid`. */
  running(firstSid = '\u{10ffff}'): IndexedRecording[] {
    return this.db
      .all<Row>(
        `SELECT ${COLUMNS} FROM recordings WHERE ended_ms = ${RUNNING_ENDED_MS} AND sid <= ? ORDER BY sid DESC`,
        firstSid,
      )
      .map(fromRow);
  }

  /** The newest unread recording. */
  nextPending(): PendingRecording | undefined {
    return this.db.get(
      `SELECT id, sid, attempts, ended_ms AS endedMs FROM recordings
       WHERE state = 'pending' ORDER BY ended_ms DESC LIMIT 1`,
    );
  }

  /** Starts to read a recording from its start. Deletes the text of an earlier attempt. */
  begin(id: number): void {
    this.#removeBlocks(id);
    this.db.run('UPDATE recordings SET attempts = attempts + 1 WHERE id = ?', id);
  }

  /** Adds blocks and replaces the last `replaced` ones. */
  addBlocks(id: number, blocks: readonly TextBlock[], replaced = 0): void {
    this.db.transaction(() => {
      let number = this.#blockCount(id);
      let chars = 0;
      for (let remaining = Math.min(replaced, number); remaining > 0; remaining--) {
        chars -= charsOf(this.block(id * BLOCKS_MAX + --number));
        this.db.run('DELETE FROM blocks WHERE rowid = ?', id * BLOCKS_MAX + number);
      }
      for (const { kind, lines, times } of blocks.slice(0, BLOCKS_MAX - number)) {
        this.db.run(
          'INSERT INTO blocks (rowid, text, times, kind) VALUES (?, ?, ?, ?)',
          id * BLOCKS_MAX + number++,
          lines.join('\n'),
          times.join(' '),
          kind,
        );
      }
      for (const block of blocks) chars += charsOf(block);
      this.db.run('UPDATE recordings SET blocks = ?, chars = chars + ? WHERE id = ?', number, chars, id);
    });
  }

  /** undefined if the recording does not exist. */
  stateOf(id: number): TextState | undefined {
    return this.db.get<{ state: TextState }>('SELECT state FROM recordings WHERE id = ?', id)?.state;
  }

  end(id: number, state: TextState): void {
    this.db.run('UPDATE recordings SET state = ? WHERE id = ?', state, id);
  }

  /** Deletes the text and stores that there was one. */
  dropText(id: number): void {
    this.end(id, 'removed');
    this.#removeBlocks(id);
  }

  /** Deletes the entry of a deleted recording. */
  forget(sid: string): void {
    const recording = this.db.get<{ id: number }>('SELECT id FROM recordings WHERE sid = ?', sid);
    if (!recording) return;
    this.#removeBlocks(recording.id);
    this.db.run('DELETE FROM recordings WHERE id = ?', recording.id);
  }

  /** Total characters of all texts. */
  chars(): number {
    return this.db.get<{ chars: number | null }>('SELECT sum(chars) AS chars FROM recordings')?.chars ?? 0;
  }

  /** The oldest recording that has text. */
  oldestWithText(): { id: number; endedMs: number } | undefined {
    return this.db.get(
      'SELECT id, ended_ms AS endedMs FROM recordings WHERE blocks > 0 ORDER BY ended_ms, sid LIMIT 1',
    );
  }

  /** Recordings that ended within a time, newest first, starting at `first`. */
  *endedBetween(fromMs: number, toMs: number, first?: { endedMs: number; sid: string }): Generator<IndexedRecording> {
    let last = first ?? { endedMs: toMs, sid: '\u{10ffff}' };
    for (let comparison = '<='; ; comparison = '<') {
      const rows = this.db.all<Row>(
        `SELECT ${COLUMNS} FROM recordings WHERE ended_ms >= ? AND ended_ms <= ? AND (ended_ms, sid) ${comparison} (?, ?)
         ORDER BY ended_ms DESC, sid DESC LIMIT 200`,
        fromMs,
        toMs,
        last.endedMs,
        last.sid,
      );
      yield* rows.map(fromRow);
      const end = rows.at(-1);
      if (!end) return;
      last = end;
    }
  }

  /**
   * The rows of blocks that may contain a text, by recording. undefined if the text is too short to rule any out.
   * Ignores case.
   */
  candidates(text: string): Map<number, number[]> | undefined {
    const characters = Array.from(text);
    const trigrams = new Set(characters.slice(2).map((last, i) => `${characters[i]}${characters[i + 1]}${last}`));
    if (trigrams.size === 0) return undefined;
    const query = [...trigrams].slice(0, TRIGRAMS_MAX).map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
    const rows = this.db.all<{ row: number }>(
      'SELECT rowid AS row FROM blocks WHERE blocks MATCH ?',
      query.join(' AND '),
    );
    const found = new Map<number, number[]>();
    for (const { row } of rows) {
      const id = Math.floor(row / BLOCKS_MAX);
      const matches = found.get(id);
      if (matches) matches.push(row);
      else found.set(id, [row]);
    }
    return found;
  }

  /** Rows of all blocks of a recording. */
  rowsOf(id: number): number[] {
    return Array.from({ length: this.#blockCount(id) }, (_, i) => id * BLOCKS_MAX + i);
  }

  block(row: number): TextBlock | undefined {
    const found = this.db.get<{ text: string; times: string; kind: TextKind }>(
      'SELECT text, times, kind FROM blocks WHERE rowid = ?',
      row,
    );
    return found && { kind: found.kind, lines: found.text.split('\n'), times: found.times.split(' ').map(Number) };
  }

  #blockCount(id: number): number {
    return this.db.get<{ blocks: number }>('SELECT blocks FROM recordings WHERE id = ?', id)?.blocks ?? 0;
  }

  /** In batches from the end, so that no other writer waits long and a kill in between leaves consistent counts. */
  #removeBlocks(id: number): void {
    for (let remaining = this.#blockCount(id); remaining > 0;) {
      const keep = Math.max(0, remaining - DELETE_BATCH);
      this.db.transaction(() => {
        for (let number = remaining - 1; number >= keep; number--)
          this.db.run('DELETE FROM blocks WHERE rowid = ?', id * BLOCKS_MAX + number);
        this.db.run(
          'UPDATE recordings SET blocks = ?, chars = CASE WHEN ? = 0 THEN 0 ELSE chars END WHERE id = ?',
          keep,
          keep,
          id,
        );
      });
      remaining = keep;
    }
  }
}

const fromRow = (row: Row): IndexedRecording => ({ ...row, event: JSON.parse(row.event) as JsonObject });

const charsOf = (block: TextBlock | undefined): number =>
  block?.lines.reduce((all, line) => all + line.length + 1, 0) ?? 0;

/** Creates the schema in an empty database. Throws UnusableFile if it is of another version. */
function prepared(db: Database): Database {
  try {
    const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    if (version === 0) db.transaction(() => db.exec(SCHEMA));
    else if (version !== VERSION) throw new UnusableFile('the texts of recordings are of another version');
    db.exec('PRAGMA secure_delete = ON'); // a deleted recording leaves none of its text in the file
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
