import { accessSync, constants, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reason } from '../config/files.ts';
import { StartError } from '../launcher/startError.mjs';
import { Database } from '../store/database.ts';
import { StoreError } from '../store/storeError.ts';

/** Kept for the life of the process: garbage collection would release the lock. */
const locks = new Set<Database>();

/**
 * Creates the data directory if it is missing, only for this user, and locks it for this process. The mode of an
 * existing directory is not changed, but files with secrets are made unreadable for other users. The lock is the
 * operating system's: it ends with the process in every case, and is visible from other containers on the same disk.
 */
export function takeDataDir(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `data directory ${directory} cannot be used: ${reason(error)}. Choose another with --data-dir`,
    );
  }
  locks.add(lock(directory));
}

/** A StartError that names the unusable file of the data directory. Other errors are returned unchanged. */
export function toDataError(error: unknown, directory: string): unknown {
  const database = join(directory, 'postern.db');
  const path = error instanceof StoreError ? database : error instanceof Error && 'path' in error ? error.path : '';
  const isInside = typeof path === 'string' && path.startsWith(join(directory, '/'));
  return isInside ? new StartError(`${path} cannot be used: ${reason(error)}`) : error;
}

/** Step by step: if a file system refuses new directories, as /proc does, Node's recursive mkdir never returns. */
function makeDirectory(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${directory} is a file`);
  if (lstatSync(directory, { throwIfNoEntry: false })) throw new Error(`${directory} is a link to nothing`);
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

function lock(directory: string): Database {
  const holder = join(directory, 'gateway.pid');
  try {
    const database = new Database(join(directory, 'gateway.lock'));
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    writeFileSync(holder, `${process.pid}\n`);
    // Another process may get the number, and then a signal for the gateway.
    process.once('exit', () => {
      if (pidIn(holder) === `${process.pid}`) rmSync(holder, { force: true });
    });
    return database;
  } catch (error) {
    if (!(error instanceof Error && /locked|holds it/.test(error.message))) {
      throw new StartError(
        `data directory ${directory} cannot be used: ${reason(error)}. Choose another with --data-dir`,
      );
    }
    throw new StartError(
      `data directory ${directory} is in use by another gateway (process ${pidIn(holder) ?? 'unknown'}). Choose another with --data-dir`,
    );
  }
}

function pidIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
