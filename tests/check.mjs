// `npm run check`: all checks that do not run the product. Two steps run at a time. After a failure no other step
// starts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The exit code of a step that could not run and has printed the reason. */
const SKIPPED = 77;
/** Each takes about one processor. */
const AT_ONCE = 2;

/** @param {string} name */
const bin = (name) => `node_modules/.bin/${name}`;
/** The longest first. @type {[name: string, command: string, args: string[]][]} */
const steps = [
  ['lint', bin('oxlint'), []],
  ['types', bin('tsc'), ['--noEmit']],
  ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['unused', bin('knip'), []],
  [
    'rooms',
    bin('depcruise'),
    ['--config', 'tests/rooms.cjs', '--output-type', 'err', 'src', 'gateway', 'tests', 'bench'],
  ],
  ['citations', process.execPath, ['tests/citations.mjs']],
  ['size-of-code', process.execPath, ['tests/codeSize.mjs']],
  ['licences', process.execPath, ['tests/supplyChain/licences.mjs', '--check']],
  ['advisories', process.execPath, ['tests/supplyChain/advisories.mjs']],
];
const only = process.argv.slice(2);
const waiting = steps.filter(([name]) => only.length === 0 || only.includes(name));

/** Prints the output of a step at its end. False if it failed. @param {(typeof steps)[number]} step */
async function judge([name, command, args]) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  if (status === SKIPPED) return true;
  console.log(`check: ${name} ${status === 0 ? 'ok' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

let failed = false;
async function work() {
  for (let step = waiting.shift(); step && !failed; step = waiting.shift()) {
    if (!(await judge(step))) failed = true;
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
if (failed) process.exitCode = 1;
