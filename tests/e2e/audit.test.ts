// The audit log over more events than the console loads: counts, filters, tail, export, and links from events.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStores } from '../../gateway/store/stores.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { signedInAs } from '../support/signedIn.ts';
import { WebClient } from '../support/webClient.ts';

const EVENTS = 12_000;
const RARE = 7;

let gateway: Gateway;
let browser: Browser;
let admin: WebClient;
let desk: Visit;
let page: Page;
let dataDir: string;
/** The user whose sign-in the live tail showed. Each retry has another user. */
let newcomer = '';

/** In the last six days, newest first. The oldest events are those of a user without any others. */
function fill(): void {
  const stores = openStores(dataDir);
  const nowMs = Date.now();
  stores.db.transaction(() => {
    for (let n = 0; n < EVENTS; n++) {
      const timeMs = nowMs - 60_000 - n * 40_000;
      const [uid, isRare] = [randomUUID(), n >= EVENTS - RARE];
      stores.events.add(uid, timeMs, 'user.login', {
        ...{ code: n % 50 === 0 ? 'T1000W' : 'T1000I', ei: 0, event: 'user.login', uid, cluster_name: 'example.test' },
        ...{ time: new Date(timeMs).toISOString(), user: isRare ? 'rare' : `user-${n % 40}`, method: 'local' },
        ...{ 'addr.remote': `10.0.0.${n % 9}:4000`, user_agent: 'x'.repeat(120) },
      });
    }
  });
  stores.db.close();
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postern-audit-'));
  fill();
  gateway = await startGateway({
    dataDir,
    config: 'auth: { second_factor: off }\nadmin: { name: mara }\nnode: false\n',
  });
  admin = await WebClient.ofFirstInvite(gateway, 'mara');
  browser = await launchBrowser();
  desk = await visit(browser, gateway.base, { state: signedInAs(admin), size: DESKTOP });
  ({ page } = desk);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = async (address = '?range=7d') => {
  const { cluster_name: name } = await admin.expect('GET', '/find');
  await page.goto(`/web/cluster/${String(name)}/audit${address}`);
  await rows().first().waitFor();
};
const rows = () => page.getByRole('grid').getByRole('row').filter({ hasText: /sign/i });
const facet = (value: string) => page.getByRole('checkbox', { name: value, exact: true });
const exported = async (format: RegExp): Promise<Download> => {
  await page
    .getByRole('button', { name: 'Export events' })
    .or(page.getByRole('button', { name: 'Export' }))
    .first()
    .click();
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('menuitem', { name: format }).click();
  return download;
};

test('facets, header and histogram count the whole range, and a facet finds events that are not loaded', async () => {
  await open();
  const counts = page.getByText(/^Counts over all 12\s\d\d\d$/);
  await counts.waitFor();
  await page.getByText(/^12\s\d\d\d events$/).waitFor();
  await page.getByText('loaded, newest first').waitFor();
  await page.getByRole('group', { name: 'user' }).getByRole('button', { name: /more$/ }).click();
  await facet('rare').click();
  await expect.poll(() => rows().count()).toBe(RARE);
  await page.getByText(/^7 of 12\s\d\d\d events$/).waitFor();
  await axe(page);
});

test('a link to part of a day shows its events on a later day, and “Clear selection” resets the range', async () => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await open(`?span=${day}T10:00:00Z..${day}T11:00:00Z`);
  await page.getByRole('button', { name: `Custom range, ${day}` }).waitFor();
  await page.getByText(/^Rows 1–\d+ of 90/).waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Custom range', exact: true }).waitFor();
});

test('a search finds the text of messages, also in events that are not loaded', async () => {
  await open('?range=7d&search=rare');
  await expect.poll(() => rows().count()).toBe(RARE);
});

test('the export contains every matching event', async () => {
  await open();
  const all = Number((await page.getByText(/^12\s\d\d\d events$/).innerText()).replace(/\D/g, ''));
  const csv = await exported(/^CSV/);
  expect(csv.suggestedFilename()).toMatch(/^events-.+Z\.csv$/);
  const lines = readFileSync(await csv.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.length - 1).toBeGreaterThanOrEqual(all);
  expect(lines.length - 1).toBeLessThan(all + 20);
  await open('?range=7d&query=labels["user"] == "rare"');
  const jsonl = await exported(/^JSON Lines/);
  const events = readFileSync(await jsonl.path(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { user: string });
  expect(events.map(({ user }) => user)).toEqual(Array.from({ length: RARE }, () => 'rare'));
  await page.getByText(/^Exported 7 events to events-.+\.jsonl$/).waitFor();
});

test('the live tail shows a new sign-in, and holds new rows back while the user has scrolled down', async () => {
  await open();
  await page.getByRole('switch', { name: 'Live tail' }).click();
  await expect.poll(() => page.url()).toContain('tail=on');
  newcomer = `newcomer-${randomUUID().slice(0, 4)}`;
  await admin.invite(newcomer, ['access']);
  await rows().filter({ hasText: newcomer }).first().waitFor({ timeout: 15_000 });
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 2000));
  await expect.poll(() => rows().first().innerText()).not.toContain(newcomer); // the rows at this position are drawn
  const first = await rows().first().innerText();
  const later = newcomer.replace('newcomer', 'later');
  await admin.invite(later, ['access']);
  const button = page.getByRole('button', { name: /^\d+ new events?$/ });
  await button.waitFor({ timeout: 15_000 });
  expect(await rows().first().innerText()).toBe(first);
  await axe(page);
  await button.click();
  await rows().filter({ hasText: later }).first().waitFor();
  await expect.poll(() => page.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBe(0);
});

test('an event links to its user if the user exists', async () => {
  await open(`?range=7d&query=labels["user"] == "${newcomer}"`);
  await rows().first().click();
  const sheet = page.getByRole('complementary').filter({ hasText: 'Event as recorded' });
  const link = sheet.getByRole('link', { name: `User ${newcomer}` });
  expect(await link.getAttribute('href')).toBe(`/web/users/${newcomer}`);
  await axe(page);
  await open('?range=7d&query=labels["user"] == "rare"');
  await rows().first().click();
  await sheet.getByRole('button', { name: /Same user/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await sheet.getByRole('link').count()).toBe(0);
});

test('on a phone live tail and export are in the menu', async () => {
  await page.setViewportSize(PHONE);
  await open();
  await page.getByRole('button', { name: 'More for events' }).click();
  await page.getByRole('menuitem', { name: /^JSON Lines/ }).waitFor();
  await page
    .getByRole('menuitem', { name: 'Live tail' })
    .or(page.getByRole('menuitemradio', { name: 'Live tail' }))
    .first()
    .click();
  await expect.poll(() => page.url()).toContain('tail=on');
  await axe(page);
});
