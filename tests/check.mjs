// `npm run check`: everything that is judged without running the product. Stops at the first step that fails.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {[name: string, bin: string, args: string[]][]} */
const steps = [
  ['types', 'tsc', ['--noEmit']],
  ['lint', 'eslint', ['.', '--max-warnings=0']],
  ['format', 'prettier', ['--check', '--log-level=warn', '.']],
  ['unused', 'knip', []],
  ['rooms', 'depcruise', ['--config', 'tests/rooms.cjs', '--output-type', 'err', 'src', 'gateway', 'tests', 'bench']],
];
const only = process.argv.slice(2);

for (const [name, bin, args] of steps) {
  if (only.length > 0 && !only.includes(name)) continue;
  const started = Date.now();
  const { status } = spawnSync(`node_modules/.bin/${bin}`, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`check: ${name} failed`);
    process.exit(1);
  }
  console.log(`check: ${name} ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
