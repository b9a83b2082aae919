// `npm run licences` writes docs/licences.md. With --check it fails if the file is stale or names a licence that is not
// allowed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAllowed, licenceTable, listedForConsole, unknownFonts } from './licenceTable.mjs';
import { bundledPackages, pathsOf, shippedPackages } from './shippedPackages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE = join(root, 'docs', 'licences.md');
const isCheck = process.argv.includes('--check');

/** @param {string} text */
function fail(text) {
  console.error(`licences: ${text}`);
  process.exit(1);
}

if (!isCheck) {
  const { prepare } = await import('../../gateway/launcher/prepare.mjs');
  await prepare(root);
}
const written = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
const bundled = bundledPackages(root);
if (!bundled) console.log('licences: the console is not built, so its packages are taken from docs/licences.md');
const packages = shippedPackages(root, bundled ?? pathsOf(root, listedForConsole(written)));

const fonts = unknownFonts(readdirSync(join(root, 'src', 'ui', 'fonts')));
if (fonts.length > 0) fail(`src/ui/fonts: the licence of ${fonts.join(', ')} is not known`);
const refused = packages.filter(({ license }) => !isAllowed(license));
if (refused.length > 0)
  fail(refused.map(({ path, license }) => `${path}: ${license ?? 'no licence'} is not allowed`).join('\n'));
const table = licenceTable(packages);
if (!isCheck) writeFileSync(FILE, table);
else if (table !== written) fail('docs/licences.md is stale; write it with `npm run licences`');
