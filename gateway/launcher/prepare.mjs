import { join } from 'node:path';
import { build, partsDue } from './build.mjs';
import { install, installDue } from './installed.mjs';
import { onlyOne } from './onlyOne.mjs';

/**
 * Makes packages and builds what the lock file and the sources say. Does nothing, in some ten milliseconds, where all
 * is as it should be; of several starts at once one does the work.
 * @param {string} root
 */
export async function prepare(root) {
  if (!installDue(root) && partsDue(root).length === 0) return;
  await onlyOne(join(root, 'dist', '.preparing'), async () => {
    if (installDue(root)) await install(root);
    const due = partsDue(root);
    if (due.length > 0) await build(root, due);
  });
}
