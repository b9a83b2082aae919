// `npm test`: installs missing packages, then runs types, lint, unit, size, contract, security and browser suites,
// cheapest failures first, some of them together. `npm test -- unit e2e` runs only the named ones.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { withPlainShells } from './plainShells.mjs';
import { ensureSystemPackages, hasPackagesForUnits } from './systemPackages.mjs';

createRequire(import.meta.url)('../gateway/launcher/nodeVersion.cjs');
const root = fileURLToPath(new URL('..', import.meta.url));

const vitest = (/** @type {string[]} */ ...projects) => [
  'node',
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.flatMap((name) => ['--project', name]),
];

/** @type {Record<string, string[]>} */
const SUITES = {
  check: ['node', 'tests/check.mjs'],
  unit: vitest('unit', 'unit-alone', 'gateway', 'ui', 'ui-alone'),
  size: ['node', 'bench/size.mjs'],
  contract: vitest('contract'),
  security: vitest('security'),
  e2e: vitest('e2e'),
  hosts: vitest('hosts'),
};

/**
 * Suites that run at the same time. Types, lint and the rest leave half a processor free for the unit suite. The second
 * host mostly waits, and must not be created during browser tests.
 */
const TOGETHER = [
  ['check', 'unit'],
  ['contract', 'hosts'],
];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`test: no suite is called ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`);
  process.exit(1);
}
const names = asked.length > 0 ? asked : Object.keys(SUITES);

const { prepare } = await import('../gateway/launcher/prepare.mjs');
await prepare(root);

/** Suites that start servers and browsers. The earlier ones run during the installation of missing packages. */
const WITH_SERVERS = ['contract', 'security', 'e2e', 'hosts'];
const isWithServers = (/** @type {string} */ name) => WITH_SERVERS.includes(name);
const installing = names.some(isWithServers) ? ensureSystemPackages() : undefined;
if (!hasPackagesForUnits()) await installed();

/** Ends the process if packages are missing. */
async function installed() {
  const failure = await installing;
  if (failure === undefined) return;
  console.error(`test: ${failure}`);
  process.exit(1);
}

/**
 * Prints the output of a suite as it arrives, or at its end if `isQuiet`. @param {string} name @param {boolean} isQuiet
 */
async function run(name, isQuiet) {
  const started = Date.now();
  const [command = '', ...args] = withPlainShells(SUITES[name] ?? []);
  const child = spawn(command, args, { cwd: root, stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  if (status !== 0) console.error(`test: ${name} failed`);
  else console.log(`test: ${name} ok, ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return status === 0;
}

for (const together of inTurn(names)) {
  if (together.some(isWithServers)) await installed();
  const results = await Promise.all(together.map((name, at) => run(name, at > 0)));
  if (results.includes(false)) process.exit(1);
}

/** Groups the suites that run at the same time, in the order of the table. @param {readonly string[]} asked */
function inTurn(asked) {
  const groups = Object.keys(SUITES).map((name) => TOGETHER.find((group) => group.includes(name)) ?? [name]);
  return [...new Set(groups)]
    .map((group) => group.filter((name) => asked.includes(name)))
    .filter(({ length }) => length > 0);
}
