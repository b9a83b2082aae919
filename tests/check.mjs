// `npm run check`: everything that is judged without running the product. Stops at the first step that fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The exit code of a step that could not judge, and has said why. */
const SKIPPED = 77;

/** @param {string} name */
const bin = (name) => `node_modules/.bin/${name}`;
/** @type {[name: string, command: string, args: string[]][]} */
const steps = [
  ['types', bin('tsc'), ['--noEmit']],
  ['lint', bin('eslint'), ['.', '--max-warnings=0']],
  ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['unused', bin('knip'), []],
  [
    'rooms',
    bin('depcruise'),
    ['--config', 'tests/rooms.cjs', '--output-type', 'err', 'src', 'gateway', 'tests', 'bench'],
  ],
  ['licences', process.execPath, ['tests/supplyChain/licences.mjs', '--check']],
  ['advisories', process.execPath, ['tests/supplyChain/advisories.mjs']],
];
const only = process.argv.slice(2);

for (const [name, command, args] of steps) {
  if (only.length > 0 && !only.includes(name)) continue;
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === SKIPPED) continue;
  if (status !== 0) {
    console.error(`check: ${name} failed`);
    process.exit(1);
  }
  console.log(`check: ${name} ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
