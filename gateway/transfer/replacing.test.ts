import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findAccount } from '../terminal/accounts.ts';
import { thisProcess } from '../terminal/runAs.ts';
import { becomeCommand } from '../terminal/loginCommand.ts';
import { commandFiles } from './commandFiles.ts';
import { ownFiles } from './ownFiles.ts';
import { PrivateDirectory } from './PrivateDirectory.ts';
import type { RemoteFiles } from './remoteFiles.ts';
import { replacing } from './replacing.ts';

const IS_ROOT = process.getuid?.() === 0;

let home: string;
let files: RemoteFiles;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'postern-replacing-'));
  files = ownFiles(home, new PrivateDirectory(join(home, 'kept')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});
const at = (name: string) => join(home, name);
const text = (name: string) => readFileSync(at(name), 'utf8');

const unnoted = () => Promise.resolve({ settled: () => Promise.resolve(), abandoned: () => undefined });

async function replace(path: string, content: string, where = files): Promise<void> {
  const { stream, settle } = await replacing(where, path, unnoted);
  await pipeline([Buffer.from(content)], stream);
  await settle();
}

test('the old file stays until the new one is complete, and its name always exists', async () => {
  writeFileSync(at('a'), 'old');
  const { stream, settle } = await replacing(files, 'a', unnoted);
  await pipeline([Buffer.from('new')], stream);
  expect(text('a')).toBe('old');
  await settle();
  expect(text('a')).toBe('new');
  expect(readdirSync(home)).toEqual(['a']);
});

test('an aborted write changes neither a new nor an existing path', async () => {
  writeFileSync(at('old'), 'old');
  for (const name of ['old', 'new']) {
    const { stream, undo } = await replacing(files, name, unnoted);
    stream.write('half');
    const broken = new Error('broken');
    await new Promise((resolve) =>
      stream
        .on('error', () => undefined)
        .on('close', resolve)
        .destroy(broken),
    );
    await undo();
  }
  expect(readdirSync(home)).toEqual(['old']);
  expect(text('old')).toBe('old');
});

test('a link still points to its file', async () => {
  mkdirSync(at('sub'));
  writeFileSync(at('sub/a'), 'old');
  symlinkSync('sub/a', at('link'));
  await replace('link', 'new');
  expect([readlinkSync(at('link')), text('sub/a')]).toEqual(['sub/a', 'new']);
  expect(readdirSync(at('sub'))).toEqual(['a']);
});

test('writing to a dangling link creates its target', async () => {
  symlinkSync('b', at('link'));
  await replace('link', 'new');
  expect([readlinkSync(at('link')), text('b')]).toEqual(['b', 'new']);
});

test('a new file gets its name once it is complete', async () => {
  const { stream, settle } = await replacing(files, 'a', unnoted);
  await pipeline([Buffer.from('new')], stream);
  expect(existsSync(at('a'))).toBe(false);
  await settle();
  expect([text('a'), readdirSync(home), statSync(at('a')).mode & 0o777]).toEqual(['new', ['a'], 0o644]);
});

test('a file that must be new does not replace a file that was created during the write', async () => {
  const { stream, settle } = await replacing(files, 'a', unnoted, 'new');
  await pipeline([Buffer.from('new')], stream);
  writeFileSync(at('a'), 'other');
  await expect(settle()).rejects.toMatchObject({ fault: 'exists' });
  await expect(replacing(files, 'a', unnoted, 'new')).rejects.toMatchObject({ fault: 'exists' });
  expect([text('a'), readdirSync(home)]).toEqual(['other', ['a']]);
});

test('a file with several hard links keeps them', async () => {
  writeFileSync(at('a'), 'old');
  linkSync(at('a'), at('b'));
  await replace('a', 'new');
  expect(text('b')).toBe('new');
});

test.runIf(IS_ROOT)('the new file has the owner of the old one', async () => {
  writeFileSync(at('a'), 'old');
  chownSync(at('a'), 1234, 4321);
  await replace('a', 'new');
  const { uid, gid } = statSync(at('a'));
  expect([text('a'), uid, gid]).toEqual(['new', 1234, 4321]);
});

test.runIf(IS_ROOT)(
  'an account that may write to a file, but not create or give one, overwrites it in place',
  async () => {
    const account = await findAccount('nobody');
    const become = account && becomeCommand(account, thisProcess());
    if (!become) throw new Error('cannot become nobody');
    const theirs = commandFiles(become, home);
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o666);
    chownSync(at('a'), account.uid, account.gid);
    chmodSync(home, 0o755);
    await replace('a', 'closed directory', theirs);
    expect(text('a')).toBe('closed directory');

    chmodSync(home, 0o777);
    writeFileSync(at('secret'), 'x', { mode: 0o600 });
    await expect(replacing(theirs, 'secret', unnoted)).rejects.toMatchObject({ fault: 'denied' });
    expect([text('secret'), existsSync(at('a'))]).toEqual(['x', true]);
    expect(readdirSync(home).sort()).toEqual(['a', 'secret']);
  },
);

test('refuses a pipe and a directory, because opening a pipe may block', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  const reader = openSync(at('pipe'), constants.O_RDWR); // with a reader, opening it for writing does not block
  onTestFinished(() => closeSync(reader));
  mkdirSync(at('sub'));
  for (const path of ['pipe', 'sub'])
    await expect(replace(path, 'new')).rejects.toMatchObject({
      name: 'FileError',
      message: 'it is not a regular file',
    });
});
