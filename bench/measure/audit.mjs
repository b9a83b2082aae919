// The audit log with 200 000 events of a week.
import { statSync } from 'node:fs';
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { startGateway } from '../support/gateway.mjs';
import { figure, kilobytes } from '../support/table.mjs';
import { now } from './list.mjs';
import { FIRST_ROW, signIn } from './start.mjs';

const EVENTS = 200_000;
/** In the seed, only the oldest events are of this user. */
const RARE_USER = 'rare-user';
/** The number of events in one answer when their size was measured first. */
const WEIGHED_EVENTS = 4700;

/**
 * With its own gateway: the events would not slow down other measurements, but would be in their logs.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureAudit(_gateway, runs) {
  const gateway = await startGateway({ seed: ['--nodes', '10', '--events', String(EVENTS)] });
  try {
    return await measureWith(gateway, runs);
  } finally {
    await gateway.stop();
  }
}

/**
 * @param {{ base: string, cluster: string, headers: Record<string, string> }} gateway @param {number} runs
 */
async function measureWith(gateway, runs) {
  /** @type {Record<'open' | 'counted' | 'facet' | 'far' | 'words' | 'csv' | 'jsonl' | 'size' | 'heap' | 'after', number[]>} */
  const taken = {
    open: [],
    counted: [],
    facet: [],
    far: [],
    words: [],
    csv: [],
    jsonl: [],
    size: [],
    heap: [],
    after: [],
  };
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    await signIn(page, gateway.base);
    await page.waitForURL(/\/nodes/);
    await when(page, FIRST_ROW);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Close hint' }).click(); // it covers the buttons

    const opened = await now(page);
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    await page.waitForURL(/\/audit$/);
    taken.open.push((await when(page, `location.pathname.endsWith('/audit') && (${FIRST_ROW})`)) - opened);

    const asked = await now(page);
    await page.getByText('30 days', { exact: true }).click();
    await when(page, `/Counts over all 200/.test(document.querySelector('aside[aria-label="Filters"]')?.textContent)`);
    taken.counted.push((await now(page)) - asked);
    taken.heap.push(await heapMb(page));

    taken.facet.push(await filterBy(page, 'labels["user"] == "user-7"'));
    taken.far.push(await filterBy(page, `labels["user"] == "${RARE_USER}"`));
    taken.words.push(await filterBy(page, `search("${RARE_USER}")`));
    await filterBy(page, '');

    for (const format of /** @type {const} */ (['csv', 'jsonl'])) {
      const pressed = await now(page);
      await page.getByRole('button', { name: 'Export' }).first().click();
      const download = page.waitForEvent('download', { timeout: 120_000 });
      await page.getByRole('menuitem', { name: format === 'csv' ? /^CSV/ : /^JSON Lines/ }).click();
      const file = await (await download).path();
      taken[format].push((await now(page)) - pressed);
      taken.size.push(statSync(file).size / 1e6);
    }
    taken.after.push(await heapMb(page));
    await close();
  }
  const { plain, br } = await weigh(gateway);
  return [
    figure('page → first row', 'ms', taken.open, { bar: 300 }),
    figure(`30 days → all ${EVENTS} events counted`, 'ms', taken.counted),
    figure('query for a user → painted', 'ms', taken.facet, { bar: 100 }),
    figure('query for a user whose events are not loaded → painted', 'ms', taken.far, { bar: 100 }),
    figure('query for words that only the oldest events have → painted', 'ms', taken.words),
    figure('export of all as CSV', 'ms', taken.csv, { bar: 10_000 }),
    figure('export of all as JSON Lines', 'ms', taken.jsonl, { bar: 10_000 }),
    figure('– file', 'MB', taken.size, { digits: 1 }),
    figure('heap before the exports, collected', 'MB', taken.heap, { digits: 1 }),
    figure('heap after the exports, collected', 'MB', taken.after, { digits: 1 }),
    figure(`${WEIGHED_EVENTS} events as they travel, compressed`, 'kB', [kilobytes(br)], { digits: 1 }),
    figure('– uncompressed', 'kB', [kilobytes(plain)], { digits: 1 }),
  ];
}

/**
 * Enters a query and waits for its first row.
 * @param {import('playwright-core').Page} page @param {string} query
 */
async function filterBy(page, query) {
  const field = page
    .getByRole('combobox', { name: 'Query' })
    .or(page.getByRole('textbox', { name: 'Query' }))
    .first();
  if (!(await field.isVisible())) await page.getByText('Query', { exact: true }).click();
  await field.click();
  await field.fill('labels["user"] == "nobody at all"');
  await when(page, `!document.querySelector('#row-0')`);
  await page.waitForTimeout(1500);
  const typed = await now(page);
  await field.fill(query);
  return (await when(page, FIRST_ROW)) - typed;
}

/** @param {{ base: string, cluster: string, headers: Record<string, string> }} gateway */
async function weigh({ base, cluster, headers }) {
  const sizeOf = async (/** @type {string} */ coding) => {
    const url = `${base}/v1/webapi/sites/${cluster}/events/search?limit=${WEIGHED_EVENTS}`;
    const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': coding } });
    await answer.arrayBuffer();
    return Number(answer.headers.get('content-length'));
  };
  return { plain: await sizeOf('identity'), br: await sizeOf('br') };
}
