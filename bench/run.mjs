// `npm run bench [-- [--runs 5] [--write] [start list users roles terminal transfer gateway audit …]]`: measures whole
// flows in a cold Chromium with the real gateway with 10 000 servers, 2 000 users and 500 roles. It writes
// docs/benchmarks.md if everything was measured, and with `--write` the measured sections. `terminal` selects all that
// begin with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { prepare } from '../gateway/launcher/prepare.mjs';
import { measureApps } from './measure/apps.mjs';
import { measureAudit } from './measure/audit.mjs';
import { measureDesktop } from './measure/desktop.mjs';
import { measureDesktopPlayback } from './measure/desktopPlayback.mjs';
import { measureGateway } from './measure/gateway.mjs';
import { measureList } from './measure/list.mjs';
import { measurePlayback } from './measure/playback.mjs';
import { measureRoles } from './measure/roles.mjs';
import { measureShells } from './measure/shells.mjs';
import { measureSql } from './measure/sql.mjs';
import { measureStart } from './measure/start.mjs';
import { measureTerminal } from './measure/terminal.mjs';
import { measureTerminalFlood } from './measure/terminalFlood.mjs';
import { measureTerminalTabs } from './measure/terminalTabs.mjs';
import { measureTransfer } from './measure/transfer.mjs';
import { measureUsers } from './measure/users.mjs';
import { startGateway } from './support/gateway.mjs';
import { startSshd } from './support/sshd.mjs';
import { isOver, section } from './support/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const MEASURES = /** @type {const} */ ({
  // First: later ones affect its memory.
  gateway: ['Gateway', measureGateway],
  'terminal-shells': ['Shells of the gateway, without a browser', measureShells],
  start: ['Start', measureStart],
  'start-tls': ['Start, over TLS', measureStart],
  list: ['List of 10 000 servers', measureList],
  'list-tls': ['List of 10 000 servers, over TLS', measureList],
  users: ['List of 2 000 users', measureUsers],
  roles: ['Roles', measureRoles],
  terminal: ['Terminal', measureTerminal],
  'terminal-tls': ['Terminal, over TLS', measureTerminal],
  'terminal-flood': ['Terminal: floods', measureTerminalFlood],
  'terminal-tabs': ['Terminal: many tabs', measureTerminalTabs],
  transfer: ['Files over SSH', measureTransfer],
  apps: ['Web applications', measureApps],
  sql: ['Query console, 100 000 rows', measureSql],
  desktop: ['Desktop', measureDesktop],
  playback: ['Recordings', measurePlayback],
  'playback-desktop': ['Recordings of desktops', measureDesktopPlayback],
  audit: ['Audit log of 200 000 events', measureAudit],
});

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = Number(values.runs);
const names = /** @type {(keyof typeof MEASURES)[]} */ (Object.keys(MEASURES)).filter(
  (name) => positionals.length === 0 || positionals.some((asked) => name === asked || name.startsWith(`${asked}-`)),
);

await prepare(root);
const sshd = names.some((name) => name.startsWith('terminal') || name === 'transfer') ? await startSshd() : undefined;
const options = {
  seed: ['--nodes', '10000', '--users', '2000', '--roles', '500'],
  ...(sshd && { sshd }),
};
const gateway = await startGateway(options);
const overTls = names.some((name) => name.endsWith('-tls')) ? await startGateway({ ...options, tls: true }) : undefined;
/** @type {string[]} */
const sections = [];
let missed = 0;
try {
  for (const name of names) {
    const [title, measure] = MEASURES[name];
    const figures = await measure((name.endsWith('-tls') && overTls) || gateway, runs);
    missed += figures.filter(isOver).length;
    const table = section(title, figures);
    console.log(table);
    sections.push(table);
  }
} finally {
  await gateway.stop();
  await overTls?.stop();
  await sshd?.stop();
}

const file = path.join(root, 'docs', 'benchmarks.md');
const pretty = (/** @type {string} */ text) => format(text, { parser: 'markdown', printWidth: 120 });
if (positionals.length === 0) {
  const intro = `# Benchmarks

Written by \`npm run bench\`: a cold Chromium with a profile of its own for every run, the real gateway with 10 000 servers, 2 000 users and 500 roles on the same machine (${cpus().length} cores, Node ${process.versions.node}), median of ${runs} runs with smallest and largest. A time ends in the first frame that shows what is waited for. The peers' figures are medians of five runs, taken the same way on a machine of the same size with a real cluster behind; the last column is ours divided by the better of the two, so below 1 is ahead.
`;
  const measured = new Set(sections.map((text) => text.split('\n', 1)[0]));
  const others = readFileSync(file, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)
    .filter((text) => !measured.has(text.split('\n', 1)[0]));
  writeFileSync(file, await pretty([intro, ...sections, ...others].join('\n')));
} else if (values.write) {
  const kept = readFileSync(file, 'utf8').split(/^(?=## )/m);
  for (const measured of sections) {
    const [title = ''] = measured.split('\n');
    const place = kept.findIndex((old) => old.startsWith(`${title}\n`));
    kept.splice(place < 0 ? kept.length : place, place < 0 ? 0 : 1, `${measured}\n`);
  }
  writeFileSync(file, await pretty(kept.join('\n')));
}
if (missed > 0) process.exitCode = 1;
