// The packages of the lock file that are shipped: those of the gateway, and those with a module in a script of the
// console. All others only build and test.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsDue } from '../../gateway/launcher/build.mjs';

/**
 * @typedef {{ version: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean }} LockEntry
 * @typedef {'gateway' | 'console'} Part
 * @typedef {{ path: string, name: string, version: string, license: string | undefined, parts: Part[] }} Shipped
 */

/**
 * `bundled`: directories of the console's packages.
 * @param {string} root
 * @param {readonly string[]} bundled
 * @returns {Shipped[]} sorted by name and version
 */
export function shippedPackages(root, bundled) {
  const entries = readLock(root);
  const consolePaths = new Set(bundled);
  const unknown = bundled.filter((path) => !(path in entries));
  if (unknown.length > 0) throw new Error(`not in package-lock.json: ${unknown.join(', ')}`);
  return Object.entries(entries)
    .flatMap(([path, { version, license, dev = false, devOptional = false }]) => {
      /** @type {Part[]} */
      const parts = [];
      if (path !== '' && !dev && !devOptional) parts.push('gateway');
      if (consolePaths.has(path)) parts.push('console');
      return parts.length === 0
        ? []
        : [{ path, name: nameOf(path), version, license: license ?? licenceOf(root, path), parts }];
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version) || compare(a.path, b.path));
}

/**
 * The console's packages according to the last build. undefined if its sources have changed since, or without a build.
 * @param {string} root
 * @returns {string[] | undefined}
 */
export function bundledPackages(root) {
  const list = join(root, 'dist', 'console', '.vite', 'packages.json');
  return existsSync(list) && !partsDue(root).includes('console') ? JSON.parse(readFileSync(list, 'utf8')) : undefined;
}

/**
 * Directories of packages in the form `name@version`, if the lock file has them.
 * @param {string} root
 * @param {readonly string[]} wanted
 */
export const pathsOf = (root, wanted) =>
  Object.entries(readLock(root)).flatMap(([path, { version }]) =>
    wanted.includes(`${nameOf(path)}@${version}`) ? [path] : [],
  );

/** @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * @param {string} root
 * @returns {Record<string, LockEntry>}
 */
const readLock = (root) => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/**
 * npm copies the field `license` into the lock file, but not the old form `licenses`.
 * @param {string} root
 * @param {string} path
 */
function licenceOf(root, path) {
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license ?? licenses?.map((/** @type {{ type: string }} */ { type }) => type).join(' OR ');
}

/** @param {string} a @param {string} b */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
