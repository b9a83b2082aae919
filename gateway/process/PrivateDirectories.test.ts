import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { PrivateDirectories } from './PrivateDirectories.ts';

let dataDir: string;
let notes: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'private-directories-'));
  notes = join(dataDir, 'directories');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** A directory with a file, as a killed process leaves it. */
async function left(kind = 'rdp'): Promise<string> {
  const path = await new PrivateDirectories(notes).make(kind);
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, 'xauthority'), 'secret');
  return path;
}
const fail = (error: unknown) => expect.fail(String(error));

test('a directory is accessible only to its owner, and its note is removed with it', async () => {
  const directories = new PrivateDirectories(notes);
  const path = await directories.make('rdp');
  expect(path).toMatch(/\/postern-rdp-[\w-]{8}$/);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  directories.remove(path);
  expect([existsSync(path), readdirSync(notes)]).toEqual([false, []]);
  directories.remove(path);
});

test('the next process removes the directories of a killed process and not its own', async () => {
  const paths = [await left('rdp'), await left('way')];
  const next = new PrivateDirectories(notes);
  const own = await next.make('rdp');
  expect(
    next
      .removeLeft(fail)
      .map((name) => join(tmpdir(), name))
      .toSorted(),
  ).toEqual(paths.toSorted());
  expect([...paths, own].map((path) => existsSync(path))).toEqual([false, false, true]);
  expect(next.removeLeft(fail)).toEqual([]);
  next.remove(own);
  expect(readdirSync(notes)).toEqual([]);
});

test('does not touch a file, link or foreign directory at the path of a noted directory', async () => {
  const victim = join(dataDir, 'victim');
  mkdirSync(victim);
  writeFileSync(join(victim, 'file'), 'kept');
  const [linked, file, inside] = [await left(), await left(), await left()];
  for (const path of [linked, file]) rmSync(path, { recursive: true });
  symlinkSync(victim, linked);
  writeFileSync(file, 'of another');
  symlinkSync(victim, join(inside, 'link'));
  const foreign = process.getuid?.() === 0 ? await left() : undefined;
  if (foreign !== undefined) chownSync(foreign, 65_534, 65_534);
  expect(new PrivateDirectories(notes).removeLeft(fail)).toHaveLength(1);
  expect([linked, file, join(victim, 'file'), inside].map((path) => existsSync(path))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  if (foreign !== undefined) expect(existsSync(foreign)).toBe(true);
  expect(readdirSync(notes)).toEqual([]);
});

test('ignores notes in a copy of the data directory', async () => {
  const path = await left();
  const copy = join(dataDir, 'copy');
  cpSync(notes, copy, { recursive: true });
  expect(new PrivateDirectories(copy).removeLeft(fail)).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

test('a directory that cannot be removed causes no error, and the next process removes it', async () => {
  const directories = new PrivateDirectories(notes);
  const path = await directories.make('rdp');
  const moved = join(dataDir, 'moved');
  renameSync(notes, moved);
  writeFileSync(notes, ''); // as a disk with errors
  directories.remove(path);
  rmSync(notes);
  renameSync(moved, notes);
  expect(readdirSync(notes)).toHaveLength(1);
  new PrivateDirectories(notes).removeLeft(fail);
  expect(readdirSync(notes)).toEqual([]);
});
