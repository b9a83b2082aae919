import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { StartError } from '../launcher/startError.mjs';
import { readable, type Path } from './problem.ts';

/** The text of a file that the configuration names; `what` begins the error where it cannot be read. */
export function readTextFile(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${what} ${file} cannot be read: ${reason(error)}`);
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'its parent is not a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EEXIST: 'a file has its name',
};

/** What the system said, in words; without the path that its own message has, which not everybody is to know. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const [, words] = ('errno' in error && getSystemErrorMap().get(Number(error.errno))) || [];
  return REASONS[code] ?? words ?? error.message;
}

/** A path as a configuration file means it: `~` is the home, and the rest is seen from the file's directory. */
export const resolvePath = (directory: string, path: string): string =>
  resolve(directory, path.replace(/^~(?=\/|$)/, homedir()));

/** A warning where the file that a configuration names at `path` is not there (yet). */
export function missingFile(path: Path, name: string | undefined, directory: string): string[] {
  const file = name === undefined ? undefined : resolvePath(directory, name);
  return file === undefined || existsSync(file) ? [] : [`${readable(path)}: the file ${file} does not exist`];
}
