// Both implementations of this machine's files behave the same. The one with commands is also tested in another
// account.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findAccount } from '../terminal/accounts.ts';
import { thisProcess } from '../terminal/runAs.ts';
import { becomeCommand } from '../terminal/loginCommand.ts';
import { commandFiles } from './commandFiles.ts';
import { ownFiles } from './ownFiles.ts';
import { PrivateDirectory } from './PrivateDirectory.ts';
import { listFolder } from './folders.ts';
import type { DirectoryEntry, RemoteFiles } from './remoteFiles.ts';

const IS_ROOT = process.getuid?.() === 0;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'postern-files-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});
const at = (name: string) => join(home, name);

async function throughCommands(name: string): Promise<RemoteFiles> {
  const account = await findAccount(name);
  const become = account && becomeCommand(account, thisProcess());
  if (!become) throw new Error(`cannot become ${name}`);
  return commandFiles(become, home);
}

const OWN = process.env['USER'] ?? (IS_ROOT ? 'root' : '');
const IMPLEMENTATIONS: [name: string, files: () => Promise<RemoteFiles>][] = [
  ['file system calls', () => Promise.resolve(ownFiles(home, new PrivateDirectory(join(home, 'kept'))))],
  ['a command', () => throughCommands(OWN)],
];

const entriesOf = async (files: RemoteFiles, path: string): Promise<DirectoryEntry[]> => {
  const all: DirectoryEntry[] = [];
  for await (const batch of files.entries(path)) all.push(...batch);
  return all;
};
const write = async (files: RemoteFiles, path: string, pieces: Iterable<Buffer> | Readable) =>
  pipeline(pieces, await files.write(path));

describe.each(IMPLEMENTATIONS)('through %s', (_, open) => {
  test('reads the same bytes that were written, under a file name with special characters', async () => {
    const files = await open();
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_item, i) => (i * 7 + (i >> 8)) % 256));
    await write(files, '-odd "näme"', [bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
    expect(readFileSync(at('-odd "näme"')).equals(bytes)).toBe(true);
    expect(statSync(at('-odd "näme"')).mode & 0o777).toBe(0o644);
    expect((await buffer(await files.read('-odd "näme"', bytes.length))).equals(bytes)).toBe(true);
    expect((await buffer(await files.read('-odd "näme"', 10))).equals(bytes.subarray(0, 10))).toBe(true);
    expect((await buffer(await files.read('-odd "näme"', 300_000))).equals(bytes)).toBe(true);
  });

  test('a file of the kernel is read to its end although its size is 0', async () => {
    const files = await open();
    expect(await files.stat('/proc/version')).toMatchObject({ kind: 'file', sizeBytes: 0 });
    expect((await buffer(await files.read('/proc/version'))).equals(readFileSync('/proc/version'))).toBe(true);
  });

  test('a file that cannot be read to its end fails instead of ending', async () => {
    const files = await open();
    await expect(files.read('.').then(buffer)).rejects.toMatchObject({ name: 'FileError', fault: 'other' });
  });

  test('distinguishes directories, links and missing files', async () => {
    const files = await open();
    writeFileSync(at('a'), 'abc');
    symlinkSync('a', at('link'));
    await files.makeDirectory('sub');
    expect(await files.stat('sub')).toMatchObject({ kind: 'directory' });
    expect(await files.stat('link')).toEqual({
      kind: 'file',
      sizeBytes: 3,
      changedAtMs: expect.any(Number) as number,
      mode: 0o644,
    });
    expect(await files.stat('none')).toBeUndefined();
    expect(await files.stat('a/b')).toBeUndefined();
    symlinkSync('nowhere', at('lost:link'));
    symlinkSync('.', at('here'));
    symlinkSync('round', at('round'));
    expect(await files.stat('round')).toBeUndefined();
    expect((await entriesOf(files, '.')).map(({ name }) => name).sort()).toEqual([
      ...['a', 'here', 'link', 'lost:link', 'round', 'sub'],
    ]);
    const changed = expect.any(Number) as number;
    const list = await listFolder(files, '.');
    expect(list.entries).toEqual([
      { name: 'a', kind: 'file', size: 3, changed },
      { name: 'here', kind: 'directory', size: expect.any(Number) as number, changed },
      { name: 'link', kind: 'file', size: 3, changed },
      { name: 'sub', kind: 'directory', size: expect.any(Number) as number, changed },
    ]);
    await expect(entriesOf(files, 'none')).rejects.toMatchObject({ fault: 'missing' });
    expect((await listFolder(files, 'here')).entries).toHaveLength(4);
    expect(await files.realPath('sub/../link')).toBe(at('a'));
  });

  test('does not list names that are not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(at('caf')), Buffer.of(0xe9)]), 'x');
    writeFileSync(at('café'), 'x');
    expect((await listFolder(await open(), '.')).entries.map(({ name }) => name)).toEqual(['café']);
  });

  test('renames files, also over another file, and removes them', async () => {
    const files = await open();
    writeFileSync(at('a'), 'abc');
    writeFileSync(at('b'), 'old');
    await files.rename('a', 'b');
    expect(readFileSync(at('b'), 'utf8')).toBe('abc');
    await files.remove('b');
    expect(await entriesOf(files, '.')).toEqual([]);
  });

  test('renaming to a new name refuses an existing name', async () => {
    const files = await open();
    for (const name of ['a', 'b']) writeFileSync(at(name), name);
    await files.rename('a', 'new', 'new');
    await expect(files.rename('b', 'new', 'new')).rejects.toMatchObject({ fault: 'exists' });
    expect(['new', 'b'].map((name) => readFileSync(at(name), 'utf8'))).toEqual(['a', 'b']);
    expect(await files.stat('a')).toBeUndefined();
  });

  test('a file keeps its content when its owner is read or set, and when a new file is refused', async () => {
    const files = await open();
    writeFileSync(at('a'), 'abc');
    const { uid, gid } = statSync(at('a'));
    expect(await files.ownerOf('a')).toEqual({ uid, gid, names: 1 });
    await files.give('a', { uid, gid, names: 1 });
    await expect(files.write('a', 'new')).rejects.toMatchObject({ name: 'FileError' });
    expect(readFileSync(at('a'), 'utf8')).toBe('abc');
  });

  test.runIf(IS_ROOT)('a write to a full disk fails with the fault “full”', async () => {
    execFileSync('mknod', [at('full'), 'c', '1', '7']);
    await expect(write(await open(), 'full', [Buffer.from('x')])).rejects.toMatchObject({
      name: 'FileError',
      fault: 'full',
    });
  });

  test.each([
    ['read a missing file', (files: RemoteFiles) => files.read('none', 1), 'missing'],
    ['write below a missing directory', (files: RemoteFiles) => files.write('none/x'), 'missing'],
    ['make an existing directory', (files: RemoteFiles) => files.makeDirectory('.'), 'exists'],
  ])('an attempt to %s fails with its fault', async (_what, work, fault) => {
    await expect(work(await open())).rejects.toMatchObject({ name: 'FileError', fault });
  });
});

test.runIf(IS_ROOT)('another account reads and writes only with its own permissions', async () => {
  chmodSync(home, 0o777);
  writeFileSync(at('secret'), 'x', { mode: 0o600 });
  const files = await throughCommands('nobody');
  await write(files, 'theirs', [Buffer.from('hello')]);
  expect(statSync(at('theirs')).uid).toBe((await findAccount('nobody'))?.uid);
  await expect(files.read('secret', 1)).rejects.toMatchObject({ fault: 'denied' });
  await expect(files.write('secret')).rejects.toMatchObject({ fault: 'denied' });
  expect(readFileSync(at('secret'), 'utf8')).toBe('x');
});
