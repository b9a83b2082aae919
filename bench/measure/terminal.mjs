// A shell in a tab: time to its prompt, echo of a key, a million lines.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { FIRST_ROW, navigationStart, signIn } from './start.mjs';

const PROMPT = String.raw`/[#$] *$/.test(__screen().trimEnd())`;
const KEYS = 40;
const FLOOD_LINES = 1_000_000;

/** The terminal's visible text with any renderer: from the accessible tree or its rows. */
const INSTALL_SCREEN = `globalThis.__screen = () =>
  [...document.querySelectorAll('.xterm-accessibility-tree > div, .xterm-rows > div')].map((row) => row.textContent).join('\\n')`;

/**
 * @param {{ base: string, cluster: string, login: string }} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureTerminal({ base, cluster, login }, runs) {
  /** @type {Record<'clicked' | 'prompt' | 'shell' | 'echo50' | 'echo95' | 'flood' | 'lost' | 'heap', number[]>} */
  const taken = { clicked: [], prompt: [], shell: [], echo50: [], echo95: [], flood: [], lost: [], heap: [] };
  for (let run = 0; run < runs; run += 1) {
    const { context, page, close } = await freshBrowser();
    await context.addInitScript(INSTALL_SCREEN);
    await signIn(page, base);
    await page.waitForURL(/\/nodes/);
    await when(page, FIRST_ROW);
    const node = await thisMachine(page, cluster);
    taken.clicked.push(await connect(page, login));
    const shell = await context.newPage();
    await shell.goto(`${base}/web/cluster/${cluster}/console/node/${node}/${login}`, { waitUntil: 'commit' });
    taken.prompt.push((await when(shell, PROMPT)) - (await navigationStart(shell)));

    taken.shell.push(loginShell());

    const echoes = await echo(shell);
    taken.echo50.push(percentile(echoes, 0.5));
    taken.echo95.push(percentile(echoes, 0.95));
    taken.flood.push(await flood(shell));
    taken.heap.push(await heapMb(shell));
    await close();
  }
  return [
    figure('click on Connect → prompt visible', 'ms', taken.clicked, { peers: [798, 1201] }),
    figure('console opened → prompt visible', 'ms', taken.prompt),
    figure('– of it a login shell of this machine, alone', 'ms', taken.shell),
    figure('keystroke echo, median', 'ms', taken.echo50, { peers: [16.8, 27.5], digits: 1 }),
    figure('keystroke echo, 95th percentile', 'ms', taken.echo95, { peers: [20.9, 37], digits: 1 }),
    figure(`seq 1 ${FLOOD_LINES} → the word after it visible`, 'ms', taken.flood, { peers: [1170, 1591] }),
    figure('heap after that, collected', 'MB', taken.heap, { peers: [5.49, 9.55], digits: 1 }),
  ];
}

/** Milliseconds until the shell has read its profile, which belongs to each prompt here but not to the product. */
function loginShell() {
  const begun = performance.now();
  spawnSync(userInfo().shell ?? 'sh', ['-lic', 'exit'], { stdio: 'ignore' });
  return performance.now() - begun;
}

/** Id of this machine's server. @param {import('playwright-core').Page} page @param {string} cluster */
async function thisMachine(page, cluster) {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(`/sites/${cluster}/nodes`) && response.ok()),
    page.goto(`${new URL(page.url()).origin}/web/cluster/${cluster}/nodes?search=bench-machine`),
  ]);
  const { items } = await answer.json();
  return String(items[0].id);
}

/**
 * Milliseconds from the click on Connect, with an immediate choice of the login by the script, to the prompt in the new
 * browser tab. The list shows that one server.
 * @param {import('playwright-core').Page} page @param {string} login
 */
async function connect(page, login) {
  await when(page, `document.querySelectorAll('[id^="row-"]').length === 1`);
  await page.waitForLoadState('networkidle');
  const opened = page.context().waitForEvent('page');
  const pressed = Number(await page.evaluate('performance.timeOrigin + performance.now()'));
  await page.getByRole('button', { name: /^Connect/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${login}\\b`) }).click();
  const shell = await opened;
  const seen = await when(shell, PROMPT);
  await shell.close();
  return seen - pressed;
}

/** Milliseconds from key to glyph, one per key. @param {import('playwright-core').Page} shell */
async function echo(shell) {
  const taken = [];
  for (let at = 0; at < KEYS; at += 1) {
    const letter = 'abcdefghij'[at % 10] ?? 'a';
    const before = Number(await shell.evaluate('__screen().replace(/\\s+$/, "").length'));
    const pressed = Number(await shell.evaluate('performance.timeOrigin + performance.now()'));
    await shell.keyboard.press(letter);
    taken.push((await when(shell, `__screen().replace(/\\s+$/, "").length > ${before}`)) - pressed);
  }
  // Input that is typed before the shell has seen it may be lost.
  await shell.keyboard.press('Control+C');
  await when(shell, PROMPT);
  return taken;
}

/** @param {import('playwright-core').Page} shell */
async function flood(shell) {
  await shell.keyboard.type(`seq 1 ${FLOOD_LINES}; echo DONE-$((6*7))`);
  const pressed = Number(await shell.evaluate('performance.timeOrigin + performance.now()'));
  await shell.keyboard.press('Enter');
  return (await when(shell, '__screen().includes("DONE-42")')) - pressed;
}
