// Many terminals in one window: the echo of a key while another tab is flooded, the memory of fifty tabs, the time to
// switch to one, and the time until a full scrollback follows the window's size.
import { heapMb } from '../support/browser.mjs';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { echoes, openShell, SCROLLBACK_LINES, terminalBrowser } from '../support/terminalPage.mjs';

const KEYS = 100;
const TABS = 50;
const IDLE_MS = 5000;
const FLOOD = String.raw`while :; do seq -f $'\e[32m%g\e[0m and some more words in this line' 1 100000; done`;

/**
 * @param {import('../support/terminalPage.mjs').Gateway} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureTerminalTabs(gateway, runs) {
  /** @type {Record<'idle50' | 'idle99' | 'load50' | 'load99' | 'heap' | 'cpu' | 'switched' | 'switched99' | 'resized', number[]>} */
  const taken = {
    idle50: [],
    idle99: [],
    load50: [],
    load99: [],
    heap: [],
    cpu: [],
    switched: [],
    switched99: [],
    resized: [],
  };
  for (let run = 0; run < runs; run += 1) {
    const browser = await terminalBrowser(gateway);
    const page = await openShell(browser.context, gateway, gateway.nodes.machine);
    taken.resized.push(await resize(page));

    await duplicate(page);
    const idle = await echoes(page, KEYS);
    taken.idle50.push(percentile(idle, 0.5));
    taken.idle99.push(percentile(idle, 0.99));
    await front(page, 1);
    await page.keyboard.type(`${FLOOD}\n`);
    await front(page, 2);
    const loaded = await echoes(page, KEYS);
    taken.load50.push(percentile(loaded, 0.5));
    taken.load99.push(percentile(loaded, 0.99));
    await front(page, 1);
    await page.keyboard.press('Control+C');

    for (let tabs = 2; tabs < TABS; tabs += 1) await duplicate(page);
    const times = [];
    for (let at = 0; at < 27; at += 1) times.push(await front(page, 1 + (at % 9)));
    taken.switched.push(percentile(times, 0.5));
    taken.switched99.push(percentile(times, 0.99));
    taken.cpu.push(await busyShare(page));
    taken.heap.push(await heapMb(page));
    await browser.close();
  }
  return [
    figure('keystroke echo, median', 'ms', taken.idle50, { peers: [16.8, 27.5], digits: 1 }),
    figure('– 99th percentile', 'ms', taken.idle99, { digits: 1 }),
    figure('keystroke echo while another tab is flooded, median', 'ms', taken.load50, { digits: 1 }),
    figure('– 99th percentile', 'ms', taken.load99, { digits: 1 }),
    figure(`${TABS} tabs: heap, collected`, 'MB', taken.heap, { digits: 1 }),
    figure('– a tab brought to the front, median', 'ms', taken.switched, { digits: 1 }),
    figure('– 99th percentile', 'ms', taken.switched99, { digits: 1 }),
    figure('– main thread busy while nothing happens', '%', taken.cpu, { digits: 1 }),
    figure(`window narrowed → ${SCROLLBACK_LINES} lines of scrollback wrapped anew`, 'ms', taken.resized),
  ];
}

/** Another terminal like the active one, opened as a user does. @param {import('playwright-core').Page} page */
async function duplicate(page) {
  await page.locator('[role=tab][aria-selected=true]').dispatchEvent('contextmenu');
  await page.evaluate('void (globalThis.__before = __front())');
  await page.getByRole('menuitem', { name: 'Duplicate' }).dispatchEvent('click');
  await page.evaluate('__when(() => __front() && __front() !== __before && __has(/[#$] *$/))');
}

/**
 * Switches to another tab. Returns milliseconds from the key. @param {import('playwright-core').Page} page @param
 * {number} place from 1
 */
async function front(page, place) {
  await page.keyboard.down('Alt');
  await page.evaluate(`void (globalThis.__shown = new Promise((resolve) => {
    const before = __front();
    addEventListener('keydown', ({ timeStamp }) => {
      __when(() => __front() && __front() !== before).then((shown) => resolve(shown - performance.timeOrigin - timeStamp));
    }, { capture: true, once: true });
  }))`);
  await page.keyboard.press(`Digit${place}`);
  const tookMs = Number(await page.evaluate('__shown'));
  await page.keyboard.up('Alt');
  return tookMs;
}

/** Percent. @param {import('playwright-core').Page} page */
async function busyShare(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const busyS = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await busyS();
  await page.waitForTimeout(IDLE_MS);
  return ((await busyS()) - before) * (100_000 / IDLE_MS);
}

/** @param {import('playwright-core').Page} page */
async function resize(page) {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.keyboard.type(
    `yes 'a line that is wrapped in a narrow window, but not in a wide one: 0123456789 0123456789 0123456789' | head -${SCROLLBACK_LINES}; echo DONE\n`,
  );
  await page.evaluate('__when(() => __has(/^DONE$/m))');
  await page.evaluate(`void (globalThis.__resized = new Promise((resolve) => {
    const { terminal } = __front();
    const before = terminal.cols;
    addEventListener('resize', ({ timeStamp }) => {
      __when(() => terminal.cols < before).then((done) => resolve(done - performance.timeOrigin - timeStamp));
    }, { once: true });
  }))`);
  await page.setViewportSize({ ...size, width: Math.round(size.width / 2) });
  const tookMs = Number(await page.evaluate('__resized'));
  await page.setViewportSize(size);
  return tookMs;
}
