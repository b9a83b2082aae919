// `npm run size`: bytes of script and of everything that a page needs before it is usable, as the gateway serves them
// (the `.br` beside a file if there is one). For the first list it includes the API's answers with 500 servers. Fails
// if a limit of BUDGETS is exceeded.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../gateway/launcher/prepare.mjs';
import { firstListAnswers } from './support/answerSizes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = path.join(root, 'dist', 'console');
const KB = 1000;

/** Pages by the sources whose chunks they load, with all imports. Limits in kB. */
const BUDGETS = [
  { page: 'login', sources: ['index.html', 'views/login/LoginPage.tsx'], script: 85, all: 200 },
  { page: 'invite', sources: ['index.html', 'views/invite/InvitePage.tsx'], script: 85, all: 200 },
  { page: 'message', sources: ['index.html', 'views/message/MessagePage.tsx'], script: 85, all: 200 },
  {
    page: 'first list',
    sources: ['index.html', 'app/Console.tsx'],
    nodes: 500,
    script: 212, // with the login page and the settings 216, where the leanest peer needs 217. The aims are 250 and 360 (D-293)
    all: 340,
  },
];

/** @typedef {{ file: string, imports?: string[], css?: string[], assets?: string[] }} Chunk */

await prepare(root);
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(path.join(built, '.vite', 'manifest.json'), 'utf8'));

/** @param {string} file */
const servedBytes = (file) => {
  const full = path.join(built, file);
  return statSync(existsSync(`${full}.br`) ? `${full}.br` : full).size;
};

/** @param {readonly string[]} sources */
function filesOf(sources) {
  const seen = new Set();
  const files = new Set([
    'index.html',
    ...readdirSync(path.join(built, 'a'))
      .filter(isFont)
      .map((name) => `a/${name}`),
  ]);
  const visit = (/** @type {string} */ key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build knows no ${key}; the table of bars in bench/size.mjs is behind the sources`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}

/** Every page shows the text face and the code face. @param {string} name */
const isFont = (name) => name.endsWith('.woff2');

/** @param {readonly string[]} files */
const total = (files) => files.reduce((sum, file) => sum + servedBytes(file), 0) / KB;

/** @param {typeof BUDGETS[number]} budget */
async function rowOf({ page, sources, nodes, ...bars }) {
  const files = filesOf(sources);
  const answers = nodes === undefined ? 0 : (await firstListAnswers(nodes)) / KB;
  return { page, script: total(files.filter((file) => file.endsWith('.js'))), all: total(files) + answers, bars };
}

const rows = await Promise.all(BUDGETS.map(rowOf));
const isOver = (/** @type {typeof rows[number]} */ row) => row.script > row.bars.script || row.all > row.bars.all;
for (const row of rows) {
  const figures = `script ${row.script.toFixed(1)} of ${row.bars.script} kB, all ${row.all.toFixed(1)} of ${row.bars.all} kB`;
  console.log(`size: ${row.page.padEnd(10)} ${figures}${isOver(row) ? '  OVER' : ''}`);
}
if (rows.some(isOver)) process.exitCode = 1;
