// Current and past activity: active sessions, recordings and the audit log, with a real shell.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import {
  axe,
  DESKTOP,
  launchBrowser,
  PHONE,
  TABLET,
  visit,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const CLUSTER = '/web/cluster/east.example.test';
const CONFIG = `
cluster_name: east.example.test
auth: { second_factor: "off" }
node: { name: web-1 }
`;

let browser: Browser;
let gateway: Gateway;
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: CONFIG })]);
  ({ signedIn } = await firstAccount(gateway));
});
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

/** Loaded rows. Rows that are still loading are drawn as bars. */
const rows = (where = page) =>
  where
    .getByRole('grid')
    .locator('[role=row]:not([aria-busy])')
    .filter({ has: where.getByRole('gridcell') });
const row = (text: string | RegExp) => rows().filter({ hasText: text });
const details = () => page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) });
const histogram = () => page.getByRole('region', { name: 'Events over time' });
const span = () => new URL(page.url()).searchParams.get('span');

/** A shell in its own tab. */
async function openShell(): Promise<Page> {
  const shell = await person.context.newPage();
  await shell.goto(`${CLUSTER}/console/node/web-1/root`);
  await shell.locator('.xterm-rows').getByText(/[#$]/).first().waitFor();
  return shell;
}

test('a running session is listed, counted and joined as the roles allow, and becomes a recording', async () => {
  const shell = await openShell();
  await page.goto(`${CLUSTER}/sessions`);
  await row('web-1').waitFor();
  await row('web-1').getByText('admin').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Active sessions 1' }).waitFor();

  await page.getByRole('button', { name: 'Join web-1' }).click();
  const modes = page.getByRole('menu').getByRole('menuitem');
  expect(await modes.allTextContents()).toEqual([
    'ObserverWatches. Cannot type or end the session',
    'ModeratorWatches, can end the session and approves file transfers',
    'PeerWatches and types',
  ]);
  await expect
    .poll(() => modes.first().getAttribute('href'))
    .toMatch(/\/console\/session\/[0-9a-f-]{36}\?mode=observer$/);
  const [joined] = await Promise.all([person.context.waitForEvent('page'), modes.first().click()]);
  await joined.locator('.xterm-rows').getByText(/[#$]/).first().waitFor();
  await joined.close();
  await shell.keyboard.type('exit\n');
  // The list is refreshed automatically.
  await row('web-1').waitFor({ state: 'detached', timeout: 15_000 });
  await shell.close();

  await page.goto(`${CLUSTER}/recordings`);
  await row('web-1').getByText('admin').waitFor();
  await row('web-1').click();
  await details().getByText('SSH').waitFor();
});

test('the audit log shows new events, and filters by a value of an event', async () => {
  await page.goto(`${CLUSTER}/audit`);
  await row('Session started')
    .getByText(/^admin started a session on web-1 as root, session /)
    .waitFor();
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('group', { name: 'type' }).getByRole('checkbox', { name: 'Sessions' }).check();
  await row('Certificate issued').first().waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('query')).toBe('labels["type"] == "Sessions"');

  await row('Session ended').click();
  await details().getByRole('heading', { name: 'Session ended' }).waitFor();
  await details().getByRole('region', { name: 'Event as recorded' }).getByText('"session.end"').waitFor();
  await details().getByRole('link', { name: 'Play the recording' }).waitFor();
  await details()
    .getByRole('button', { name: /^Same user/ })
    .click();
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('labels["user"] == "admin"');
  await page.keyboard.press('Escape');
  await details().waitFor({ state: 'detached' });

  await page
    .getByRole('combobox', { name: 'Search' })
    .or(page.getByRole('textbox', { name: 'Search' }))
    .fill('T2000I');
  await expect.poll(() => rows().count()).toBe(1);
});

test('part of the time range is selected by dragging and by keys, and is in the address', async () => {
  await page.goto(`${CLUSTER}/audit?range=7d`);
  await rows().first().waitFor();
  const total = await rows().count();
  const box = await histogram().locator('svg').boundingBox();
  if (!box) throw new Error('no bars');
  const at = (share: number): [number, number] => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.3), { steps: 4 });
  await page.mouse.up();
  await page.getByRole('heading', { name: /No event in this time range/ }).waitFor();
  const chosen = span();
  expect(chosen).toMatch(/Z\.\.\S+Z$/);

  await page.keyboard.press(']');
  await expect.poll(span).not.toBe(chosen);
  await page.keyboard.press('[');
  await expect.poll(span).toBe(chosen);
  await page.keyboard.press('Shift+}');
  await expect.poll(span).not.toBe(chosen);
  await page.reload();
  await page.getByRole('heading', { name: /No event in this time range/ }).waitFor();

  await page.getByRole('slider', { name: 'End of the selection' }).press('ArrowLeft');
  await expect.poll(span).toBe(chosen);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  // More events may have happened since.
  await expect.poll(() => rows().count()).toBeGreaterThanOrEqual(total);
});

test('a range of days is selected in a calendar', async () => {
  await page.goto(`${CLUSTER}/audit`);
  await rows().first().waitFor();
  await page.getByRole('button', { name: 'Custom range' }).click();
  const days = page.getByRole('dialog', { name: 'Custom range' }).locator('[data-day]:enabled');
  const first = (await days.first().getAttribute('data-day')) ?? '';
  const today = (await days.last().getAttribute('data-day')) ?? '';
  await days.last().click();
  await days.first().click();
  await page.getByRole('button', { name: `Custom range, ${first} – ${today}` }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual([first, today]);
  await rows().first().waitFor();
});

test('axe finds no violations in a list of events with an open panel', async () => {
  await person.end();
  await enter();
  await page.goto(`${CLUSTER}/audit?range=7d&span=2020-01-01T00:00:00Z..2040-01-01T00:00:00Z`);
  await row('Session started').click();
  await details().waitFor();
  await axe(page);
  await page.goto(`${CLUSTER}/recordings`);
  await rows().first().waitFor();
  await page.getByRole('button', { name: 'Custom range' }).click();
  await page.getByRole('dialog', { name: 'Custom range' }).waitFor();
  await axe(page);
});

test('no page is wider than the window at any width', async () => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const name of ['audit?range=30d', 'recordings', 'sessions']) {
    await page.goto(`${CLUSTER}/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
  }
});
