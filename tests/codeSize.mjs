// `npm run check size-of-code`: how much code each capability may have. Raising a ceiling needs an entry in docs/decisions.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lines without tests and without data, blank lines and comments included. */
const CEILINGS = /** @type {const} */ ([
  { capability: 'everything, with CSS', rooms: ['src'], css: true, max: 108_200 },
  { capability: 'list', rooms: ['src/resources/list'], max: 5620 },
  { capability: 'editor with form', rooms: ['src/resources/yaml'], max: 6350 },
  { capability: 'access rules and review', rooms: ['src/access'], max: 4500 },
  { capability: 'terminal console', rooms: ['src/sessions/terminal/console'], max: 4975 },
  { capability: 'transfer', rooms: ['src/sessions/terminal/transfer'], max: 2260 },
  { capability: 'command on several servers', rooms: ['src/sessions/command'], max: 2170 },
  { capability: 'ui, with CSS', rooms: ['src/ui'], css: true, max: 5690 },
  { capability: 'player', rooms: ['src/sessions/playback', 'src/wire/recording'], css: true, max: 5240 },
  {
    capability: 'desktops in the console',
    rooms: ['src/sessions/desktop', 'src/wire/desktop'],
    css: true,
    max: 3400,
  },
  { capability: 'query console', rooms: ['src/resources/query', 'src/wire/query'], css: true, max: 3730 },
  { capability: 'desktops in the gateway', rooms: ['gateway/desktop'], max: 4320 },
  { capability: 'databases in the gateway', rooms: ['gateway/databases'], max: 2930 },
  { capability: 'web applications in the gateway', rooms: ['gateway/apps'], max: 1200 },
  { capability: 'logs of containers', rooms: ['src/sessions/kubernetes'], css: true, max: 550 },
  { capability: 'Kubernetes in the gateway', rooms: ['gateway/kubernetes'], max: 1190 },
  { capability: 'discover', rooms: ['src/views/discover'], css: true, max: 5920 },
  { capability: 'Assist in the gateway', rooms: ['gateway/assist', 'src/wire/assist'], max: 3830 },
  { capability: 'Assist in the console', rooms: ['src/sessions/assist', 'src/app/assist'], css: true, max: 4200 },
  { capability: 'live tail and export', rooms: ['src/resources/tail', 'src/resources/export'], max: 600 },
]);
/** A second idea goes into another file. */
const FILE_MAX = 350;
const SHORT_FILE = 25;
const SHORT_SHARE_MAX = 0.1;

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} room */
const filesIn = (room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => ({
      path: join(room, file),
      lines: readFileSync(join(root, room, file), 'utf8').split('\n').length - 1,
      isCss: file.endsWith('.css'),
      isTest: /\.test(-d)?\.tsx?$/.test(file),
    }));

/** @param {string} text */
function fail(text) {
  console.error(`size-of-code: ${text}`);
  process.exitCode = 1;
}

const files = [...filesIn('src'), ...filesIn('gateway')];
for (const { capability, rooms, max, ...options } of CEILINGS) {
  const lines = files
    .filter(({ path, isTest }) => !isTest && rooms.some((room) => path.startsWith(`${room}/`)))
    .filter(({ isCss }) => !isCss || 'css' in options)
    .reduce((sum, file) => sum + file.lines, 0);
  console.log(`size-of-code: ${capability} ${lines} of ${max} lines`);
  if (lines > max) fail(`${capability} is over its ceiling`);
}

for (const { path, lines, isTest } of files) {
  if (!isTest && lines > FILE_MAX) fail(`${path} has ${lines} lines, ${FILE_MAX} are allowed`);
}

const modules = files.filter(({ path, isCss }) => path.startsWith('src/') && !isCss);
const short = modules.filter(({ lines }) => lines < SHORT_FILE);
const share = short.length / modules.length;
console.log(`size-of-code: ${short.length} of ${modules.length} files in src have under ${SHORT_FILE} lines`);
if (share >= SHORT_SHARE_MAX)
  fail(`${(share * 100).toFixed(1)} % of the files are short, ${SHORT_SHARE_MAX * 100} % are allowed`);
