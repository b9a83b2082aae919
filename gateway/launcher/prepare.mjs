import { join } from 'node:path';
import { build, partsDue } from './build.mjs';
import { install, installDue } from './installed.mjs';
import { onlyOne } from './onlyOne.mjs';

/**
 * Installs packages and builds parts that are out of date. If nothing is, it takes some ten milliseconds. Of several
 * starts at once, one does the work.
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
