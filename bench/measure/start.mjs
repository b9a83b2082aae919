// Bytes and times from a cold browser to the login field and to the first row, and again with a warm cache.
import { countBytes, freshBrowser, heapMb, when } from '../support/browser.mjs';
import { PASSWORD, USER } from '../support/gateway.mjs';
import { figure, kilobytes } from '../support/table.mjs';

const FIELD_USABLE = `document.querySelector('input[name="username"]')?.matches(':enabled')`;
export const FIRST_ROW = `document.querySelector('#row-0')?.textContent`;

/**
 * Signs in through the login page. Resolves with the epoch time (ms) of Enter.
 * @param {import('playwright-core').Page} page @param {string} base
 */
export async function signIn(page, base) {
  await page.goto(`${base}/web/login`);
  await page.fill('input[name="username"]', USER);
  await page.fill('input[name="password"]', PASSWORD);
  const pressed = await page.evaluate('performance.timeOrigin + performance.now()');
  await page.press('input[name="password"]', 'Enter');
  return Number(pressed);
}

/** Epoch time (ms) at which the page's navigation began. @param {import('playwright-core').Page} page */
export const navigationStart = (page) => page.evaluate(() => performance.timeOrigin);

/**
 * @param {{ base: string }} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureStart({ base }, runs) {
  /** @type {Record<'usable' | 'entered' | 'cold' | 'warm' | 'heap' | 'loginScript' | 'loginAll' | 'listScript' | 'listAll' | 'requests', number[]>} */
  const taken = {
    usable: [],
    entered: [],
    cold: [],
    warm: [],
    heap: [],
    loginScript: [],
    loginAll: [],
    listScript: [],
    listAll: [],
    requests: [],
  };

  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    const bytes = await countBytes(page);
    await page.goto(`${base}/web/login`, { waitUntil: 'commit' });
    taken.usable.push((await when(page, FIELD_USABLE)) - (await navigationStart(page)));
    await page.waitForLoadState();
    taken.loginScript.push(kilobytes(bytes['Script']));
    taken.loginAll.push(kilobytes(bytes['all']));
    await page.waitForLoadState('networkidle'); // files that the page prefetches while the user types
    await page.fill('input[name="username"]', USER);
    await page.fill('input[name="password"]', PASSWORD);
    const pressed = Number(await page.evaluate('performance.timeOrigin + performance.now()'));
    await Promise.all([page.waitForURL(/\/nodes/), page.press('input[name="password"]', 'Enter')]);
    taken.entered.push((await when(page, FIRST_ROW)) - pressed);
    await page.waitForLoadState('networkidle');
    taken.listScript.push(kilobytes(bytes['Script']));
    taken.listAll.push(kilobytes(bytes['all']));
    taken.requests.push(bytes['requests'] ?? 0);
    await close();

    const again = await freshBrowser();
    await signIn(again.page, base);
    await again.page.waitForURL(/\/nodes/);
    const list = again.page.url();
    await when(again.page, FIRST_ROW);
    for (const kind of /** @type {const} */ (['cold', 'warm'])) {
      if (kind === 'cold') await emptyCache(again.page);
      await again.page.goto('about:blank');
      await again.page.goto(list, { waitUntil: 'commit' });
      taken[kind].push((await when(again.page, FIRST_ROW)) - (await navigationStart(again.page)));
    }
    taken.heap.push(await heapMb(again.page));
    await again.close();
  }

  return [
    figure('login page, cold: script', 'kB', taken.loginScript, { peers: [182, 896], bar: 85, digits: 1 }),
    figure('login page, cold: all', 'kB', taken.loginAll, { peers: [617, 1297], bar: 200, digits: 1 }),
    figure('cold → login → first list: script', 'kB', taken.listScript, { peers: [217, 898], digits: 1 }),
    figure('– requests', '', taken.requests, { peers: [49, 26] }),
    figure('cold → login → first list: all', 'kB', taken.listAll, { peers: [669, 1439], digits: 1 }),
    figure('navigation → login field usable, cold', 'ms', taken.usable, { peers: [479, 765] }),
    figure('login Enter → first row', 'ms', taken.entered, { peers: [953, 695] }),
    figure('navigation → first row, cold', 'ms', taken.cold, { peers: [863, 1270] }),
    figure('navigation → first row, warm', 'ms', taken.warm, { peers: [438, 837] }),
    figure('heap of the first list, collected', 'MB', taken.heap, { peers: [4.35, 15.1], digits: 1 }),
  ];
}

/** @param {import('playwright-core').Page} page */
async function emptyCache(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
}
