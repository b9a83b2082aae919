import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { StartError } from '../launcher/startError.mjs';
import { readable, type Path } from './problem.ts';

/** The text of a file from the configuration. `label` is the start of the error if it cannot be read. */
export function readTextFile(label: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${label} ${file} cannot be read: ${reason(error)}`);
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

/** The system's reason as a sentence, without the path in the original message, which users must not see. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const [, words] = ('errno' in error && getSystemErrorMap().get(Number(error.errno))) || [];
  return REASONS[code] ?? words ?? error.message;
}

/** Resolves a path of a configuration file: `~` is the home, and relative paths start at the file's directory. */
export const resolvePath = (directory: string, path: string): string =>
  resolve(directory, path.replace(/^~(?=\/|$)/, homedir()));

/** A warning if the file at `path` of the configuration does not exist (yet). */
export function missingFile(path: Path, name: string | undefined, directory: string): string[] {
  const file = name === undefined ? undefined : resolvePath(directory, name);
  return file === undefined || existsSync(file) ? [] : [`${readable(path)}: the file ${file} does not exist`];
}
