// Shells straight over the websocket: how fast the gateway passes output on, and what many of them cost.
import { WebSocket } from 'ws';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { residentMb } from './gateway.mjs';

const FLOOD_LINES = 1_000_000;
/** `seq 1 1000000` on a terminal: every line ends in two bytes. */
const FLOOD_BYTES = 7_888_896;
const KEYS = 200;
const SHELLS = 200;
/** How many are opened side by side: a login takes a third of a second of processor time. */
const AT_ONCE = 20;
const LINES_PER_SECOND = 100;
const BUSY_MS = 10_000;

/** @typedef {{ base: string, cluster: string, login: string, pid: number, headers: Record<string, string>, call: (path: string) => Promise<Response> }} Gateway */

/**
 * @param {Gateway} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureShells(gateway, runs) {
  const { items } = await (await gateway.call(`/v1/webapi/sites/${gateway.cluster}/nodes?search=bench-machine`)).json();
  const open = () => openShell(gateway, String(items[0].id));
  /** @type {Record<'flood' | 'echo50' | 'echo95', number[]>} */
  const taken = { flood: [], echo50: [], echo95: [] };
  for (let run = 0; run < runs; run += 1) {
    const shell = await open();
    const echoes = await echo(shell);
    taken.echo50.push(percentile(echoes, 0.5));
    taken.echo95.push(percentile(echoes, 0.95));
    taken.flood.push(await flood(shell));
    shell.close();
  }
  const many = await manyShells(gateway, open);
  return [
    figure('key → its echo, median', 'ms', taken.echo50, { digits: 2 }),
    figure('– 95th percentile', 'ms', taken.echo95, { digits: 2 }),
    figure(`seq 1 ${FLOOD_LINES} → last byte`, 'ms', taken.flood),
    figure(`${SHELLS} shells printing ${LINES_PER_SECOND} lines/s: lines that arrived`, '%', [many.arrived], {
      bar: 100,
      better: 'more',
    }),
    figure('– memory per session', 'MB', [many.sessionMb], { bar: 2, digits: 2 }),
    figure('– echo in one more shell, 95th percentile', 'ms', [many.echo95], { digits: 1 }),
  ];
}

/** @typedef {Awaited<ReturnType<typeof openShell>>} Shell */

/** A shell that echoes nothing but what it is asked to. @param {Gateway} gateway @param {string} node */
async function openShell({ base, cluster, login, headers }, node) {
  const params = JSON.stringify({ login, server_id: node, term: { w: 80, h: 24 } });
  const token = headers['authorization']?.slice('Bearer '.length) ?? '';
  const query = new URLSearchParams({ access_token: token, params });
  const url = `${base.replace(/^http/, 'ws')}/v1/webapi/sites/${cluster}/connect?${query}`;
  const socket = new WebSocket(url, { headers: { cookie: headers['cookie'] ?? '' }, perMessageDeflate: false });
  /** @type {(bytes: Buffer) => void} */
  let take = () => undefined;
  socket.on('message', (/** @type {Buffer} */ frame) => {
    if (frame[5] === 0x72) take(payloadOf(frame));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const shell = {
    close: () => socket.terminate(),
    /** @param {string} text */
    type: (text) => socket.send(frameOf(text)),
    /** Every piece of output from now on. @param {(bytes: Buffer) => void} next */
    listen: (next) => void (take = next),
    /** @param {string} text */
    sees: (text) =>
      new Promise((resolve) => {
        let seen = '';
        take = (bytes) => {
          seen += bytes.toString();
          if (seen.includes(text)) resolve(undefined);
        };
      }),
  };
  shell.type("unset PROMPT_COMMAND; PS1=; bind 'set enable-bracketed-paste off'; echo re''ady\r");
  await shell.sees('ready\r\n');
  return shell;
}

/** @param {string} text of less than 128 bytes, whose length is one byte */
const frameOf = (text) =>
  Buffer.concat([Buffer.from([0x0a, 1, 0x31, 0x12, 1, 0x72, 0x1a, Buffer.byteLength(text)]), Buffer.from(text)]);

/** @param {Buffer} frame */
function payloadOf(frame) {
  let at = 7;
  while ((frame[at++] ?? 0) & 0x80);
  return frame.subarray(at);
}

/** Milliseconds, one per key. @param {Shell} shell */
async function echo(shell) {
  const taken = [];
  for (let at = 0; at < KEYS; at += 1) {
    const begun = performance.now();
    const back = new Promise((resolve) => shell.listen(resolve));
    shell.type('x');
    await back;
    taken.push(performance.now() - begun);
  }
  shell.type('\x15'); // forget the line
  return taken;
}

/** @param {Shell} shell */
async function flood(shell) {
  shell.type('stty -echo\r');
  shell.type("echo g''o\r");
  await shell.sees('go\r\n');
  const begun = performance.now();
  const whole = new Promise((resolve) => {
    let received = 0;
    shell.listen((bytes) => {
      received += bytes.length;
      if (received >= FLOOD_BYTES) resolve(undefined);
    });
  });
  shell.type(`seq 1 ${FLOOD_LINES}\r`);
  await whole;
  return performance.now() - begun;
}

/** @param {Gateway} gateway @param {() => Promise<Shell>} open */
async function manyShells({ pid }, open) {
  const before = residentMb(pid);
  const shells = [];
  while (shells.length < SHELLS) shells.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))));
  let lines = 0;
  for (const shell of shells)
    shell.listen((bytes) => {
      for (const byte of bytes) if (byte === 0x0a) lines += 1;
    });
  const count = (BUSY_MS / 1000) * LINES_PER_SECOND;
  const expected = SHELLS * (count + 1); // and the echo of the command
  // A process for every line would measure the machine: one Perl prints them all.
  const command = `exec perl -e '$|=1; for (1..${count}) { print "line $_\\n"; select(undef,undef,undef,${1 / LINES_PER_SECOND}) } sleep 60'\r`;
  for (const shell of shells) shell.type(command);
  const begun = performance.now();
  const one = await open();
  const echoes = await echo(one);
  while (lines < expected && performance.now() - begun < 4 * BUSY_MS)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const sessionMb = (residentMb(pid) - before) / SHELLS;
  for (const shell of [one, ...shells]) shell.close();
  return {
    arrived: (100 * lines) / expected,
    sessionMb,
    echo95: percentile(echoes, 0.95),
  };
}
