// `npm run check`: everything that is judged without running the product, side by side: the lint takes as long as the
// rest. `npm run check -- types lint` runs only the named steps.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @typedef {[name: string, bin: string, args: string[]]} Step */
/** @type {Step[][]} */
const lanes = [
  [['lint', 'eslint', ['.', '--max-warnings=0']]],
  [
    ['types', 'tsc', ['--noEmit']],
    ['format', 'prettier', ['--check', '--log-level=warn', '.']],
    ['unused', 'knip', []],
    ['rooms', 'depcruise', ['--config', 'tests/rooms.cjs', '--output-type', 'err', 'src', 'gateway', 'tests', 'bench']],
  ],
];
const only = process.argv.slice(2);

/**
 * What it says is printed once it has ended: two at a time would talk into one another.
 * @param {Step} step
 */
async function passes([name, bin, args]) {
  const started = Date.now();
  const child = spawn(`node_modules/.bin/${bin}`, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const said = [];
  child.stdout.on('data', (bytes) => said.push(bytes));
  child.stderr.on('data', (bytes) => said.push(bytes));
  const isGood = await new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (status) => resolve(status === 0));
  });
  process.stdout.write(Buffer.concat(said));
  if (!isGood) console.error(`check: ${name} failed`);
  else console.log(`check: ${name} ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return isGood;
}

const results = await Promise.all(
  lanes.map(async (lane) => {
    for (const step of lane) if ((only.length === 0 || only.includes(step[0])) && !(await passes(step))) return false;
    return true;
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;
