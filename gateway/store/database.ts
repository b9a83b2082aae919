// The only module that uses the driver. libsql crashes the process on some values, so every parameter is checked first
// and always passed in one array.
import Libsql from 'libsql';
import { closeSync, openSync, statSync } from 'node:fs';
import type { Dispose } from '../../src/lib/disposables.ts';
import { inDriver } from './DatabaseThread.ts';
import { runEach } from './runEach.ts';
import { DISK_FULL, StoreError, UnstorableText, UnusableFile } from './storeError.ts';

/** Values of parameters: a boolean is stored as 0 or 1, undefined as NULL. Times are milliseconds since the epoch. */
export type SqlValue = string | number | boolean | null | undefined;

type Statement = ReturnType<InstanceType<typeof Libsql>['prepare']>;

/** A row from the driver, which adds a field. */
type DriverRow<Row> = Row & { _metadata?: unknown };

type Options = { readOnly?: boolean; report?: (error: unknown) => void };

const throwLater = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** Limit of prepared statements. Lists create new texts for new queries, so the oldest are dropped. */
const PREPARED_MAX = 300;
/** Longer statements are long queries, which are not repeated and take much memory. */
const PREPARED_MAX_CHARS = 10_000;

/** How long statements wait while another process has locked the file. */
const LOCK_WAIT_MS = 5000;
const SETTINGS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${LOCK_WAIT_MS};`;
/** The page cache fits a search of ten thousand servers. The system caches other pages anyway. */
const READER_SETTINGS = `PRAGMA query_only = ON; PRAGMA busy_timeout = ${LOCK_WAIT_MS}; PRAGMA cache_size = -6000;`;

export class Database {
  #driver: InstanceType<typeof Libsql>;
  #prepared = new Map<string, Statement>();
  #isReader: boolean;
  #depth = 0;
  #lockWaitMs = LOCK_WAIT_MS;
  /** The last write found the file locked. */
  #isLocked = false;
  #files: { path: string; inode: number | undefined }[] = [];
  #afterCommit: (() => void)[] = [];
  #listeners = new Set<() => void>();
  /** Gets errors of callbacks after a commit. The commit remains valid. */
  readonly report: (error: unknown) => void;

  /**
   * Opens or creates the file, readable only by its owner. Every acknowledged write is on disk. `readOnly`: a further
   * connection to a file that is already open. It sees every acknowledged write.
   */
  constructor(file: string, { readOnly = false, report = throwLater }: Options = {}) {
    this.report = report;
    this.#isReader = readOnly;
    if (file !== ':memory:' && !readOnly) closeSync(openSync(file, 'a', 0o600));
    this.#driver = withReason('open', () => new Libsql(file));
    withReason('open', () => this.#driver.exec(readOnly ? READER_SETTINGS : SETTINGS));
    if (file !== ':memory:') this.#files = [file, `${file}-wal`].map((path) => ({ path, inode: inodeOf(path) }));
  }

  /** All rows. `Row` is the type of the selected columns: the caller states it, the schema guarantees it. */
  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#reading(() => this.#prepare(sql).all(bindable(values)) as Row[]);
  }

  /** The first row. A statement that also writes belongs in a transaction, see `#within`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- rows get their type here and nowhere else
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    const row = this.#reading(() => this.#prepare(sql).get(bindable(values)) as DriverRow<Row> | undefined);
    if (row) delete row._metadata;
    return row;
  }

  /** The number of rows that changed. */
  run(sql: string, ...values: SqlValue[]): number {
    const change = () => this.#writing(() => this.#prepare(sql).run(bindable(values)).changes);
    return this.#isInTransaction() ? change() : this.#within(change);
  }

  /** Runs several statements without parameters, for the schema. */
  exec(sql: string): void {
    this.#writing(() => this.#driver.exec(sql));
  }

  /** All or nothing. `work` must not await. An inner transaction is part of the outer one. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    const result = this.#within(work);
    runEach([...this.#afterCommit.splice(0), ...this.#listeners], (run) => run(), this.report);
    return result;
  }

  /** Calls `run` after each transaction that is on disk. */
  onCommit(run: () => void): Dispose {
    this.#listeners.add(run);
    return () => void this.#listeners.delete(run);
  }

  /**
   * Calls `run` once the current transaction is on disk, or at once outside of one. A rollback drops it, so that no
   * change is reported that did not happen.
   */
  afterCommit(run: () => void): void {
    if (this.#depth > 0) this.#afterCommit.push(run);
    else run();
  }

  /** Consistent reads: all of them see the database as it is at the first. `work` must not await. */
  snapshot<T>(work: () => T): T {
    if (this.#isInTransaction()) return work();
    this.#reading(() => this.#driver.exec('BEGIN'));
    try {
      return work();
    } finally {
      this.#reading(() => this.#driver.exec('COMMIT'));
    }
  }

  /**
   * Only the statement that begins the transaction can find the database locked. Any other would stay unfinished in the
   * driver, and every later transaction would fail.
   */
  #within<T>(work: () => T): T {
    this.#begin();
    this.#depth += 1;
    try {
      const result = work();
      this.#writing(() => this.#driver.exec('COMMIT'));
      return result;
    } catch (error) {
      this.#afterCommit = [];
      if (this.#isInTransaction()) inDriver(() => this.#driver.exec('ROLLBACK')); // a full disk has already rolled back
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  #begin(): void {
    for (const known of this.#files) {
      const inode = inodeOf(known.path);
      known.inode ??= inode; // the first write makes the journal
      if (inode !== known.inode)
        throw new StoreError('could not write to the database: a file of it was deleted or moved');
    }
    try {
      this.#writing(() => this.#driver.exec('BEGIN IMMEDIATE'));
      if (this.#isLocked) this.#setLocked(false);
    } catch (error) {
      this.#setLocked(true);
      throw error;
    }
  }

  /** Only the first write waits, so that many of them do not occupy their thread until the lock ends. */
  #setLocked(isLocked: boolean): void {
    this.#isLocked = isLocked;
    const waitMs = isLocked ? 0 : this.#lockWaitMs;
    inDriver(() => this.#driver.exec(`PRAGMA busy_timeout = ${waitMs}`));
  }

  /** For the connection of a thread that others wait for. */
  limitLockWait(ms: number): void {
    this.#lockWaitMs = ms;
    this.#setLocked(this.#isLocked);
  }

  close(): void {
    this.#prepared.clear();
    try {
      // The driver leaves the changes in the journal, and a backup may copy only the file.
      if (!this.#isReader) inDriver(() => this.#driver.exec('PRAGMA wal_checkpoint'));
    } catch {
      // On a full disk they stay in the journal, which the next start reads.
    }
    inDriver(() => this.#driver.close());
  }

  #prepare(sql: string): Statement {
    const prepared = this.#prepared.get(sql);
    if (prepared) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, prepared);
      return prepared;
    }
    const statement = this.#driver.prepare(sql);
    if (sql.length > PREPARED_MAX_CHARS) return statement;
    this.#prepared.set(sql, statement);
    if (this.#prepared.size > PREPARED_MAX) this.#prepared.delete(this.#prepared.keys().next().value ?? '');
    return statement;
  }

  #isInTransaction(): boolean {
    return inDriver(() => this.#driver.inTransaction);
  }

  #reading<T>(work: () => T): T {
    return withReason('read from', work);
  }

  #writing<T>(work: () => T): T {
    return withReason('write to', work);
  }
}

/** Writes to a file that is no longer at its path would succeed, and be lost. */
function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino;
  } catch {
    return undefined;
  }
}

function withReason<T>(doing: string, work: () => T): T {
  try {
    return inDriver(work);
  } catch (error) {
    if (!(error instanceof Libsql.SqliteError)) throw error;
    const [kind = ''] = /^SQLITE_[A-Z]+/.exec(error.code) ?? [];
    const why = REASONS[error.code] ?? REASONS[kind] ?? error.message;
    const Kind = UNUSABLE.has(kind) ? UnusableFile : StoreError;
    throw new Kind(`could not ${doing} the database: ${why}`, { cause: error });
  }
}

/** The last one is for a missing or existing table. */
const UNUSABLE: ReadonlySet<string> = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_ERROR']);
const NO_ROOM = `${DISK_FULL}. Nothing was changed`;
const REASONS: Record<string, string> = {
  SQLITE_FULL: NO_ROOM,
  SQLITE_IOERR_SHMSIZE: NO_ROOM, // no room for the index of the journal
  SQLITE_READONLY: 'the file is not writable. Nothing was changed',
  SQLITE_IOERR: 'the disk reports an error. Nothing was changed',
  SQLITE_BUSY: 'another process has locked it. Nothing was changed',
  SQLITE_CORRUPT: 'the file is damaged',
  SQLITE_NOTADB: 'the file is not a database',
};

function bindable(values: readonly SqlValue[]): (string | number | null)[] {
  return values.map((value: unknown) => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string') {
      if (value.includes('\0')) throw new UnstorableText();
      return value;
    }
    throw new TypeError(`a value of type ${typeof value} cannot be stored`);
  });
}
