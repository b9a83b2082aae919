// `npm run seed`: fills a data directory with a realistic inventory.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SEED_FLAGS } from './flags.mjs';
import { helpText } from './help.mjs';
import { parseFlags } from './parseFlags.mjs';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = parseFlags(SEED_FLAGS, process.argv.slice(2), process.env);

if (!options) console.log(helpText('npm run seed', SEED_FLAGS));
else {
  await prepare(root);
  /** @type {typeof import('../seed.ts')} */
  const gateway = await import(pathToFileURL(join(root, 'dist/gateway/seed.js')).href);
  await gateway.seed(options, root);
}
