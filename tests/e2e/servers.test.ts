// Finding one of ten thousand servers, as a user does.
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  axe,
  launchBrowser,
  PHONE,
  TABLET,
  visit,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { seededDataDir } from '../support/seed.ts';
import { firstAccount } from '../support/signedIn.ts';

const SEEDED = 10_000;
/** The machine that the gateway runs on is also a server. */
const ALL = '10\u202f001';
const STEP_MS = 15_000;
const CLUSTER = 'example.test';
const LIST = `/web/cluster/${CLUSTER}/nodes`;

let dataDir: string;
let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;

beforeAll(async () => {
  dataDir = await seededDataDir({ nodes: SEEDED });
  gateway = await startGateway({
    dataDir,
    config: `cluster_name: ${CLUSTER}\nauth: { second_factor: "off" }\n`,
  });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

let mara: Visit | undefined;
afterEach(async () => {
  await mara?.end();
  mara = undefined;
});

/** A signed-in user with an open list at `where`. */
async function look(where = '', options: VisitOptions = {}): Promise<Page> {
  mara = await visit(browser, gateway.base, { ...options, state: signedIn });
  mara.context.setDefaultTimeout(STEP_MS);
  await mara.page.goto(LIST + where);
  await rowAt(mara.page, 1).waitFor();
  return mara.page;
}

/** Rows count from 1, as in the foot. Rows that are still loading do not count. */
const rowAt = (page: Page, n: number) => page.locator(`[role=row][aria-rowindex="${n + 1}"]:not([aria-busy])`);
const nameAt = (page: Page, n: number) => rowAt(page, n).getByRole('gridcell').nth(1).textContent();
const search = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const foot = (page: Page) => page.getByRole('status').filter({ hasText: /^(Rows|No rows|Not up)/ });
const footText = (page: Page) => async () => ((await foot(page).textContent()) ?? '').replaceAll('\u202f', '');
const param = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);
const settled = (page: Page) => page.getByText(/^Answered in/).waitFor();
const head = (page: Page, name: string) => page.getByRole('columnheader', { name });
const drawn = (page: Page) => page.locator('[role=row]').count();

describe('the query', () => {
  test('the list is searched during typing, and the words are in the address', async () => {
    const page = await look();
    await expect.poll(() => page.getByText(ALL, { exact: true }).first().textContent()).toBe(ALL);
    await search(page).pressSequentially('api-000');
    await expect.poll(param(page, 'search')).toBe('api-000');
    await settled(page);
    await expect.poll(footText(page)).toMatch(/^Rows 1–\d+ of \d+ matching/);
    for (const text of await page.locator('[role=row][aria-selected]').allTextContents())
      expect(text).toContain('api-000');
    expect(await page.evaluate(() => history.length)).toBeLessThan(8); // replaced, never pushed
  });

  test('a clicked label becomes a chip, and Backspace removes the last chip', async () => {
    const page = await look();
    await rowAt(page, 1)
      .getByRole('button', { name: /^env: / })
      .or(rowAt(page, 1).locator('button[data-tip^="env: "]'))
      .first()
      .click();
    await expect.poll(param(page, 'query')).toMatch(/^labels\["env"\] == "\w+"$/);
    await search(page).fill('os = debian-12');
    await search(page).press('Enter');
    await expect.poll(param(page, 'query')).toMatch(/ && labels\["os"\] == "debian-12"$/);
    await search(page).press('Backspace');
    await expect.poll(param(page, 'query')).toMatch(/^labels\["env"\] == "\w+"$/);
    await page.getByRole('button', { name: /^Remove env = / }).click();
    await expect.poll(param(page, 'query')).toBeNull();
  });

  test('facets count the loaded rows, and include or exclude a value', async () => {
    const page = await look();
    const facets = page.getByRole('complementary', { name: 'Label filters' });
    await facets.getByText('Counts over 500 of').waitFor();
    await facets.getByRole('button', { name: 'Load all' }).click();
    await facets.getByText(`Counts over all ${ALL}`).waitFor({ timeout: 30_000 });
    const env = facets.getByRole('group', { name: 'env' });
    const counted = ((await env.getByText(/^\d/).first().textContent()) ?? '').replaceAll('\u202f', '');
    await env.getByText('prod', { exact: true }).click();
    // Without our handling, a click with Shift would select text.
    await env.getByText('dev', { exact: true }).click({ modifiers: ['Shift'] });
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "prod" && labels["env"] != "dev"');
    await env.getByText('dev', { exact: true }).click();
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "prod"');
    await settled(page);
    await expect.poll(footText(page)).toContain(` of ${counted} matching`);
    await env.getByRole('checkbox', { name: 'prod' }).click({ modifiers: ['Shift'] });
    await expect.poll(param(page, 'query')).toBe('labels["env"] != "prod"');
    await settled(page);
    await expect.poll(footText(page)).toContain(` of ${SEEDED + 1 - Number(counted)} matching`);
    await env.getByRole('button', { name: 'Only env = qa' }).click({ force: true });
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "qa"');
  });

  test('an invalid query is marked, and the rows of the last valid query are kept', async () => {
    const page = await look('?query=labels["env"] == "prod" || name == "x"');
    await settled(page);
    const before = await footText(page)();
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    await query.press('End');
    await query.pressSequentially(' &&');
    await page.getByText('The query is invalid.').waitFor();
    await page.getByText('expected operand, found the end of the query').waitFor();
    await expect.poll(() => query.getAttribute('aria-invalid')).toBe('true');
    // The message does not cover the list: the user can sort, filter and read it.
    await query.press('Escape');
    await head(page, 'Hostname').getByRole('button').click({ trial: true });
    await page
      .getByRole('complementary', { name: 'Label filters' })
      .getByText(/^Counts over/)
      .click({ trial: true });
    // The message takes the height of a row. The number of matches of the last query is kept.
    const matching = (foot: string) => /^Rows 1–\d+ (of \S+)/.exec(foot)?.[1];
    expect(matching(before)).toBeDefined();
    expect(matching(await footText(page)())).toBe(matching(before));
    await query.press('Backspace');
    await query.press('Backspace');
    await page.getByText('The query is invalid.').waitFor({ state: 'detached' });
  });

  test('an empty list shows the number of matches without each condition', async () => {
    const page = await look('?search=api');
    await search(page).fill('');
    for (const condition of ['env = prod', 'region = nowhere']) {
      await search(page).fill(condition);
      await search(page).press('Enter');
    }
    await page.getByRole('heading', { name: 'No server matches both' }).waitFor();
    const without = page.getByRole('listitem').filter({ hasText: 'Without region = nowhere' });
    await without.getByText(/\d servers$/).waitFor();
    // The suggestions cover part of the filters and of the message.
    await search(page).press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await axe(page);
    await without.getByRole('button').click();
    await expect.poll(footText(page)).toMatch(/^Rows 1–/);
  });
});

describe('the rows', () => {
  test('a click on a column header sorts by the column or reverses its order', async () => {
    const page = await look();
    const first = await nameAt(page, 1);
    await head(page, 'Hostname').getByRole('button').click();
    await expect.poll(param(page, 'sort')).toBe('hostname:desc');
    await expect.poll(() => head(page, 'Hostname').getAttribute('aria-sort')).toBe('descending');
    await settled(page);
    await expect.poll(() => nameAt(page, 1)).not.toBe(first);
    await head(page, 'Address').getByRole('button').click();
    await expect.poll(param(page, 'sort')).toBe('address:asc');
  });

  test('one key scrolls to the end of ten thousand rows, and the DOM has few rows at any time', async () => {
    const page = await look();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await rowAt(page, SEEDED + 1).waitFor({ timeout: 60_000 });
    await expect.poll(() => rowAt(page, SEEDED + 1).getAttribute('aria-current')).toBe('true');
    await expect.poll(footText(page)).toContain(`${SEEDED + 1} of ${SEEDED + 1}`);
    expect(await drawn(page)).toBeLessThanOrEqual(60);
    await page.keyboard.press('Home');
    await rowAt(page, 1).waitFor();
    expect(await drawn(page)).toBeLessThanOrEqual(60);
  });

  test('labels can be shown as columns', async () => {
    const page = await look();
    await page.keyboard.press('v');
    await page.getByRole('combobox', { name: 'Find a field or label' }).fill('region');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(param(page, 'cols')).toBe('hostname,addr,label:region,labels');
    await head(page, 'region').waitFor();
    await expect.poll(() => rowAt(page, 1).getByRole('gridcell').nth(3).textContent()).toMatch(/^[a-z]+-[a-z]+-\d$/);
  });

  test('keys select rows, copy names and open the login menu', async () => {
    const page = await look('', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    const bar = page.getByRole('toolbar', { name: '2 servers selected' });
    await bar.getByRole('button', { name: 'Copy hostnames' }).click();
    await bar.getByRole('button', { name: 'Copied' }).waitFor();
    const names = [await nameAt(page, 2), await nameAt(page, 3)].join('\n');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(names);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    const login = page.getByRole('menuitem', { name: /^root/ });
    await login.waitFor();
    await expect
      .poll(() => login.getAttribute('href'))
      .toMatch(/^\/web\/cluster\/example\.test\/console\/node\/5eed0000-[^/]+\/root$/);
    await expect.poll(() => login.getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');
    await login.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
  });

  test('all matches are exported with the visible columns', async () => {
    const page = await look('?query=labels["env"] == "prod"&cols=hostname,label:env');
    await settled(page);
    const count = Number(/of (\d+) matching/.exec(await footText(page)())?.[1]);
    expect(count).toBeGreaterThan(500);
    await page.getByRole('button', { name: 'More for servers' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^servers-.+Z\.csv$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('Hostname,env');
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.slice(1).map((line) => line.split(',')[1]))).toEqual(new Set(['prod']));
  });
});

describe('the address', () => {
  test('a link restores the full state, and an unescaped % is accepted', async () => {
    const page = await look(
      '?query=labels["team"] == "core"&sort=hostname:desc&cols=hostname,label:team&density=compact',
    );
    await page.getByRole('button', { name: 'Remove team = core' }).waitFor();
    await expect.poll(() => head(page, 'Hostname').getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => head(page, 'Address').count()).toBe(0);
    expect((await rowAt(page, 1).boundingBox())?.height).toBe(28);
    await page.goto(`${LIST}?search=%`);
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    await expect.poll(() => search(page).inputValue()).toBe('%');
  });

  test('contains the row at the cursor, and a reload scrolls to it, even far down', async () => {
    const page = await look();
    const current = page.locator('[role=row][aria-current=true]:not([aria-busy])');
    await expect.poll(() => page.getByText(ALL, { exact: true }).first().textContent()).toBe(ALL);
    // The rows load after the cursor.
    let letThrough: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/nodes\?.*startKey=./, async (route) => {
      await late;
      await route.continue();
    });
    await page.getByRole('grid').focus();
    for (let i = 0; i < 80; i++) await page.keyboard.press('PageDown');
    await expect.poll(param(page, 'row')).toMatch(/^\d{4}$/);
    letThrough();
    const rowIndex = Number(await current.getAttribute('aria-rowindex')) - 1;
    expect(rowIndex).toBeGreaterThan(1000);
    await expect.poll(param(page, 'row')).toMatch(new RegExp(`^${rowIndex}:5eed0000-`));
    const name = await current.getByRole('gridcell').nth(1).textContent();
    await page.reload();
    await expect.poll(() => current.getByRole('gridcell').nth(1).textContent()).toBe(name);
    await expect.poll(() => current.isVisible()).toBe(true);
    await expect.poll(() => current.getAttribute('aria-rowindex')).toBe(String(rowIndex + 1));
    await head(page, 'Hostname').getByRole('button').click();
    await expect.poll(param(page, 'row')).toBeNull();
    await expect.poll(() => rowAt(page, 1).getAttribute('aria-current')).toBe('true');
  });

  test('restores the scroll position of the list on Back', async () => {
    const page = await look('?search=eu-west-1');
    await settled(page);
    await page.getByRole('grid').focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('PageDown');
    const current = page.locator('[role=row][aria-current=true]');
    const name = await current.getByRole('gridcell').nth(1).textContent();
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByRole('heading', { name: 'Roles' }).waitFor();
    await page.goBack();
    await expect.poll(() => current.getByRole('gridcell').nth(1).textContent()).toBe(name);
    await expect.poll(() => current.isVisible()).toBe(true);
    await expect.poll(() => search(page).inputValue()).toBe('eu-west-1');
  });
});

describe('errors', () => {
  test('rows are kept with their age while offline, and are loaded again when online', async () => {
    const page = await look('', { expects: [/ERR_INTERNET_DISCONNECTED/] });
    const first = await nameAt(page, 1);
    await page.clock.install();
    // The server is unreachable, not the network: the browser does not notify the page when the server is back.
    const calls = '**/webapi/**';
    await page.route(calls, (route) => route.abort('internetdisconnected'));
    await page.keyboard.press('r');
    await page.getByText('Not up to date').waitFor({ timeout: 30_000 });
    expect(await nameAt(page, 1)).toBe(first);
    const line = page.getByRole('alert').filter({ hasText: /(Offline|No answer) since/ });
    await line.waitFor();
    // The page retries automatically, less and less often. Its clock stops long before the next retry: only the click
    // causes a request.
    await line.getByText(/Next try in \d\d s/).waitFor({ timeout: 60_000 });
    await page.clock.pauseAt(Date.now() + 500);
    await delay(1_000); // earlier requests have failed
    await page.unroute(calls);
    await line.getByRole('button', { name: 'Try now' }).click();
    await line.waitFor({ state: 'detached' });
    await page.clock.resume();
    await page.getByText('Not up to date').waitFor({ state: 'detached' });
  });

  test('a typed host opens its terminal, and invalid text is reported', async () => {
    const page = await look();
    const quick = page.getByRole('textbox', { name: 'Connect to a host by name' });
    await quick.fill('no host');
    await quick.press('Enter');
    await page.getByText('Enter a login, @ and a host').waitFor();
    await expect.poll(() => quick.inputValue()).toBe('no host');
  });
});

describe('appearance', () => {
  test('axe finds no violations in a full list with selected rows', async () => {
    const page = await look('?query=labels["env"] == "prod" %26%26 search("api")&cols=hostname,addr,label:env,labels');
    await settled(page);
    await page.keyboard.press('x');
    await axe(page);
    await page.keyboard.press('v');
    await page.getByRole('listbox', { name: 'Columns' }).waitFor();
    await axe(page);
  });

  test('no text is cut off on a tablet and a phone, and the filters open from a button', async () => {
    const page = await look('?search=api');
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const size of [TABLET, PHONE]) {
      await page.setViewportSize(size);
      await page.goto(`${LIST}?search=api`);
      await rowAt(page, 1).waitFor();
      expect(await overflow()).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('checkbox', { name: 'prod' }).click();
      await expect.poll(param(page, 'query')).toContain('labels["env"] == "prod"');
      expect(await overflow()).toBeLessThanOrEqual(0);
    }
    await axe(page);
  });
});
