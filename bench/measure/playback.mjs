// Recordings of 9 MB, 132 MB and 1 GB in the player: the time until the first picture, the time until another moment is
// shown, and the costs. The output is numbered lines, so that a picture shows its place in the recording.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { freshBrowser, when } from '../support/browser.mjs';
import { openPlainTab } from '../support/plainTab.mjs';
import { startGateway } from '../support/gateway.mjs';
import { figure } from '../support/table.mjs';
import { FIRST_ROW, signIn } from './start.mjs';

const START_MS = Date.parse('2026-03-04T05:06:07.000Z');
const PRINT_BYTES = 16 * 1024;
const LINE_BYTES = 80;

/** @type {readonly { name: string, bytes: number, seconds: number, seekBar: number }[]} */
const SIZES = [
  { name: '9 MB', bytes: 9e6, seconds: 23, seekBar: 150 },
  { name: '132 MB', bytes: 132e6, seconds: 75, seekBar: 500 },
  { name: '1 GB', bytes: 1e9, seconds: 300, seekBar: 500 },
];

/** @param {number} n */
const lineOf = (n) =>
  `\u001b[3${n % 8}m${String(n).padStart(10, '0')}\u001b[0m ${'the quick brown fox '.repeat(3)}`.slice(
    0,
    LINE_BYTES - 2,
  ) + '\r\n';

/** @param {string} folder @param {number} bytes */
function outputPart(folder, bytes, from = 0) {
  let n = from;
  for (let done = 0; done < bytes;) {
    let part = '';
    while (part.length < 4e6 && done + part.length < bytes) part += lineOf(n++);
    appendFileSync(path.join(folder, 'bytes'), part);
    done += part.length;
  }
  return n;
}

/** Writes a recording below the data directory. @param {string} dataDir @param {{ bytes: number, seconds: number }} size */
function writeRecording(dataDir, { bytes, seconds }) {
  const sid = randomUUID();
  const folder = path.join(dataDir, 'recordings', sid);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lines = outputPart(folder, bytes);
  const total = lines * LINE_BYTES;
  const at = (/** @type {number} */ ms) => new Date(START_MS + ms).toISOString();
  const common = {
    sid,
    user: 'bench',
    login: 'root',
    server_hostname: 'bench-machine',
    cluster_name: 'bench.test',
    proto: 'ssh',
    session_recording: 'node',
  };
  let index = `${JSON.stringify({ ...common, event: 'session.start', code: 'T2000I', ei: 0, time: at(0), size: '120:40' })}\n`;
  const prints = Math.ceil(total / PRINT_BYTES);
  for (let print = 0; print < prints; print++) {
    const ms = START_MS + Math.floor((print / prints) * seconds * 1000);
    index += `[${ms},${Math.min(PRINT_BYTES, total - print * PRINT_BYTES)}]\n`;
  }
  const end = {
    ...common,
    event: 'session.end',
    code: 'T2004I',
    uid: randomUUID(),
    time: at(seconds * 1000),
    interactive: true,
    participants: ['bench'],
    session_start: at(0),
    session_stop: at(seconds * 1000),
  };
  writeFileSync(path.join(folder, 'index.jsonl'), `${index}${JSON.stringify(end)}\n`);
  writeFileSync(path.join(folder, 'end.json'), JSON.stringify({ bytes: total, event: end }));
  return { sid, lines };
}

/**
 * With its own gateway, which finds the recordings at its start.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measurePlayback(_gateway, runs) {
  const figures = [];
  for (const size of SIZES) {
    let recording = { sid: '', lines: 0 };
    const gateway = await startGateway({ before: (dataDir) => (recording = writeRecording(dataDir, size)) });
    try {
      await indexed(gateway, recording.sid);
      /** @type {Record<'first' | 'seek' | 'memory' | 'lag', number[]>} */
      const taken = { first: [], seek: [], memory: [], lag: [] };
      for (let run = 0; run < runs; run += 1) {
        const got = await play(gateway, recording, size);
        for (const [name, value] of Object.entries(got)) taken[/** @type {keyof typeof taken} */ (name)].push(value);
      }
      figures.push(
        figure(`${size.name}: address → first frame`, 'ms', taken.first, { bar: 300 }),
        figure(`${size.name}: press on the middle of the bar → its frame`, 'ms', taken.seek, { bar: size.seekBar }),
        figure(`${size.name}: 16× for 3 s, the picture is behind the clock by`, 'ms', taken.lag),
        figure(`${size.name}: memory of the tab, most`, 'MB', taken.memory, { bar: 270 }),
      );
    } finally {
      await gateway.stop();
    }
  }
  return figures;
}

/**
 * Waits until the gateway has indexed the recording. @param {{ cluster: string, call: (path: string) =>
 * Promise<Response> }} gateway @param {string} sid
 */
async function indexed(gateway, sid) {
  const until = Date.now() + 180_000;
  for (;;) {
    const answer = await gateway.call(`/v1/webapi/sites/${gateway.cluster}/sessions/${sid}/overview`);
    if (answer.status === 404) return; // a gateway without an index
    const { state } = await answer.json();
    if (state === 'ready' || Date.now() > until) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The number on the lowest line of the screen; -1: none. Runs in the page. */
const LOWEST = `(() => {
  const rows = [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent);
  return Math.max(-1, ...rows.map((row) => Number(/^\\d{10}/.exec(row)?.[0] ?? -1)));
})()`;

/**
 * @param {{ base: string, cluster: string }} gateway
 * @param {{ sid: string, lines: number }} recording @param {{ seconds: number }} size
 */
async function play({ base, cluster }, { sid, lines }, { seconds }) {
  const browser = await freshBrowser();
  const list = browser.page;
  await signIn(list, base);
  await list.waitForURL(/nodes/);
  await when(list, FIRST_ROW);
  // The console and its fonts are in the cache, as for a user who comes from the list.
  await list.goto(`${base}/web/cluster/${cluster}/recordings`);
  await list.getByRole('heading', { level: 1 }).waitFor();
  await list.waitForTimeout(1500);
  const page = await browser.context.newPage();
  const url = `${base}/web/cluster/${cluster}/session/${sid}?recordingType=ssh`;
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  const first = (await when(page, `${LOWEST} >= 0`)) - Number(await page.evaluate('performance.timeOrigin'));
  await page.waitForTimeout(2000);
  const bar = await page.getByRole('slider').evaluate((element) => {
    const { left, width, top, height } = /** @type {HTMLElement} */ (element.parentElement).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const middle = Math.floor(lines / 2) - Math.ceil((2 * PRINT_BYTES) / LINE_BYTES);
  await page.evaluate(
    `window.__pressed = undefined; document.addEventListener('pointerdown', () => (window.__pressed = performance.timeOrigin + performance.now()), { once: true, capture: true })`,
  );
  const seen = when(page, `window.__pressed !== undefined && ${LOWEST} >= ${middle}`);
  await page.mouse.click(bar.x, bar.y);
  const seek = (await seen) - Number(await page.evaluate('window.__pressed'));
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.getByText('16×').click();
  await page.waitForTimeout(3000);
  const [shown, clock] = /** @type {[number, number]} */ (
    await page.evaluate(`[${LOWEST}, Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow'))]`)
  );
  const lag = Math.max(0, clock * 1000 - (shown / lines) * seconds * 1000) / 16;
  await browser.close();
  return { first, seek, lag, memory: await memoryOf(base, url) };
}

/** The same again, for the maximum memory of the tab. @param {string} base @param {string} url */
async function memoryOf(base, url) {
  const enter = async (/** @type {import('playwright-core').Page} */ page) => {
    await signIn(page, base);
    await page.waitForURL(/nodes/);
    await page.goto('about:blank');
  };
  const tab = await openPlainTab(enter, url);
  try {
    const peak = watchMemory();
    await tab.when(`${LOWEST} >= 0`);
    await pause(4000);
    const middle = `(() => {
      const { left, width, top, height } = document.querySelector('[role=slider]').parentElement.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`;
    const [x, y] = await tab.evaluate(middle);
    await tab.click(x, y);
    await pause(1500);
    await tab.evaluate(
      `[...document.querySelectorAll('label, button')].find((one) => one.textContent === '16×').click()`,
    );
    await pause(4000);
    return await peak();
  } finally {
    await tab.close();
  }
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of the largest renderer, sampled ten times a second. */
function watchMemory() {
  let most = 0;
  const look = () => {
    const lines = execFileSync('ps', ['-eo', 'rss,args'], { encoding: 'utf8', maxBuffer: 16e6 }).split('\n');
    const sizes = lines.flatMap((line) => (line.includes('--type=renderer') ? [Number.parseInt(line, 10)] : []));
    most = Math.max(most, ...sizes);
  };
  const timer = setInterval(look, 100);
  return async () => {
    clearInterval(timer);
    look();
    return (most * 1024) / 1e6;
  };
}
