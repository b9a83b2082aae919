// Parts of a page whose file does not load, because the connection is lost or the server was updated.
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleIsOpen } from '../support/account.ts';
import { axe, launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const STEP_MS = 15_000;
const CLUSTER = 'example.test';
const SERVERS = `/web/cluster/${CLUSTER}/nodes`;

let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;

beforeAll(async () => {
  gateway = await startGateway({ config: `cluster_name: ${CLUSTER}\nauth: { second_factor: "off" }\n` });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

/** A visit without some of the console's files, and how they return. */
async function without(files: RegExp, path: string, how: 'cut off' | 'gone' = 'cut off') {
  const person: Visit = await visit(browser, gateway.base, { state: signedIn, expects: [/ERR_FAILED|status of 404/] });
  person.context.setDefaultTimeout(STEP_MS);
  await person.context.route(files, (route) =>
    how === 'cut off' ? route.abort() : route.fulfill({ status: 404, body: '{}' }),
  );
  await person.page.goto(path);
  await consoleIsOpen(person.page);
  return { ...person, bringBack: () => person.context.unroute(files) };
}

/** The name of a part's stylesheet, which is only a hash. Read it after a gateway has built the console. */
function stylesOf(source: string): string {
  const text = readFileSync(new URL('../../dist/console/.vite/manifest.json', import.meta.url), 'utf8');
  const manifest = JSON.parse(text) as Record<string, { css?: string[] }>;
  return manifest[source]?.css?.[0] ?? `no stylesheet of ${source}`;
}

/** In the page: the number of active rules of a stylesheet. */
const rulesOf = (file: string): number =>
  [...document.styleSheets].reduce((sum, { href, cssRules }) => sum + (href?.includes(file) ? cssRules.length : 0), 0);

/** In the page. */
const isFocused = (element: Element): boolean => document.activeElement === element;

test('an overlay reports that it did not load, and opens with its styles after a retry', async () => {
  const styles = stylesOf('resources/list/ListOverlays.tsx');
  const withheld = new RegExp(`/a/(PalettePanel|ListOverlays)-|${styles}`);
  const { page, bringBack, end } = await without(withheld, SERVERS);
  const servers = page.getByRole('grid', { name: 'Servers' });
  await servers.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('alert').filter({ hasText: 'The palette could not be loaded.' });
  await palette.waitFor();
  await expect.poll(() => servers.isVisible()).toBe(true);
  await axe(page);
  await palette.getByRole('button', { name: 'Close' }).click();
  await palette.waitFor({ state: 'detached' });

  await page.keyboard.press('v');
  const columns = page.getByRole('alert').filter({ hasText: 'could not be loaded.' });
  await columns.waitFor();
  await bringBack();
  await columns.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('listbox', { name: 'Columns' }).waitFor();
  expect(await page.evaluate(rulesOf, styles)).toBeGreaterThan(0);
  await columns.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a page, a resource or an action' }).waitFor();
  await end();
});

test('a menu reports that its file did not load, and opens with the focus inside after a retry', async () => {
  const { page, bringBack, end } = await without(/\/a\/Popover-/, SERVERS);
  const connect = page.getByRole('button', { name: /^Connect/ }).first();
  await connect.click();
  const note = page.getByRole('alert').filter({ hasText: 'The menu could not be loaded.' });
  await note.getByRole('button', { name: 'Close' }).click();
  await note.waitFor({ state: 'detached' });
  await expect.poll(() => connect.evaluate(isFocused)).toBe(true);
  await connect.press('Enter');
  await note.waitFor(); // otherwise the file may be back before it is requested
  await bringBack();
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByRole('menuitem', { name: /^root/ }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => connect.evaluate(isFocused)).toBe(true);
  await end();
});

test('the code of the terminal is prefetched when the login menu opens', async () => {
  const { page, context, end } = await without(/never/, SERVERS);
  const emulator = /\/a\/createEmulator-.*\.js$/;
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await page
    .getByRole('button', { name: /^Connect/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^root/ }).waitFor();
  await expect.poll(() => asked.filter((url) => emulator.test(url)).length).toBe(1);
  expect(context.pages()).toHaveLength(1);
  await end();
});

test('a part of a page shows its load error in its own area, and loads automatically', async () => {
  const { page, bringBack, end } = await without(/\/a\/(QueryText|SelectionBar)-/, SERVERS);
  await page
    .getByRole('radio', { name: 'Query' })
    .or(page.getByRole('button', { name: 'Query' }))
    .first()
    .click();
  const field = page.getByRole('search');
  await field.getByText('The field for queries could not be loaded.').waitFor();
  expect((await field.boundingBox())?.height).toBe(30);
  const servers = page.getByRole('grid', { name: 'Servers' });
  await servers.getByRole('row').nth(1).getByRole('checkbox').click();
  await page.getByText('The actions for the selection could not be loaded.').waitFor();
  const before = await servers.boundingBox();
  await bringBack();
  await page.getByRole('toolbar', { name: '1 server selected' }).waitFor();
  expect(await servers.boundingBox()).toEqual(before);
  await page.getByRole('combobox', { name: 'Query', exact: true }).fill('name == "none"');
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('name == "none"');
  await end();
});

test('a page of a version that the server no longer serves offers a reload, and drafts are kept', async () => {
  const here = await without(/\/a\/HistoryPage-/, '/web/roles/access', 'gone');
  const { page } = here;
  const name = page.getByRole('textbox', { name: 'Description' });
  await name.fill('written before the update');
  await page.getByText(/draft kept here at/).waitFor();
  await page.goto('/web/roles/access/history');
  await page.getByText('A new version of the console is available.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Servers' }).isVisible()).toBe(true);
  await here.bringBack();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'History of access' }).waitFor();
  await page.goto('/web/roles/access');
  await page.getByText('written before the update').first().waitFor();
  await here.end();
});
