// The text of docs/licences.md and the allowed licences.

/** Permissive licences: they require a notice, not sources. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Files in src/ui/fonts, which do not come from a package. */
const FONTS = [
  ['inter.woff2', 'Inter', '4.001', 'OFL-1.1', 'Copyright 2016 The Inter Project Authors'],
  ['jetbrains-mono.woff2', 'JetBrains Mono', '2.211', 'OFL-1.1', 'Copyright 2020 The JetBrains Mono Project Authors'],
];

/** @param {readonly string[]} files */
export const unknownFonts = (files) =>
  files.filter((file) => /\.woff2?$/.test(file) && !FONTS.some(([known]) => known === file));

/**
 * True for a licence expression (SPDX) that can be fulfilled with only allowed licences.
 * @param {string | undefined} expression
 */
export function isAllowed(expression = '') {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name)));
}

/** @param {readonly import('./shippedPackages.mjs').Shipped[]} packages */
export function licenceTable(packages) {
  /** @type {Map<string, Set<string>>} */
  const rows = new Map();
  for (const { name, version, license = 'unknown', parts } of packages) {
    const row = `| ${name} | ${version} | ${license} |`;
    const known = rows.get(row) ?? new Set();
    for (const part of parts) known.add(part);
    rows.set(row, known);
  }
  return [
    '# Licences',
    '',
    'Written by `npm run licences` from package-lock.json and the build of the console. Postern itself: [Apache-2.0](../LICENSE). The text of each licence is in the directory of the package below `node_modules`; `monaco-editor` lists the works that it contains in its ThirdPartyNotices.txt.',
    '',
    '## Fonts of the console',
    '',
    '| File | Font | Version | Licence | Copyright |',
    '| --- | --- | --- | --- | --- |',
    ...FONTS.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    'Text of the licence: [OFL.txt](../src/ui/fonts/OFL.txt).',
    '',
    '## Packages',
    '',
    '| Package | Version | Licence | Part |',
    '| --- | --- | --- | --- |',
    ...[...rows].map(([row, parts]) => `${row} ${[...parts].sort().join(', ')} |`),
    '',
  ].join('\n');
}

/**
 * Packages of the console that a written table lists: `name@version`.
 * @param {string} table
 */
export const listedForConsole = (table) =>
  [...table.matchAll(/^\| (\S+) \| (\S+) \| .* \| console(?:, gateway)? \|$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );
