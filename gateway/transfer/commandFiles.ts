// Files as seen by a command that runs in another account: the system decides what it may read and write.
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

/** What a command says at the end of its error, in the plain locale. */
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

/** Says that the file is open before anything goes through it, or fails. */
const READ = 'exec < "$1" && printf . && exec head -c "$2"';
const READ_ALL = 'exec < "$1" && printf . && exec cat';
const WRITE = 'umask 022; exec 3> "$1" && chmod 644 -- "$1" && printf . && exec cat >&3';
/** With this the shell makes files and empties none. */
const NEW_ONLY = 'set -C; ';
const IS_LINK = 'if [ -L "$1" ]; then printf .; fi';
/** Opens the file for writing, without harm, before it tells whose it is. */
const OWNER = 'exec 3>> "$1" && exec stat -L -c %u:%g:%h -- "$1"';

/** `become` goes before every command, and begins with bash (loginCommand.ts). */
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
      over.catch(() => undefined); // told below, unless nobody reads on
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
      // What the command has said at its end decides whether the content is whole.
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

/** The output of a command as it comes, in pieces that end with NUL. */
async function* partsOf({ stdout }: ChildProcess): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of stdout?.setEncoding('utf8') ?? []) {
    const parts = (rest + String(text)).split('\0');
    rest = parts.pop() ?? '';
    yield parts;
  }
}

/** A line that says what the entry is, and what it leads to, its size, time and permissions, and its name. */
function toEntry(line: string): DirectoryEntry {
  const [kinds = '', size = '', changed = '', mode = '', ...rest] = line.split(':');
  const name = rest.join(':');
  const kind = kinds.endsWith('d') ? 'directory' : kinds.endsWith('f') ? 'file' : 'other';
  if (kinds.startsWith('l')) return { name, kind };
  const changedAtMs = Math.trunc(Number(changed) * 1000);
  return { name, kind, sizeBytes: Number(size), changedAtMs, mode: Number.parseInt(mode, 8) & MODE_BITS };
}

/** What the command prints. */
async function errorText(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await ended(child);
  return text;
}

/** Rejects with what the command said. */
async function ended(child: ChildProcess): Promise<void> {
  let trouble = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (trouble += text));
  child.stdin?.on('error', () => undefined); // nobody reads: the end tells why
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  if (code === 0) return;
  // Before its reason a command names itself and the files that it works with, drafts among them.
  const words = trouble.trim().split(': ').at(-1) ?? '';
  const fault = FAULTS.find(([ending]) => words.endsWith(ending))?.[1] ?? 'other';
  throw new FileError(fault, words || 'the command was ended');
}

/** Takes the sign that the file is open off the output. */
async function opened(child: ChildProcess, over: Promise<void>): Promise<void> {
  over.catch(() => undefined);
  const sign = new Promise<void>((resolve) => {
    child.stdout?.once('readable', () => {
      // An end can be read as well, and is no sign.
      if (child.stdout?.read(1)) resolve();
    });
  });
  await Promise.race([sign, over]);
}
