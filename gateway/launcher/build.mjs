import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { fingerprint } from './fingerprint.mjs';
import { StartError } from './startError.mjs';

/** @typedef {'console' | 'gateway'} Part */

/** The sources of each part, and the file that shows that it was built. */
const PARTS = {
  console: { sources: ['src', 'vite.config.ts', 'package-lock.json'], result: 'index.html' },
  gateway: {
    sources: ['gateway', 'src/lib', 'src/schemas', 'src/wire', 'src/access', 'package-lock.json'],
    result: 'main.js',
  },
};

/**
 * Outside of the directories with built files, because those are served.
 * @param {string} root
 * @param {Part} part
 */
const stampOf = (root, part) => join(root, 'dist', `.${part}-sources`);

/**
 * The parts whose build is missing or older than its sources.
 * @param {string} root
 */
export function partsDue(root) {
  const parts = /** @type {Part[]} */ (Object.keys(PARTS));
  return parts.filter((part) => readStamp(root, part) !== fingerprint(root, PARTS[part].sources));
}

/**
 * @param {string} root
 * @param {Part} part
 */
function readStamp(root, part) {
  const { result } = PARTS[part];
  const built = existsSync(stampOf(root, part)) && existsSync(join(root, 'dist', part, result));
  return built ? readFileSync(stampOf(root, part), 'utf8') : undefined;
}

/**
 * Builds the parts in parallel. Each replaces its previous build only when it is complete.
 * @param {string} root
 * @param {readonly Part[]} parts
 */
export async function build(root, parts) {
  const started = Date.now();
  console.log(`Building the ${parts.join(' and the ')}`);
  const { builders } = await import('./builders.mjs');
  await asProduct(
    parts.map((part) => async () => {
      const stamp = fingerprint(root, PARTS[part].sources); // first: an edit during the build makes it stale again
      const next = join(root, 'dist', `.${part}`);
      try {
        await builders[part](root, next);
      } catch (error) {
        throw new StartError(
          `the ${part} could not be built:\n${error instanceof Error ? error.message : String(error)}`,
        );
      }
      const place = join(root, 'dist', part);
      if (part === 'console') await compressFiles(next, place);
      rmSync(stampOf(root, part), { force: true });
      rmSync(place, { recursive: true, force: true });
      renameSync(next, place);
      writeFileSync(stampOf(root, part), stamp);
    }),
  );
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Runs the builds with the NODE_ENV of the product: that of a shell or a test runner would select React's development
 * build. Afterwards the previous value is restored.
 * @param {readonly (() => Promise<void>)[]} builds
 */
async function asProduct(builds) {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await Promise.all(builds.map((run) => run()));
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}
