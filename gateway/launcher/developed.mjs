import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { START_FLAGS } from './flags.mjs';
import { parentGone } from './parentGone.mjs';
import { parseFlags } from './parseFlags.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = parseFlags(START_FLAGS, process.argv.slice(2), process.env);

/** @type {typeof import('../main.ts')} */
const gateway = await import(pathToFileURL(join(root, 'dist/dev/main.js')).href);
await gateway.run({ ...options, dev: true }, root, parentGone());
