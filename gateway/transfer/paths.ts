// Paths of transfers as people write them (http-resources §16).
import { posix } from 'node:path';
import { shellGlob } from '../../src/lib/glob.ts';
import { ApiFailure, badRequest } from '../http/failures.ts';
import { DirectoryReader } from './directory.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';
import { STAT_AT_ONCE, statAll } from './statAll.ts';

/** OpenSSH ends the connection, with the other transfers on it, for a path with a NUL. */
export function withoutNul(path: string): string {
  if (path.includes('\0')) throw badRequest('a path cannot have a NUL character');
  return path;
}

/** Relative paths are seen from the home; `~/` says the same. Other people's homes are not looked for. */
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

/** Longer patterns are refused: no path that a system takes is longer by much. */
const PATTERN_MAX_CHARACTERS = 4096;
/** No longer name is in a directory of a system that people use, and none matches. */
const NAME_MAX_CHARACTERS = 255;
/** Paths that a part of a pattern may match. */
const FOUND_MAX = 1000;
const SIGNS = /[*?[]/;

/** The file that a pattern means; a name that is there means itself, whatever signs are in it. */
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

/** Those of the paths where something is. */
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
    if (!(error instanceof FileError)) throw error; // what is no directory has no names
  }
}

/** As a shell does: a dot at the beginning has to be written. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  const matches = shellGlob(pattern);
  return (name) =>
    name.length <= NAME_MAX_CHARACTERS && (pattern.startsWith('.') || !name.startsWith('.')) && matches(name);
}
