// Shells directly over the websocket: how fast the gateway relays output, and the cost of many shells, on this machine
// and over SSH. The output of each client is compared with the printed bytes and with the recording, byte by byte.
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { residentMb } from './gateway.mjs';

const FLOOD_LINES = 1_000_000;
/** `seq 1 1000000` on a terminal: every line ends in two bytes. */
const FLOOD_BYTES = 7_888_896;
const KEYS = 200;
const SHELLS = 200;
/** How many are opened at the same time: a login takes a third of a second of processor time. */
const AT_ONCE = 20;
const LINES_PER_SECOND = 100;
const BUSY_MS = 60_000;
/** `getconf CLK_TCK` of every Linux in use. */
const TICKS_PER_SECOND = 100;

/** @typedef {{ base: string, cluster: string, login: string, pid: number, nodes: { machine: string, ssh: string }, headers: Record<string, string>, call: (path: string) => Promise<Response> }} Gateway */

/**
 * @param {Gateway} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureShells(gateway, runs) {
  const figures = [];
  const atRestMb = residentMb(gateway.pid);
  for (const [where, node] of /** @type {const} */ ([
    ['shells', gateway.nodes.machine],
    ['shells over SSH', gateway.nodes.ssh],
  ])) {
    const many = await manyShells(gateway, () => openShell(gateway, node));
    const what = `${SHELLS} ${where} printing ${LINES_PER_SECOND} lines/s for ${BUSY_MS / 1000} s`;
    figures.push(
      figure(`${what}: clients with every byte`, '%', [many.whole], { bar: 100, better: 'more' }),
      figure('– recordings with every byte', '%', [many.recorded], { bar: 100, better: 'more' }),
      figure('– memory per session, most', 'MB', [(many.mostMb - atRestMb) / SHELLS], { bar: 2, digits: 2 }),
      figure('– processor time of the gateway', '% of a core', [many.cpu]),
      figure('– echo in one more shell, 95th percentile', 'ms', [many.echo95], { digits: 1 }),
    );
  }
  /** @type {Record<'flood' | 'echo50' | 'echo95', number[]>} */
  const taken = { flood: [], echo50: [], echo95: [] };
  for (let run = 0; run < runs; run += 1) {
    const shell = await openShell(gateway, gateway.nodes.machine);
    const echoes = await echo(shell);
    taken.echo50.push(percentile(echoes, 0.5));
    taken.echo95.push(percentile(echoes, 0.95));
    taken.flood.push(await flood(shell));
    shell.close();
  }
  return [
    figure('key → its echo, median', 'ms', taken.echo50, { digits: 2 }),
    figure('– 95th percentile', 'ms', taken.echo95, { digits: 2 }),
    figure(`seq 1 ${FLOOD_LINES} → last byte`, 'ms', taken.flood),
    ...figures,
  ];
}

/** @typedef {Awaited<ReturnType<typeof openShell>>} Shell */

/** A shell that echoes only on request. @param {Gateway} gateway @param {string} node */
async function openShell({ base, cluster, login, headers }, node) {
  const params = JSON.stringify({ login, server_id: node, term: { w: 80, h: 24 } });
  const token = headers['authorization']?.slice('Bearer '.length) ?? '';
  const query = new URLSearchParams({ access_token: token, params });
  const url = `${base.replace(/^http/, 'ws')}/v1/webapi/sites/${cluster}/connect?${query}`;
  const socket = new WebSocket(url, { headers: { cookie: headers['cookie'] ?? '' }, perMessageDeflate: false });
  /** @type {(bytes: Buffer) => void} */
  let take = () => undefined;
  let sid = '';
  /** @type {Buffer[]} */
  const output = [];
  let keeps = true;
  socket.on('message', (/** @type {Buffer} */ frame) => {
    if (frame[5] === 0x73) sid = JSON.parse(payloadOf(frame).toString()).session.id;
    if (frame[5] !== 0x72) return;
    const bytes = payloadOf(frame);
    // The frame's buffer belongs to the socket, and is larger.
    if (keeps) output.push(Buffer.from(bytes));
    take(bytes);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const shell = {
    close: () => socket.terminate(),
    sid: () => sid,
    /** All received bytes. */
    output: () => Buffer.concat(output),
    /** The output of a flood is not stored. */
    forget: () => void (keeps = false),
    over: new Promise((resolve) => socket.once('close', resolve)),
    /** @param {string} text */
    type: (text) => socket.send(frameOf(text)),
    /** Called with every piece of output from now on. @param {(bytes: Buffer) => void} next */
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
  shell.forget();
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
async function manyShells(gateway, open) {
  const { pid } = gateway;
  const shells = [];
  while (shells.length < SHELLS) shells.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))));
  const one = await open();
  const count = (BUSY_MS / 1000) * LINES_PER_SECOND;
  const lines = Array.from({ length: count }, (_, at) => `line ${at + 1}\r\n`);
  // A process for every line would measure the machine: one Perl prints all lines.
  const perl = `$|=1; for (1..${count}) { print "line $_\\n"; select(undef,undef,undef,${1 / LINES_PER_SECOND}) }`;
  const started = shells.map((shell) => {
    const begun = shell.sees(`line ${LINES_PER_SECOND}\r\n`);
    shell.type(`exec perl -e '${perl}'\r`);
    return begun;
  });
  await Promise.all(started);
  const [usedS, begunMs] = [processorS(pid), performance.now()];
  let mostMb = 0;
  const watch = setInterval(() => (mostMb = Math.max(mostMb, residentMb(pid))), 500);
  const echoes = await echo(one);
  await Promise.all(shells.map(({ over }) => over));
  clearInterval(watch);
  const cpu = (100_000 * (processorS(pid) - usedS)) / (performance.now() - begunMs);
  one.close();
  const printed = Buffer.from(lines.join(''));
  const whole = shells.filter((shell) => shell.output().includes(printed)).length;
  let recorded = 0;
  for (const shell of shells) if (isRecorded(shell.output(), await recordingOf(gateway, shell.sid()))) recorded += 1;
  return {
    whole: (100 * whole) / SHELLS,
    recorded: (100 * recorded) / SHELLS,
    mostMb,
    cpu,
    echo95: percentile(echoes, 0.95),
  };
}

/**
 * A client gets the message of the end. The recording contains the shell's output. @param {Buffer} output @param
 * {Buffer} recording
 */
const isRecorded = (output, recording) =>
  output.subarray(0, recording.length).equals(recording) &&
  /^the connection was closed[^\n]*\n$/.test(output.subarray(recording.length).toString());

/** @param {Gateway} gateway @param {string} sid */
async function recordingOf({ call, cluster }, sid) {
  const pieces = [];
  for (let offset = 0; ;) {
    const answer = await call(`/v1/webapi/sites/${cluster}/sessions/${sid}/stream?offset=${offset}&bytes=5000000`);
    const piece = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || piece.length === 0) return Buffer.concat(pieces);
    pieces.push(piece);
    offset += piece.length;
  }
}

/** Processor seconds of a process. @param {number} pid */
function processorS(pid) {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}
