import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const TEST = /\.test(-d)?\.tsx?$/;

/**
 * Changes when a file below these paths is added, deleted or written. Tests do not count. Reads no file contents: about
 * 10 ms for the whole project.
 * @param {string} root
 * @param {readonly string[]} paths files and directories, relative to root
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const addFile = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) addDirectory(path);
    else if (stat) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  /** @param {string} directory */
  const addDirectory = (directory) => {
    const entries = readdirSync(join(root, directory), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory()) addDirectory(path);
      else if (!TEST.test(path)) addFile(path);
    }
  };
  for (const path of paths) addFile(path);
  return hash.digest('hex');
}
