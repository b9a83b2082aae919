// `npm test`: installs what is missing, then types, lint, unit, size, contract, security and browser suites, in the order in
// which a failure is cheapest to learn. `npm test -- unit e2e` runs only the named ones.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

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
  unit: vitest('unit', 'ui'),
  size: ['node', 'bench/size.mjs'],
  contract: vitest('contract'),
  security: vitest('security'),
  e2e: vitest('e2e'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`test: no suite is called ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`);
  process.exit(1);
}
const names = asked.length > 0 ? asked : Object.keys(SUITES);

const { prepare } = await import('../gateway/launcher/prepare.mjs');
await prepare(root);
if (['contract', 'security', 'e2e'].some((name) => names.includes(name))) {
  const { ensureSystemPackages } = await import('./systemPackages.mjs');
  ensureSystemPackages();
}

for (const name of names) {
  const started = Date.now();
  const [command = '', ...args] = SUITES[name] ?? [];
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`test: ${name} failed`);
    process.exit(1);
  }
  console.log(`test: ${name} ok, ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
