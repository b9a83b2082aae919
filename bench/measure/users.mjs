// The list of users with 2 000 rows, which the console searches and sorts itself.
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { figure } from '../support/table.mjs';
import { now, scrollDown } from './list.mjs';
import { FIRST_ROW, signIn } from './start.mjs';

/** Scrolls through all of them in two and a half seconds. */
const THROW_PX = 480;
const FRAMES = 150;

/**
 * @param {{ base: string }} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureUsers({ base }, runs) {
  /** @type {Record<'open' | 'search' | 'sort' | 'rows' | 'throw' | 'heap', number[]>} */
  const taken = { open: [], search: [], sort: [], rows: [], throw: [], heap: [] };
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    await signIn(page, base);
    await page.waitForURL(/\/nodes/);
    await when(page, FIRST_ROW);
    await page.waitForLoadState('networkidle');

    const opened = await now(page);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.waitForURL(/\/users$/);
    taken.open.push((await when(page, `location.pathname.endsWith('/users') && (${FIRST_ROW})`)) - opened);

    taken.throw.push(await scrollDown(page, THROW_PX, FRAMES));
    taken.rows.push(await page.locator('[role="grid"] [role="row"]').count());
    taken.heap.push(await heapMb(page));
    await page.locator('[role="grid"]').evaluate((grid) => grid.scrollTo(0, 0));
    await when(page, `document.querySelector('#row-0')`);

    const first = await page.evaluate(FIRST_ROW);
    const clicked = await now(page);
    await page.locator('[role="columnheader"] button').first().click();
    taken.sort.push((await when(page, `(${FIRST_ROW}) && (${FIRST_ROW}) !== ${JSON.stringify(first)}`)) - clicked);

    await page.getByRole('textbox', { name: 'Search', exact: true }).click();
    const typed = await now(page);
    await page.keyboard.insertText('auditor nothing');
    taken.search.push((await when(page, `!document.querySelector('#row-0')`)) - typed);
    await close();
  }
  return [
    figure('page → first row', 'ms', taken.open, {}),
    figure('search → painted', 'ms', taken.search, { bar: 300 }),
    figure('sort by name, other way → painted', 'ms', taken.sort, { bar: 300 }),
    figure(`longest frame while the bar is thrown through all rows, ${THROW_PX} px a frame`, 'ms', taken.throw, {}),
    figure('– rows in the document then', '', taken.rows, { bar: 60 }),
    figure('heap after that, collected', 'MB', taken.heap, { bar: 60, digits: 1 }),
  ];
}
