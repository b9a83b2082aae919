// Floods in a tab, from this machine and over SSH: every character is counted from the PTY to the screen buffer, then
// the remaining ones are read and compared. A flood that loses one is an error, not a measurement.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { heapMb } from '../support/browser.mjs';
import { figure } from '../support/table.mjs';
import { counts, lastRows, openShell, SCROLLBACK_LINES, terminalBrowser } from '../support/terminalPage.mjs';

const SEQ_LINES = 1_000_000;
const COLOURED_BYTES = 100_000_000;

/**
 * Text that a shell prints, with its visible characters, line ends, and the text of a line by its number, from 1.
 * @typedef {{ command: string, lines: number, cells: number, lineOf: (n: number) => string, bytes: number }} Flood
 */

/**
 * @param {import('../support/terminalPage.mjs').Gateway} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureTerminalFlood(gateway, runs) {
  const directory = mkdtempSync(path.join(tmpdir(), 'postern-flood-'));
  const figures = [];
  try {
    const coloured = await colouredFile(path.join(directory, 'coloured'));
    for (const [where, node] of /** @type {const} */ ([
      ['', gateway.nodes.machine],
      [', over SSH', gateway.nodes.ssh],
    ])) {
      const { seq, file, waited, heap } = await floods(gateway, node, coloured, runs);
      figures.push(
        figure(`seq 1 ${SEQ_LINES} → its end visible, nothing lost${where}`, 'ms', seq),
        figure(`100 MB of colours → their end visible, nothing lost${where}`, 'ms', file),
        figure('– most that waited in the page', 'MB', waited, { digits: 1 }),
        figure(`– heap with ${SCROLLBACK_LINES} lines, collected`, 'MB', heap, { digits: 1 }),
      );
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return figures;
}

/** @param {import('../support/terminalPage.mjs').Gateway} gateway @param {string} node @param {Flood} coloured @param {number} runs */
async function floods(gateway, node, coloured, runs) {
  /** @type {Record<'seq' | 'file' | 'waited' | 'heap', number[]>} */
  const taken = { seq: [], file: [], waited: [], heap: [] };
  for (let run = 0; run < runs; run += 1) {
    const browser = await terminalBrowser(gateway);
    const page = await openShell(browser.context, gateway, node);
    taken.seq.push(await flood(page, seqFlood));
    taken.file.push(await flood(page, coloured));
    taken.waited.push((await counts(page)).waited / 1e6);
    taken.heap.push(await heapMb(page));
    await page.keyboard.type('exit\n');
    await browser.close();
  }
  return taken;
}

/** Milliseconds. @param {import('playwright-core').Page} page @param {Flood} wanted */
async function flood(page, { command, lines, cells, bytes, lineOf }) {
  const before = await counts(page);
  const mark = `DONE-${before.lines}`;
  await page.keyboard.type(`${command}; echo ${mark}`);
  const pressed = Number(await page.evaluate('performance.timeOrigin + performance.now()'));
  await page.keyboard.press('Enter');
  const seen = Number(await page.evaluate(`__when(() => __has(/^${mark}$/m), 300_000)`));
  const after = await counts(page);
  const got = {
    received: after.received - before.received,
    written: after.written - before.written,
    cells: after.cells - before.cells,
    lines: after.lines - before.lines,
  };
  const end = mark.length;
  const known = { received: bytes + end + 2, written: bytes + end + 2, cells: cells + end, lines: lines + 1 };
  if (JSON.stringify(got) !== JSON.stringify(known))
    throw new Error(`${command}: ${JSON.stringify(known)} were printed, ${JSON.stringify(got)} arrived`);
  const kept = (await lastRows(page, SCROLLBACK_LINES)).slice(0, -2);
  for (const [at, text] of kept.entries()) {
    const wanted = lineOf(lines - kept.length + 1 + at);
    if (text !== wanted)
      throw new Error(`${command}: ${JSON.stringify(text)} stands where ${JSON.stringify(wanted)} was printed`);
  }
  return seen - pressed;
}

const digits = (/** @type {number} */ n) => {
  let sum = 0;
  for (let from = 1; from <= n; from *= 10) sum += n - from + 1;
  return sum;
};

/** @type {Flood} */
const seqFlood = {
  command: `seq 1 ${SEQ_LINES}`,
  lines: SEQ_LINES,
  cells: digits(SEQ_LINES),
  bytes: digits(SEQ_LINES) + 2 * SEQ_LINES,
  lineOf: String,
};

/** A file with colours, attributes and characters of several bytes in every line. @param {string} file @returns {Promise<Flood>} */
async function colouredFile(file) {
  const words = 'the quick brown fox – jumps over the lazy dog';
  const lineOf = (/** @type {number} */ n) => `${String(n).padStart(8, '0')} ${words}`;
  const out = createWriteStream(file);
  let bytes = 0;
  let lines = 0;
  while (bytes < COLOURED_BYTES) {
    let piece = '';
    for (let at = 0; at < 1000; at += 1) {
      lines += 1;
      const rgb = `${lines % 256};${(lines >> 3) % 256};128`;
      piece += `\x1b[38;5;${lines % 256}m${String(lines).padStart(8, '0')}\x1b[0m \x1b[1;38;2;${rgb}m${words}\x1b[0m\n`;
    }
    bytes += Buffer.byteLength(piece);
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  // A terminal ends every line in two bytes.
  return { command: `cat ${file}`, lines, cells: lines * lineOf(1).length, bytes: bytes + lines, lineOf };
}
