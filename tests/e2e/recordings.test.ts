// Recordings are searched by typed and shown text, marked as reviewed, and previewed.
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  axe,
  launchBrowser,
  PHONE,
  visit,
  ZOOMED,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { finished } from '../support/commandClient.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { LOGIN } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const SITE = 'example.test';
const LIST = `/web/cluster/${SITE}/recordings`;
const CONFIG = `
cluster_name: ${SITE}
auth: { second_factor: "off" }
admin: { name: admin, logins: ['${LOGIN}'] }
node: { name: web-1 }
`;

let browser: Browser;
let gateway: Gateway;
let signedIn: SignedIn;
let admin: WebClient;
/** Sessions with the typed words. */
let settle: string;
let other: string;
let person: Visit;
let page: Page;

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: CONFIG })]);
  ({ signedIn, admin } = await firstAccount(gateway));
  settle = await session([
    'echo settle_tmp one',
    'echo "<b>bold</b> settle_tmp"',
    'for i in 1 2 3 4; do echo settle_tmp $i; done',
  ]);
  other = await session(['uname -s']);
  await vi.waitFor(async () => expect(await isRead(settle)).toBe(true), 30_000);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});
const enter = async (options: VisitOptions = {}) => {
  person = await visit(browser, gateway.base, { state: signedIn, ...options });
  page = person.page;
};
beforeEach(() => enter());
afterEach(() => person.end());

/** A shell in which these commands are typed. */
async function session(commands: readonly string[]): Promise<string> {
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=10');
  const terminal = admin.terminal({ login: LOGIN, server_id: items[0].id, term: { w: 100, h: 30 } });
  const { id } = await terminal.session();
  for (const command of commands) {
    terminal.type(`${command}\r`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  terminal.type('exit\r');
  await terminal.closed;
  return String(id);
}

async function isRead(sid: string): Promise<boolean> {
  const answer = await admin.get(`/sites/-current-/sessions/${sid}/overview`);
  return answer.ok && ((await answer.json()) as { state: string }).state === 'ready';
}

/** In front of a cluster the page has no extensions. */
const asBeforeCluster = (where: Page) =>
  where.route('**/web/config.js', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace('"recordings.search":true', '"nothing":true')
      .replace('"recordings.screens":true', '"none":true');
    expect(body).toContain('"nothing":true');
    await route.fulfill({ response: answer, body });
  });

const results = (where = page) => where.getByRole('list', { name: 'Recordings and what was found in them' });
const field = () => page.getByRole('searchbox', { name: 'Words typed or shown in a session' });
const details = () => page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) });
const grid = () => page.getByRole('grid', { name: 'recordings' });

async function openRow(of: string): Promise<void> {
  const response = await admin.expect('GET', '/sites/-current-/events/search/sessions');
  const event = response.events.find(({ sid }: { sid: string }) => sid === of);
  await page.goto(`${LIST}/${event.uid}`);
  await details().getByRole('heading', { name: 'Review', exact: true }).waitFor();
}

test('a search lists matches below their recording, and a match opens the player at its time', async () => {
  await page.goto(LIST);
  await page.getByText('Typed and shown').click();
  await field().fill('SETTLE_tmp');
  await page.keyboard.press('Enter');
  await page.getByText(/^\d+ hits in 1 recording$/).waitFor();
  expect(new URL(page.url()).searchParams.get('text')).toBe('SETTLE_tmp');
  await page.getByText(/2 of 2 recordings read, all read/).waitFor();
  const hits = results().getByRole('link').filter({ hasText: 'settle_tmp' });
  expect(await hits.count()).toBe(3);
  await results()
    .getByRole('button', { name: /more in this recording/ })
    .click();
  await expect.poll(() => hits.count()).toBeGreaterThan(4);
  expect(await results().locator('mark').first().textContent()).toBe('settle_tmp');
  await results().getByText('none').waitFor(); // the other recording
  const href = await hits.nth(1).getAttribute('href');
  expect(href).toMatch(new RegExp(`/web/cluster/${SITE}/session/${settle}\\?recordingType=ssh#t=[\\d.]+s$`));
  await axe(page);

  const [player] = await Promise.all([person.context.waitForEvent('page'), hits.nth(1).click()]);
  await player.waitForURL(/#t=/);
  await player.close();
});

test('the output of a recording is always shown as text', async () => {
  await page.goto(`${LIST}?text=${encodeURIComponent('<b>bold')}`);
  await page.getByText(/hits? in 1 recording/).waitFor();
  await results().getByText('<b>bold</b> settle_tmp', { exact: false }).first().waitFor();
  expect(await results().locator('b').count()).toBe(0);
});

test('a link contains the search, and an invalid regular expression is reported', async () => {
  await page.goto(`${LIST}?text=settle_tmp+%5B0-9%5D%24&regexp=1`);
  await page.getByText('4 hits in 1 recording').waitFor();
  await person.end();
  await enter({ expects: [/400/] });
  await page.goto(`${LIST}?text=%28&regexp=1`);
  await page.getByText('The recordings could not be searched').waitFor();
});

test('filters limit the searched recordings, and Escape returns to the list', async () => {
  await page.goto(`${LIST}?text=settle_tmp&query=${encodeURIComponent('labels["length"] == "over 1 h"')}`);
  await page
    .getByText('No recordings match')
    .or(page.getByText(/No .* match/))
    .first()
    .waitFor();
  await page.goto(`${LIST}?text=settle_tmp`);
  await page.getByText(/hits in 1 recording/).waitFor();
  await field().press('Escape');
  await field().press('Escape');
  await grid().waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('in front of a cluster the browser reads and searches the recordings', async () => {
  const relay = await startGateway({ args: ['--cluster', gateway.base] });
  onTestFinished(async () => void (await relay.stop()));
  await person.end();
  person = await visit(browser, relay.base, { state: signedIn });
  ({ page } = person);
  await asBeforeCluster(page);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(`${LIST}?text=settle_tmp`);
  await page.getByText(/^\d+ hits in 1 recording$/).waitFor();
  await page.getByText(/2 of 2 recordings read, all read/).waitFor();
  expect(await results().getByRole('link').filter({ hasText: 'settle_tmp' }).count()).toBe(3);
  await results().getByText('none').waitFor();
  expect(asked.filter((path) => path.includes('/recordings/search'))).toEqual([]);
  for (const sid of [settle, other]) {
    for (const call of ['events', 'stream'])
      expect(asked.filter((path) => path.endsWith(`/sessions/${sid}/${call}`))).toHaveLength(1);
  }
  await axe(page);
});

test('in front of a cluster an unreadable recording does not count as read', async () => {
  await asBeforeCluster(page);
  await page.route(`**/sessions/${settle}/events*`, (route) => route.fulfill({ body: '{"events":[' }));
  await page.goto(`${LIST}?text=settle_tmp`);
  await page.getByText('1 of 2 recordings read, 1 not readable').waitFor();
});

test('in front of a cluster a search can be stopped', async () => {
  await asBeforeCluster(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/sessions/${settle}/events*`, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await page.goto(`${LIST}?text=settle_tmp`);
  await page.getByText(/1 of 2 recordings read, newest first/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/1 of 2 recordings read, stopped/).waitFor();
  await results().getByText('not yet').waitFor();
  release();
});

test('the review state and a note are stored and shown in the list', async () => {
  await openRow(settle);
  await details().getByRole('checkbox', { name: 'Reviewed' }).click();
  await grid().getByText('reviewed', { exact: true }).waitFor();
  await details().getByRole('textbox', { name: 'Note' }).fill('Ticket 4711: agreed');
  await axe(page);
  await details().getByRole('button', { name: 'Save note' }).click();
  await page.getByText('The note is saved').waitFor();
  await page.reload();
  await expect.poll(() => details().getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Ticket 4711: agreed');
  expect(await details().getByRole('checkbox', { name: 'Reviewed' }).isChecked()).toBe(true);
  await details()
    .getByText(/^admin, /)
    .waitFor();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('button', { name: /^review/ }).click();
  await filters.getByRole('checkbox', { name: 'not reviewed' }).check();
  await grid().getByText('reviewed', { exact: true }).waitFor({ state: 'detached' });
});

test('an unsaved note is restored, and a note that is too long is refused', async () => {
  await openRow(other);
  await details().getByRole('textbox', { name: 'Note' }).fill('half a th');
  await page.keyboard.press('Escape');
  await details().waitFor({ state: 'detached' });
  await grid().getByRole('gridcell', { name: 'web-1' }).first().click(); // the newest
  await expect.poll(() => details().getByRole('textbox', { name: 'Note' }).inputValue()).toBe('half a th');
  await details().getByRole('textbox', { name: 'Note' }).fill('é'.repeat(2100));
  await details().getByText('The note is too long. It can have 4096 bytes').waitFor();
  await details().getByRole('button', { name: 'Discard' }).click();
});

test('Enter plays the recording at the cursor, in the list and in search results', async () => {
  const plays = async (list: Locator) => {
    await list.focus();
    const [player] = await Promise.all([person.context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await player.waitForURL(/\/session\//);
    await player.close();
  };
  await page.goto(LIST);
  await grid().getByRole('gridcell', { name: 'web-1' }).first().waitFor();
  await plays(grid());
  await page.goto(`${LIST}?text=settle_tmp`);
  await results().getByText('settle_tmp').first().waitFor();
  await plays(results());
});

test('the details show the last screen', async () => {
  await openRow(settle);
  await details().getByRole('region', { name: 'Last screen' }).getByText('settle_tmp 4').waitFor();
});

test('on a phone matches are below their recording', async () => {
  await person.end();
  await enter({ size: PHONE, touch: true, theme: 'dark' });
  await page.goto(LIST);
  await page.getByRole('button', { name: 'More for recordings' }).click();
  await page.getByRole('menuitem', { name: 'Search what was typed and shown' }).click();
  await field().fill('settle_tmp');
  await page.keyboard.press('Enter');
  await page.getByText(/hits in 1 recording/).waitFor();
  const [box] = await Promise.all([
    results().getByRole('link').filter({ hasText: 'settle_tmp' }).first().boundingBox(),
  ]);
  expect(box?.width).toBeGreaterThan(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await axe(page);
});

test('at 200 % zoom the tools of the list are side by side', async () => {
  await person.end();
  await enter({ size: ZOOMED });
  await page.goto(LIST);
  const choice = page.getByText('Typed and shown');
  for (const width of [ZOOMED.width, 600]) {
    await page.setViewportSize({ ...ZOOMED, width });
    const [list, filters] = await Promise.all([
      choice.boundingBox(),
      page.getByRole('button', { name: /^Filters/ }).boundingBox(),
    ]);
    if (!list || !filters) throw new Error('The tools are not shown');
    expect(list.x + list.width <= filters.x || list.y + list.height <= filters.y).toBe(true);
  }
});

test('a running session is found and followed in the player', async () => {
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=10');
  const terminal = admin.terminal({ login: LOGIN, server_id: items[0].id, term: { w: 100, h: 30 } });
  onTestFinished(() => terminal.drop());
  const { id } = await terminal.session();
  terminal.type('echo heron_live\r');
  const found = async () => (await admin.expect('GET', '/sites/-current-/recordings/search?text=heron_live')).running;
  await vi.waitFor(async () => expect(await found()).toHaveLength(1), 20_000);
  await person.end();
  await enter({ expects: [/404 .*\/sessions\//] }); // the recording does not exist before the end
  await page.goto(`${LIST}?text=heron_live`);
  await results().getByText('Running').waitFor();
  await axe(page);
  await page.setViewportSize(PHONE);
  await results().getByRole('link', { name: 'Follow web-1' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await axe(page);
  const [player] = await Promise.all([
    person.context.waitForEvent('page'),
    results().getByRole('link').filter({ hasText: 'heron_live' }).first().click(),
  ]);
  expect(player.url()).toContain(`/session/${id}?`);
  await player.getByText('Live', { exact: true }).waitFor();
});

test('a command without a terminal is found and listed by the player, also in front of a cluster', async () => {
  const ids = { conversation_id: 'none', execution_id: randomUUID() };
  const command = 'echo done # crane_job';
  const socket = admin.command({ query: 'name == "web-1"', command, login: LOGIN, ...ids });
  const [node] = (await finished(socket)).nodes.values();
  await vi.waitFor(async () => expect(await isRead(node?.sid ?? '')).toBe(true), 30_000);
  const find = async () => {
    await page.goto(`${LIST}?text=crane_job`);
    await page.getByText('1 hit in 1 recording').waitFor();
    await results().getByRole('link').filter({ hasText: command }).waitFor();
  };
  await find();
  await asBeforeCluster(page);
  await find();
  await page.goto(`/web/cluster/${SITE}/session/${node?.sid}?recordingType=ssh`);
  await page.getByRole('complementary', { name: 'Transcript' }).getByText(command).waitFor();
});
