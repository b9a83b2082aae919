// The list of roles, and from a click on a role to its text in the editor.
import { freshBrowser, heapMb, when } from '../support/browser.mjs';
import { figure } from '../support/table.mjs';
import { FIRST_ROW, navigationStart, signIn } from './start.mjs';

const YAML_VISIBLE = `document.querySelector('.monaco-editor .view-line')?.textContent?.includes('kind')`;

/**
 * @param {{ base: string }} gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureRoles({ base }, runs) {
  /** @type {Record<'list' | 'editor' | 'heap', number[]>} */
  const taken = { list: [], editor: [], heap: [] };
  for (let run = 0; run < runs; run += 1) {
    const { page, close } = await freshBrowser();
    await signIn(page, base);
    await page.waitForURL(/\/nodes/);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    await page.goto(`${base}/web/roles`, { waitUntil: 'commit' });
    taken.list.push((await when(page, FIRST_ROW)) - (await navigationStart(page)));
    await page.waitForLoadState('networkidle'); // the page prefetches the editor while the user looks for the role
    const role = page.locator('#row-0 [role="gridcell"] a').first();
    await role.hover();
    const clicked = Number(await page.evaluate('performance.timeOrigin + performance.now()'));
    await role.click();
    taken.editor.push((await when(page, YAML_VISIBLE)) - clicked);
    taken.heap.push(await heapMb(page));
    await close();
  }
  return [
    figure('navigation → list of roles, cold', 'ms', taken.list, { peers: [835, 1085] }),
    figure('first click → YAML visible', 'ms', taken.editor, { peers: [143, 712] }),
    figure('heap with the editor, collected', 'MB', taken.heap, { peers: [6.31, 12.3], digits: 1 }),
  ];
}
