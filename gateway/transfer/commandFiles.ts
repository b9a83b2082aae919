// Files through a command that runs in another account: the system enforces the account's rights.
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import {
  FileError,
  isMissing,
  MODE_BITS,
  type DirectoryEntry,
  type FileFault,
  type RemoteFiles,
} from './remoteFiles.ts';

/** The end of a command's error message in the plain locale. */
const FAULTS: [ending: string, fault: FileFault][] = [
  ['No such file or directory', 'missing'],
  ['Not a directory', 'missing'],
  ['Too many levels of symbolic links', 'missing'],
  ['Permission denied', 'denied'],
  ['Operation not permitted', 'denied'],
  ['File exists', 'exists'],
  ['No space left on device', 'full'],
  ['Disk quota exceeded', 'full'],
];

/** Prints a dot once the file is open, before its content, or fails. */
const READ = 'exec < "$1" && printf . && exec head -c "$2"';
const READ_ALL = 'exec < "$1" && printf . && exec cat';
const WRITE = 'umask 022; exec 3> "$1" && chmod 644 -- "$1" && printf . && exec cat >&3';
/** The shell creates files but does not overwrite any. */
const NEW_ONLY = 'set -C; ';
const IS_LINK = 'if [ -L "$1" ]; then printf .; fi';
/** Opens the file for writing, without changing it, before it prints the owner. */
const OWNER = 'exec 3>> "$1" && exec stat -L -c %u:%g:%h -- "$1"';

/** `become` is the prefix of every command, and begins with bash (loginCommand.ts). */
export function commandFiles(become: readonly [string, ...string[]], home: string): RemoteFiles {
  const at = (path: string) => resolve(home, path);
  const start = (...command: string[]): ChildProcess => {
    const [file, ...args] = become;
    return spawn(file, [...args, ...command], { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } });
  };
  const shell = (script: string, ...args: string[]) =>
    start(become[0], '--noprofile', '--norc', '-c', script, 'files', ...args);
  const run = (...command: string[]): Promise<string> => errorText(start(...command));
  return {
    async stat(path) {
      try {
        const facts = (await run('stat', '-L', '-c', '%F:%s:%Y:%a', '--', at(path))).trim().split(':');
        const [kind = '', size, changed, mode = ''] = facts;
        return {
          kind: kind === 'directory' ? kind : kind.startsWith('regular') ? 'file' : 'other',
          sizeBytes: Number(size),
          changedAtMs: Number(changed) * 1000,
          mode: Number.parseInt(mode, 8) & MODE_BITS,
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    isLink: async (path) => (await errorText(shell(IS_LINK, at(path)))) !== '',
    async *entries(path) {
      const child = start(
        'find',
        '-H',
        at(path),
        '-mindepth',
        '1',
        '-maxdepth',
        '1',
        '-printf',
        '%y%Y:%s:%T@:%m:%f\\0',
      );
      const over = ended(child);
      over.catch(() => undefined); // handled below, unless the reader stops
      try {
        for await (const lines of partsOf(child)) yield lines.map(toEntry);
        await over;
      } finally {
        child.kill();
      }
    },
    realPath: async (path) => (await run('realpath', '-z', '--', at(path))).replace(/\0$/, ''),
    makeDirectory: (path) => ended(start('mkdir', '--', at(path))),
    rename: async (from, to, how) => {
      if (how !== 'new') return ended(start('mv', '-f', '-T', '--', at(from), at(to)));
      await ended(start('ln', '-T', '--', at(from), at(to)));
      await ended(start('rm', '--', at(from)));
    },
    remove: (path) => ended(start('rm', '--', at(path))),
    async read(path, sizeBytes) {
      const child = shell(sizeBytes === undefined ? READ_ALL : READ, at(path), String(sizeBytes));
      const over = ended(child);
      await opened(child, over);
      const stream = new PassThrough();
      // The exit of the command decides whether the content is complete.
      over.then(
        () => stream.end(),
        (error: unknown) => stream.destroy(error instanceof Error ? error : undefined),
      );
      stream.on('close', () => child.kill());
      return child.stdout?.pipe(stream, { end: false }) ?? stream;
    },
    async write(path, how) {
      const child = shell(how === 'new' ? NEW_ONLY + WRITE : WRITE, at(path));
      const over = ended(child);
      await opened(child, over);
      return new Writable({
        write: (piece: Buffer, _encoding, done) => {
          child.stdin?.write(piece, (error) => done(error && new FileError('other', error.message)));
        },
        final(done) {
          child.stdin?.end();
          over.then(() => done(), done);
        },
        destroy(error, done) {
          child.kill();
          done(error);
        },
      });
    },
    async ownerOf(path) {
      const [uid = 0, gid = 0, names = 1] = (await errorText(shell(OWNER, at(path)))).trim().split(':').map(Number);
      return { uid, gid, names };
    },
    give: (path, { uid, gid }) => ended(start('chown', `${uid}:${gid}`, '--', at(path))),
    close: () => undefined,
  };
}

/** The output of a command in pieces that end with NUL, as it arrives. */
async function* partsOf({ stdout }: ChildProcess): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of stdout?.setEncoding('utf8') ?? []) {
    const parts = (rest + String(text)).split('\0');
    rest = parts.pop() ?? '';
    yield parts;
  }
}

/** A line with the type of the entry and of its link target, its size, time, permissions and name. */
function toEntry(line: string): DirectoryEntry {
  const [kinds = '', size = '', changed = '', mode = '', ...rest] = line.split(':');
  const name = rest.join(':');
  const kind = kinds.endsWith('d') ? 'directory' : kinds.endsWith('f') ? 'file' : 'other';
  if (kinds.startsWith('l')) return { name, kind };
  const changedAtMs = Math.trunc(Number(changed) * 1000);
  return { name, kind, sizeBytes: Number(size), changedAtMs, mode: Number.parseInt(mode, 8) & MODE_BITS };
}

/** The output of the command. */
async function errorText(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await ended(child);
  return text;
}

/** Rejects with the command's error message. */
async function ended(child: ChildProcess): Promise<void> {
  let errorText = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorText += text));
  child.stdin?.on('error', () => undefined); // ignored: the end of the command gives the reason
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  if (code === 0) return;
  // Before its reason a command prints its name and its files, including drafts.
  const words = errorText.trim().split(': ').at(-1) ?? '';
  const fault = FAULTS.find(([ending]) => words.endsWith(ending))?.[1] ?? 'other';
  throw new FileError(fault, words || 'the command was ended');
}

/** Removes the dot from the output, which shows that the file is open. */
async function opened(child: ChildProcess, over: Promise<void>): Promise<void> {
  over.catch(() => undefined);
  const sign = new Promise<void>((resolve) => {
    child.stdout?.once('readable', () => {
      // The end of the output also makes it readable, but returns nothing.
      if (child.stdout?.read(1)) resolve();
    });
  });
  await Promise.race([sign, over]);
}
