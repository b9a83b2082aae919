import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Runs `work` while no other process on this machine runs work under the same file, and waits for its turn. A file that
 * a killed process left does not count. Good enough for builds. The data directory has a real lock.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onlyOne(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!claim(file)) await delay(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function claim(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!holderLives(file)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function holderLives(file) {
  try {
    // If the file is empty, its owner is just about to write it.
    const holder = Number(readFileSync(file, 'utf8'));
    return holder === 0 || process.kill(holder, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
