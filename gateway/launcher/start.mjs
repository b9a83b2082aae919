// `npm start`: flags, packages, builds, then the gateway in this process.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { START_FLAGS } from './flags.mjs';
import { helpText } from './help.mjs';
import { npmGone } from './parentGone.mjs';
import { parseFlags } from './parseFlags.mjs';
import { prepare } from './prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = parseFlags(START_FLAGS, process.argv.slice(2), process.env);
const orphaned = npmGone(process.env);

if (!options) console.log(helpText('npm start', START_FLAGS));
else if (options.dev) await (await import('./develop.mjs')).develop(root, orphaned);
else {
  const giveUp = () => process.exit(1);
  orphaned.addEventListener('abort', giveUp);
  await prepare(root);
  orphaned.removeEventListener('abort', giveUp);
  /** @type {typeof import('../main.ts')} */
  const gateway = await import(pathToFileURL(join(root, 'dist/gateway/main.js')).href);
  await gateway.run(options, root, orphaned);
}
