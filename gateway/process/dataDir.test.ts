import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataDir } from './dataDir.ts';

let parent: string;
beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'postern-dir-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('creates the directory for its owner only', () => {
  const dir = join(parent, 'a/b');
  takeDataDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test('reports a file at its path in one line', () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  expect(() => takeDataDir(file)).toThrow(`data directory ${file} cannot be used: ${file} is a file`);
});

test('reports a dangling link in its path in one line', () => {
  const link = join(parent, 'link');
  symlinkSync(join(parent, 'unmounted'), link);
  for (const dir of [link, join(link, 'data')])
    expect(() => takeDataDir(dir)).toThrow(`data directory ${dir} cannot be used: ${link} is a link to nothing`);
});

test('refuses a directory of another running process at once and names the process', async () => {
  const dir = join(parent, 'held');
  mkdirSync(dir);
  const other = spawn(process.execPath, ['-e', HOLD, join(dir, 'gateway.lock')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  writeFileSync(join(dir, 'gateway.pid'), `${other.pid}\n`);

  const started = Date.now();
  expect(() => takeDataDir(dir)).toThrow(`is in use by another gateway (process ${other.pid})`);
  expect(Date.now() - started).toBeLessThan(1000);

  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(() => takeDataDir(dir)).not.toThrow();
});

const HOLD = `
  const Database = require('libsql');
  globalThis.db = new Database(process.argv[1]);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  console.log('held');
  setInterval(() => {}, 1000);
`;
