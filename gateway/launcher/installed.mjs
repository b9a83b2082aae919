import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { StartError } from './startError.mjs';

/** @param {string} root */
const markerOf = (root) => join(root, 'node_modules', '.postern-lock');

/** @param {string} root */
const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * True if node_modules does not match the lock file. A manual installation counts too, and its marker is written.
 * @param {string} root
 */
export function installDue(root) {
  const marker = markerOf(root);
  const wanted = lockHash(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return false;
  if (!installedByHand(root)) return true;
  writeFileSync(marker, wanted);
  return false;
}

/**
 * npm stores a copy of the lock file for the installed packages. Optional packages of other platforms are missing in
 * it.
 * @param {string} root
 */
function installedByHand(root) {
  const copy = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(copy)) return false;
  const { packages: installed } = JSON.parse(readFileSync(copy, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (path in installed ? installed[path].version === version : optional === true),
  );
}

/**
 * Installs from the lock file. Install scripts do not run.
 * @param {string} root
 */
export async function install(root) {
  console.log('Installing packages (once, about half a minute)');
  const { code, output } = await runNpm(root, ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) throw new StartError(`packages could not be installed:\n${output.trim()}`);
  writeFileSync(markerOf(root), lockHash(root));
}
