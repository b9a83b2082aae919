// Paths of transfers as users write them (http-resources §16).
import { posix } from 'node:path';
import { shellGlob } from '../../src/lib/glob.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import { DirectoryReader } from './directory.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';
import { STAT_AT_ONCE, statAll } from './statAll.ts';

/** For a path with NUL, OpenSSH ends the connection, with all its transfers. */
export function withoutNul(path: string): string {
  if (path.includes('\0')) throw badRequest('a path cannot have a NUL character');
  return path;
}

/** Relative paths start at the home directory, like `~/`. Home directories of other users are not resolved. */
export function fromHome(path: string): string {
  if (path === '~' || path === '~/') return '.';
  if (path.startsWith('~/')) return withoutNul(path.slice(2));
  if (path.startsWith('~'))
    throw new ApiFailure(
      400,
      'expanding remote ~user paths is not supported, specify an absolute path instead',
      undefined,
      [`error expanding ${JSON.stringify(path)}`],
    );
  return withoutNul(path);
}

/** Longer patterns are refused: systems accept paths of about this length. */
const PATTERN_MAX_CHARACTERS = 4096;
/** Longer names do not occur, so they do not match. */
const NAME_MAX_CHARACTERS = 255;
/** Limit of paths that a part of a pattern may match. */
const FOUND_MAX = 1000;
const SIGNS = /[*?[]/;

/** The file that a pattern matches. An existing name matches itself, even if it contains pattern characters. */
export async function matchOne(files: RemoteFiles, path: string): Promise<string> {
  if (!SIGNS.test(path)) return path;
  if (path.length > PATTERN_MAX_CHARACTERS)
    throw badRequest(`the pattern is longer than ${PATTERN_MAX_CHARACTERS} characters`);
  if (await files.stat(path)) return path;
  const there: string[] = [];
  for await (const found of existing(files, await expand(files, path))) {
    there.push(found);
    if (there.length > 1) throw badRequest(`${JSON.stringify(path)} matches several files. Specify one of them`);
  }
  return there[0] ?? path;
}

/** The existing paths. */
async function* existing(files: RemoteFiles, paths: readonly string[]): AsyncGenerator<string> {
  for (let at = 0; at < paths.length; at += STAT_AT_ONCE) {
    const some = paths.slice(at, at + STAT_AT_ONCE);
    const facts = await statAll(files, some);
    yield* some.filter((_, i) => facts[i] !== undefined);
  }
}

async function expand(files: RemoteFiles, pattern: string): Promise<string[]> {
  const reader = new DirectoryReader(files);
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    const next: string[] = [];
    for (const directory of found) {
      if (SIGNS.test(part)) await addMatches(reader, directory, part, next);
      else next.push(posix.join(directory, part));
    }
    found = next;
  }
  return found;
}

async function addMatches(reader: DirectoryReader, directory: string, part: string, found: string[]): Promise<void> {
  const matches = nameMatcher(part);
  try {
    const isWhole = await reader.read(directory || '.', ({ name }) => {
      if (!matches(name)) return;
      if (found.length === FOUND_MAX) throw badRequest(`${JSON.stringify(part)} matches more than ${FOUND_MAX} names`);
      found.push(posix.join(directory, name));
    });
    if (!isWhole) throw badRequest(`there are too many names to match ${JSON.stringify(part)}`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error; // a path that is not a directory has no names
  }
}

/** Like in a shell: a leading dot must be written. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const matches = shellGlob(pattern);
  return (name) =>
    name.length <= NAME_MAX_CHARACTERS && (pattern.startsWith('.') || !name.startsWith('.')) && matches(name);
}
