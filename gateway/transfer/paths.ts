// Paths of transfers as people write them (http-resources §16).
import { posix } from 'node:path';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { RemoteFiles } from './remoteFiles.ts';

/** Relative paths are seen from the home; `~/` says the same. Other people's homes are not looked for. */
export function fromHome(path: string): string {
  if (path === '~' || path === '~/') return '.';
  if (path.startsWith('~/')) return path.slice(2);
  if (path.startsWith('~'))
    throw new ApiFailure(
      400,
      'expanding remote ~user paths is not supported, specify an absolute path instead',
      undefined,
      [`error expanding ${JSON.stringify(path)}`],
    );
  return path;
}

/** The file that a pattern means; a name that is there means itself, whatever signs are in it. */
export async function matchOne(files: RemoteFiles, path: string): Promise<string> {
  if (!SIGNS.test(path) || (await files.stat(path))) return path;
  const [match = path, ...others] = await expand(files, path);
  if (others.length > 0)
    throw badRequest(`${JSON.stringify(path)} matches ${others.length + 1} files; name one of them`);
  return match;
}

const SIGNS = /[*?[]/;

async function expand(files: RemoteFiles, pattern: string): Promise<string[]> {
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    if (!SIGNS.test(part)) {
      found = found.map((directory) => posix.join(directory, part));
      continue;
    }
    const names = await Promise.all(found.map((directory) => files.list(directory || '.').catch(() => [])));
    found = found.flatMap((directory, i) =>
      (names[i] ?? []).filter((name) => matchesName(part, name)).map((name) => posix.join(directory, name)),
    );
  }
  const there = await Promise.all(found.map(async (path) => (await files.stat(path)) !== undefined));
  return found.filter((_, i) => there[i]);
}

/** As a shell does: a dot at the beginning has to be written. */
export function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern.replace(/\[(!?)([^\]]+)\]|[*?]|[.+^${}()|[\]\\]/g, (sign, not?: string, set?: string) => {
    if (sign === '*') return '.*';
    if (sign === '?') return '.';
    return set === undefined ? `\\${sign}` : `[${not ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
  });
  return new RegExp(`^${source}$`, 'su').test(name);
}
