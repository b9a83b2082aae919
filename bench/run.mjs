// `npm run bench [-- --runs 5 [start list users roles terminal gateway shells]]`: measures whole flows in a cold Chromium against the
// real gateway with 10 000 servers, 2 000 users and 500 roles, and writes docs/benchmarks.md when everything was measured.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { prepare } from '../gateway/launcher/prepare.mjs';
import { measureGateway } from './measure/gateway.mjs';
import { measureList } from './measure/list.mjs';
import { measureRoles } from './measure/roles.mjs';
import { measureShells } from './measure/shells.mjs';
import { measureStart } from './measure/start.mjs';
import { measureTerminal } from './measure/terminal.mjs';
import { measureUsers } from './measure/users.mjs';
import { startGateway } from './support/gateway.mjs';
import { isOver, section } from './support/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const MEASURES = /** @type {const} */ ({
  // First: later ones leave their traces in its memory.
  gateway: ['Gateway', measureGateway],
  start: ['Start', measureStart],
  list: ['List of 10 000 servers', measureList],
  users: ['List of 2 000 users', measureUsers],
  roles: ['Roles', measureRoles],
  terminal: ['Terminal', measureTerminal],
  shells: ['Shells of the gateway, without a browser', measureShells],
});

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
const names = /** @type {(keyof typeof MEASURES)[]} */ (Object.keys(MEASURES)).filter(
  (name) => positionals.length === 0 || positionals.includes(name),
);

await prepare(root);
const gateway = await startGateway({ seed: ['--nodes', '10000', '--users', '2000', '--roles', '500'] });
/** @type {string[]} */
const sections = [];
let missed = 0;
try {
  for (const name of names) {
    const [title, measure] = MEASURES[name];
    const figures = await measure(gateway, runs);
    missed += figures.filter(isOver).length;
    const table = section(title, figures);
    console.log(table);
    sections.push(table);
  }
} finally {
  await gateway.stop();
}

if (positionals.length === 0) {
  const intro = `# Benchmarks

Written by \`npm run bench\`: a cold Chromium with a profile of its own for every run, the real gateway with 10 000 servers, 2 000 users and 500 roles on the same machine (${cpus().length} cores, Node ${process.versions.node}), median of ${runs} runs with smallest and largest. A time ends in the first frame that shows what is waited for. The peers' figures are medians of five runs, taken the same way on a machine of the same size with a real cluster behind; the last column is ours divided by the better of the two, so below 1 is ahead.
`;
  const text = await format([intro, ...sections].join('\n'), { parser: 'markdown', printWidth: 120 });
  writeFileSync(path.join(root, 'docs', 'benchmarks.md'), text);
}
if (missed > 0) process.exitCode = 1;
