import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Database } from './database.ts';
import { StoreError } from './storeError.ts';

let dir = '';
let db: Database;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-db-'));
  db = new Database(join(dir, 'test.db'));
  db.exec('CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER) STRICT');
});
afterEach(() => {
  db.close();
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true });
});

const count = () => db.get<{ n: number }>('SELECT count(*) AS n FROM t')?.n;

describe('values', () => {
  test('of every supported type are read as they were written', () => {
    db.run('INSERT INTO t VALUES (?, ?)', "it's\nü\u{1f600}", true);
    db.run('INSERT INTO t VALUES (?, ?)', 'n', null);
    db.run('INSERT INTO t VALUES (?, ?)', 'u', undefined);
    db.run('INSERT INTO t VALUES (?, ?)', 'ms', 1_900_000_000_123);
    expect(db.all('SELECT * FROM t ORDER BY b')).toEqual([
      { a: 'n', b: null },
      { a: 'u', b: null },
      { a: "it's\nü\u{1f600}", b: 1 },
      { a: 'ms', b: 1_900_000_000_123 },
    ]);
  });
  test('a single row has no properties of the driver', () => {
    db.run('INSERT INTO t VALUES (?, ?)', 'x', 1);
    expect(db.get('SELECT * FROM t WHERE a = ?', 'x')).toEqual({ a: 'x', b: 1 });
    expect(db.get('SELECT * FROM t WHERE a = ?', 'y')).toBeUndefined();
  });
  test.each([
    [Buffer.from('x')],
    [new Date()],
    [new Uint8Array(2)],
    [{}],
    [['x']],
    [Number.NaN],
    [1n],
    ['a\0b'],
    [() => 1],
  ])('a value that would crash the process or be damaged is refused before the driver gets it: %s', (value) => {
    expect(() => db.run('INSERT INTO t VALUES (?, ?)', 'x', value as never)).toThrow(TypeError);
    expect(() => db.all('SELECT * FROM t WHERE a = ?', value as never)).toThrow(TypeError);
    expect(count()).toBe(0);
  });
  test('text never becomes SQL', () => {
    db.run('INSERT INTO t VALUES (?, ?)', "'); DROP TABLE t; --", 1);
    expect(count()).toBe(1);
  });
});

describe('a transaction', () => {
  test('that throws changes nothing, including inner transactions', () => {
    expect(() =>
      db.transaction(() => {
        db.run('INSERT INTO t VALUES (?, ?)', 'x', 1);
        db.transaction(() => db.run('INSERT INTO t VALUES (?, ?)', 'y', 1));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count()).toBe(0);
    db.transaction(() => db.run('INSERT INTO t VALUES (?, ?)', 'z', 1));
    expect(count()).toBe(1);
  });
  test('on a full disk is rolled back with a reason, and later transactions succeed', () => {
    db.exec('PRAGMA max_page_count = 5');
    const fill = () =>
      db.transaction(() => {
        for (let i = 0; i < 1000; i += 1) db.run('INSERT INTO t VALUES (?, ?)', `${i}`.padEnd(500), i);
      });
    expect(fill).toThrow(new StoreError('could not write to the database: the disk is full. Nothing was changed'));
    expect(count()).toBe(0);
    db.exec('PRAGMA max_page_count = 1000');
    fill();
    expect(count()).toBe(1000);
  });
  test('runs callbacks after the commit, and drops them after a rollback', () => {
    const order: string[] = [];
    db.afterCommit(() => order.push('at once'));
    db.transaction(() => {
      db.transaction(() => db.afterCommit(() => order.push('after')));
      order.push('within');
    });
    const undone = () =>
      db.transaction(() => {
        db.afterCommit(() => order.push('never'));
        throw new Error('no');
      });
    expect(undone).toThrow('no');
    db.transaction(() => undefined);
    expect(order).toEqual(['at once', 'within', 'after']);
  });
});

describe('a file that another process has locked', () => {
  const insert = (key: string) => db.run('INSERT INTO t VALUES (?, 1)', key);
  let other: Database;
  let unlock: () => void;
  beforeEach(() => {
    db.limitLockWait(1);
    other = new Database(join(dir, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
    unlock = () => other.exec('COMMIT');
  });
  afterEach(() => other.close());
  const locked = new StoreError('could not write to the database: another process has locked it. Nothing was changed');

  test('can be read, and each write fails with the reason', () => {
    expect(() => insert('x')).toThrow(locked);
    expect(() => db.transaction(() => insert('x'))).toThrow(locked);
    expect(count()).toBe(0);
    unlock();
  });
  test('can be written again after the lock', () => {
    expect(() => insert('x')).toThrow(locked);
    unlock();
    db.transaction(() => db.run("INSERT INTO t VALUES ('y', 2)"));
    expect(count()).toBe(1);
  });
});

test.each(['', '-wal'])('a write to a file that was moved away (%j) fails until the file is back', (suffix) => {
  const file = join(dir, `test.db${suffix}`);
  db.run("INSERT INTO t VALUES ('first', 1)");
  renameSync(file, `${file}.moved`);
  expect(() => db.run("INSERT INTO t VALUES ('x', 1)")).toThrow('a file of it was deleted or moved');
  writeFileSync(file, 'of another');
  expect(() => db.run("INSERT INTO t VALUES ('x', 1)")).toThrow('a file of it was deleted or moved');
  renameSync(`${file}.moved`, file);
  db.run("INSERT INTO t VALUES ('x', 1)");
  expect(count()).toBe(2);
});

test('only the first write waits for the end of a lock', () => {
  const waitMs = () => db.get<{ timeout: number }>('PRAGMA busy_timeout')?.timeout;
  const other = new Database(join(dir, 'test.db'));
  db.limitLockWait(2);
  other.transaction(() => {
    expect(waitMs()).toBe(2);
    expect(() => db.run("INSERT INTO t VALUES ('x', 1)")).toThrow(StoreError);
    expect(waitMs()).toBe(0);
  });
  db.run("INSERT INTO t VALUES ('x', 1)");
  expect(waitMs()).toBe(2);
  other.close();
});

const mayMount = spawnSync('/usr/bin/unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!mayMount)('on a nearly full disk (skipped without permission to mount)', () => {
  const KB = 1024;
  const disk = () => join(dir, 'disk');
  beforeEach(() => {
    mkdirSync(disk());
    execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk()]);
  });
  afterEach(() => void execFileSync('/usr/bin/umount', ['--lazy', disk()]));

  test.each([0, 12, 16, 24, 32])('with %i kB free, opening a database reports the full disk', (freeKb) => {
    writeFileSync(join(disk(), 'fill'), Buffer.alloc((256 - freeKb) * KB));
    const open = () => {
      const opened = new Database(join(disk(), 'test.db'));
      opened.get('PRAGMA user_version');
      opened.exec('CREATE TABLE t (a TEXT)');
    };
    expect(open).toThrow(/^could not .* the database: the disk is full\. Nothing was changed$/);
  });
});

test('a violated constraint and an invalid statement throw a StoreError', () => {
  db.run('INSERT INTO t VALUES (?, ?)', 'x', 1);
  expect(() => db.run('INSERT INTO t VALUES (?, ?)', 'x', 1)).toThrow(StoreError);
  expect(() => db.all('SELECT nonsense')).toThrow(StoreError);
});

test('the file and its journal are accessible only to their owner', () => {
  db.run('INSERT INTO t VALUES (?, ?)', 'x', 1);
  for (const name of ['test.db', 'test.db-wal', 'test.db-shm']) expect(statSync(join(dir, name)).mode & 0o077).toBe(0);
});

test('writes are on disk when they return', () => {
  expect(db.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous).toBe(2);
  expect(db.get<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode).toBe('wal');
  expect(db.get<{ foreign_keys: number }>('PRAGMA foreign_keys')?.foreign_keys).toBe(1);
});

test('a copy of the closed file has all writes', () => {
  db.run('INSERT INTO t VALUES (?, ?)', 'x', 1);
  db.close();
  copyFileSync(join(dir, 'test.db'), join(dir, 'copy.db'));
  db = new Database(join(dir, 'copy.db'));
  expect(db.all('SELECT a FROM t')).toEqual([{ a: 'x' }]);
});

test('runs many different statements', () => {
  for (let i = 0; i < 2000; i += 1) expect(db.get(`SELECT ${i} AS n`)).toEqual({ n: i });
});

test('reports a file that is not a database', () => {
  const file = join(dir, 'other.db');
  writeFileSync(file, 'x'.repeat(5000));
  expect(() => new Database(file)).toThrow('the file is not a database');
});
