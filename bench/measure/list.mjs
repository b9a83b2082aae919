// The list of servers with 10 000 rows behind it.
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { figure } from '../support/table.mjs';
import { FIRST_ROW, signIn } from './start.mjs';

/** A wheel turned fast, and the scroll bar pulled through ten thousand rows in ten seconds. */
const WHEEL_PX = 120;
const THROW_PX = 600;

/** Epoch ms in the page. @param {import('playwright-core').Page} page */
export const now = async (page) => Number(await page.evaluate('performance.timeOrigin + performance.now()'));

/**
 * @param {{ base: string }} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureList({ base }, runs) {
  /** @type {Record<'search' | 'facet' | 'sort' | 'row500' | 'rows' | 'wheel' | 'throw' | 'heap', number[]>} */
  const taken = { search: [], facet: [], sort: [], row500: [], rows: [], wheel: [], throw: [], heap: [] };
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    await signIn(page, base);
    await page.waitForURL(/\/nodes/);
    await when(page, FIRST_ROW);
    await page.waitForLoadState('networkidle');

    taken.row500.push(await scrollTo(page, 499));
    taken.rows.push(await page.locator('[role="grid"] [role="row"]').count());
    taken.wheel.push(await scrollDown(page, WHEEL_PX, 500));
    taken.throw.push(await scrollDown(page, THROW_PX, 600));
    taken.heap.push(await heapMb(page));

    await page.locator('[role="grid"]').evaluate((grid) => grid.scrollTo(0, 0));
    const wanted = String(await page.locator('#row-7 [role="gridcell"]').nth(1).textContent());
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.click();
    const typed = await now(page);
    await page.keyboard.insertText(wanted);
    const alone = `(${FIRST_ROW})?.startsWith(${JSON.stringify(wanted)}) && !document.querySelector('#row-1')`;
    taken.search.push((await when(page, alone)) - typed);
    await field.fill('');
    await when(page, `document.querySelector('#row-9')`);
    await page.waitForTimeout(1000); // the address follows what was typed after a pause
    // The suggestions of the field cover the labels until it loses the focus.
    await page.locator('[role="grid"]').focus();

    // A label value that the first row does not have: every visible row changes.
    const other = page.locator('aside [role="group"]').first().locator('label').nth(1);
    const before = await page.evaluate(FIRST_ROW);
    const chosen = await now(page);
    await other.click();
    taken.facet.push((await when(page, `(${FIRST_ROW}) && (${FIRST_ROW}) !== ${JSON.stringify(before)}`)) - chosen);
    await other.click();
    await when(page, `(${FIRST_ROW}) === ${JSON.stringify(before)}`);

    const first = await page.evaluate(FIRST_ROW);
    const clicked = await now(page);
    await page.locator('[role="columnheader"] button').first().click();
    taken.sort.push((await when(page, `(${FIRST_ROW}) && (${FIRST_ROW}) !== ${JSON.stringify(first)}`)) - clicked);
    await close();
  }
  return [
    figure('search for one host → that row alone', 'ms', taken.search, { peers: [131, 88.4] }),
    figure('filter by a label value → painted', 'ms', taken.facet, { bar: 300 }),
    figure('sort by host name, other way → painted', 'ms', taken.sort, { peers: [148, 235], bar: 300 }),
    figure('row 500 reached', 'ms', taken.row500, { peers: [2843, 8091], bar: 300 }),
    figure('– rows in the document then', '', taken.rows, { peers: [15, 504], bar: 60 }),
    figure(`longest frame while wheeling, ${WHEEL_PX} px a frame`, 'ms', taken.wheel, { bar: 50 }),
    figure(`longest frame while the bar is thrown through all rows, ${THROW_PX} px a frame`, 'ms', taken.throw),
    figure('heap after that, collected', 'MB', taken.heap, { bar: 60, digits: 1 }),
  ];
}

/** Scrolls until the row with this index is drawn. @param {import('playwright-core').Page} page @param {number} index */
async function scrollTo(page, index) {
  const begun = await now(page);
  await page.evaluate((at) => {
    const grid = document.querySelector('[role="grid"]');
    const row = document.querySelector('#row-1');
    if (grid && row) grid.scrollTop = at * row.getBoundingClientRect().height;
  }, index);
  return (await when(page, `document.querySelector('#row-${index}')?.textContent`)) - begun;
}

/**
 * Scrolls down from the first row, frame by frame. Returns the longest time (ms) between two of them.
 * @param {import('playwright-core').Page} page @param {number} stepPx @param {number} frames
 */
export const scrollDown = (page, stepPx, frames) =>
  page.evaluate(
    async ([step = 0, count = 0]) => {
      const grid = document.querySelector('[role="grid"]');
      if (!grid) return Number.NaN;
      grid.scrollTop = 0;
      const nextFrame = () => new Promise(requestAnimationFrame);
      await nextFrame();
      let before = Number(await nextFrame());
      let longest = 0;
      for (let at = 0; at < count; at += 1) {
        grid.scrollTop += step;
        const now = Number(await nextFrame());
        longest = Math.max(longest, now - before);
        before = now;
      }
      return longest;
    },
    [stepPx, frames],
  );
