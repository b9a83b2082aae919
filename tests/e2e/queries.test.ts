// The query console on a real PostgreSQL and a real MariaDB, in Chromium.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, tapHeight, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { stopAll } from '../support/stopAll.ts';
import type { WebClient } from '../support/webClient.ts';

/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];
const directory = mkdtempSync(join(tmpdir(), 'postern-queries-'));
writeFileSync(join(directory, 'password'), APP_PASSWORD);
const CLUSTER = '/web/cluster/east.example.test';

let browser: Browser;
let gateway: Gateway;
let postgres: TestDatabase;
let maria: TestDatabase;
let admin: WebClient;
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  [postgres, maria, browser] = await Promise.all([startPostgres(), startMariadb(), launchBrowser()]);
  postgres.run(
    `CREATE TABLE customers AS SELECT n AS id, 'customer ' || n AS name FROM generate_series(1, 2500) n;
     GRANT ALL ON customers TO ann;
     CREATE TABLE "Odd name" (id int);
     GRANT ALL ON "Odd name" TO ann`,
    'shop',
  );
  const database = (server: TestDatabase, name: string) => ({
    ...databaseDocument(server, name),
    connect: { password_file: join(directory, 'password') },
  });
  gateway = await startGateway({
    config: JSON.stringify({
      cluster_name: 'east.example.test',
      auth: { second_factor: 'off' },
      inventory: [database(postgres, 'orders'), database(maria, 'wiki')],
    }),
  });
  ({ admin, signedIn } = await firstAccount(gateway));
  const allow = { db_labels: { '*': '*' }, db_users: ['ann'], db_names: ['shop'] };
  await admin.addRole('dba', { allow });
  await admin.expect('PUT', '/users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'dba'] });
}, 120_000);
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await stopAll(browser, gateway, postgres, maria);
});
beforeEach(async () => {
  person = await visit(browser, gateway.base, { state: signedIn, permissions: ['clipboard-read', 'clipboard-write'] });
  page = person.page;
});
afterEach(() => person.end());

const consoleOf = (name: string) => `${CLUSTER}/databases/${name}/query?user=ann&database=shop`;
const text = () => page.locator('.monaco-editor .view-lines');
const cells = () => page.getByRole('gridcell').allInnerTexts();
const messages = () => page.getByRole('region', { name: 'Results' });
const isIdle = () => page.getByRole('button', { name: 'Run', exact: true, disabled: false }).waitFor();

async function open(name = 'orders'): Promise<void> {
  await page.goto(consoleOf(name));
  await text().waitFor();
  await page.getByText('Recorded').first().waitFor();
}
async function write(sql: string): Promise<void> {
  await text().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(sql);
}
async function run(sql: string, keys = 'Control+Shift+Enter'): Promise<void> {
  await write(sql);
  await page.keyboard.press(keys);
  await isIdle();
}
async function shot(name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/query-${name}.png` });
}

test('the list opens the query console, and the selected user and database name are kept', async () => {
  await page.goto(`${CLUSTER}/databases`);
  await page.getByLabel('Connect orders').click();
  const dialog = page.getByRole('dialog', { name: 'Connect to orders' });
  await expect.poll(() => dialog.getByLabel('Database user').inputValue()).toBe('ann');
  await dialog.getByRole('button', { name: 'Open query console' }).click();
  await page.waitForURL('**/databases/orders/query?*');
  await run('SELECT 1 AS one');
  expect(await cells()).toEqual(expect.arrayContaining(['1']));
  await page.goBack();
  await page.getByLabel('Connect orders').waitFor();
});

test.each(['orders', 'wiki'])('%s: shows rows, NULL, empty and binary values, and errors', async (name) => {
  await open(name);
  const bytes = name === 'orders' ? "'\\x00ff'::bytea" : "x'00ff'";
  await run(`SELECT NULL AS nothing, '' AS empty, ${bytes} AS bytes, '<b>bold</b>' AS html`);
  const shown = await cells();
  expect(shown.join('|')).toContain('NULL');
  expect(shown.join('|')).toContain('<b>bold</b>');
  expect(shown.join('|')).toMatch(/2 (B|bytes)/);
  await shot(`${name}-rows`);
  await axe(page);
  await run('SELECT 1;\nSELECT nothing_here;');
  await page.getByText('The statement failed.').waitFor();
  expect(await messages().innerText()).toContain('nothing_here');
  if (name === 'orders') await page.locator('.monaco-editor .squiggly-error').waitFor();
  await axe(page);
});

test('more rows are loaded, and all loaded rows are exported', async () => {
  await open();
  await run('SELECT id, name FROM customers ORDER BY id');
  const more = page.getByRole('button', { name: /^Load/ });
  for (let n = 0; n < 2; n++) {
    await more.click();
    await isIdle();
  }
  await more.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Export/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(2501);
  expect(lines.at(-1)).toBe('2500,customer 2500');
});

test('a running statement is cancelled and shown as cancelled', async () => {
  await open();
  await write('SELECT pg_sleep(60)');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await isIdle();
  await page.getByText('The statement was cancelled.').waitFor();
});

test('Escape in the editor closes the suggestions, and then cancels the running statement', async () => {
  await open();
  const stop = page.getByRole('button', { name: 'Cancel' });
  await write('SELECT pg_sleep(60);\n');
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => stop.getAttribute('aria-disabled')).toBeNull();
  await page.keyboard.type('SEL');
  const suggestions = page.locator('.suggest-widget.visible');
  await suggestions.waitFor();
  await page.keyboard.press('Escape');
  await suggestions.waitFor({ state: 'hidden' });
  expect(await stop.getAttribute('aria-disabled')).toBeNull();
  await page.keyboard.press('Escape');
  await page.getByText('The statement was cancelled.').waitFor();
});

test('an open transaction is shown, and rolled back after a confirmation', async () => {
  await open();
  await run('BEGIN; CREATE TABLE later (id int); INSERT INTO later VALUES (1)');
  await page.getByText('Transaction open').waitFor();
  await shot('transaction');
  await axe(page);
  await page.getByRole('link', { name: 'Databases' }).first().click();
  await page.getByRole('dialog', { name: 'Leave with an open transaction?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Transaction open').waitFor({ state: 'hidden' });
  expect(postgres.run("SELECT count(*) FROM pg_tables WHERE tablename = 'later'", 'shop')).toBe('0');
});

test('names of tables and columns are completed, and the plan of a statement is shown', async () => {
  await open();
  await page.getByLabel('Tables of the database').getByText('customers').waitFor();
  await write('SELECT * FROM cust');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget').getByText('customers').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Explain' }).click();
  await isIdle();
  expect((await cells()).join(' ')).toContain('Seq Scan on customers');
});

test('a name is completed within typed quotes', async () => {
  await open();
  await page.getByLabel('Tables of the database').getByText('customers').waitFor();
  await write('SELECT * FROM ');
  await page.keyboard.type('"Odd na');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget').getByText('Odd name').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await text().innerText()).replaceAll(/\s/g, ' ')).toBe('SELECT * FROM "Odd name"');
});

test('an error is not marked if the text changed while the statement was running', async () => {
  await open();
  await run('SELECT missing FROM customers');
  const mark = page.locator('.monaco-editor .squiggly-error');
  await mark.waitFor();
  await write('SELECT pg_sleep(2); SELECT missing FROM customers');
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('The statement is running').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('SELECT 5 AS in_front;\n');
  await isIdle();
  await page.getByText('The statement failed.').waitFor();
  expect(await mark.count()).toBe(0);
});

test('the history and the text of the editor survive a reload', async () => {
  await open();
  await run("SELECT 'remembered' AS word");
  await page.reload();
  await expect.poll(() => text().innerText()).toContain('remembered');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByTitle('Insert into the text').first().waitFor();
  expect(await page.getByTitle('Insert into the text').first().innerText()).toContain('remembered');
  await axe(page);
});

test('a read-only role is shown and cannot write', async () => {
  await admin.addRole('reader', {
    allow: { db_labels: { '*': '*' }, db_users: ['ann'], db_names: ['shop'] },
    options: { db_read_only: true },
  });
  const reader = await admin.invite('rita', ['reader']);
  await person.end();
  person = await visit(browser, gateway.base, { state: signedInAs(reader), theme: 'dark', expects: [/status of 403/] });
  page = person.page;
  await open();
  await page.getByText('Read-only').first().waitFor();
  await run('DELETE FROM customers');
  await page.getByText('The statement failed.').waitFor();
  await shot('read-only-dark');
  await page.keyboard.press('Escape'); // suggestions of the editor
  await axe(page);
  await admin.expect('PUT', '/sites/-current-/locks', {
    targets: { user: 'rita' },
    message: 'Closed for today',
    ttl: '',
  });
  await page.getByText('Closed for today').first().waitFor();
});

test('the query console fits a phone', async () => {
  await person.end();
  person = await visit(browser, gateway.base, { state: signedIn, size: PHONE });
  page = person.page;
  await open();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  for (const name of ['Run', 'Explain', 'Disconnect'])
    expect(await tapHeight(page.getByRole('button', { name, exact: true }))).toBeGreaterThanOrEqual(40);
  await axe(page);
  await shot('phone');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
  // Run and Cancel stay where the other buttons are scrolled to.
  await page.getByRole('toolbar', { name: 'Query' }).evaluate((tools) => tools.scrollTo(tools.scrollWidth, 0));
  const edges = async (name: string | RegExp): Promise<boolean[]> => {
    const { x = -1, width = 0 } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
    return [x >= 0, x + width <= PHONE.width];
  };
  for (const name of ['Run', /^Cancel/, 'History']) expect([name, ...(await edges(name))]).toEqual([name, true, true]);
});

test('the recording of a query session plays with its statements', async () => {
  await open();
  await run("SELECT 'in the recording' AS word");
  await page.goto(`${CLUSTER}/databases`);
  const range = `from=${new Date(Date.now() - 3600_000).toISOString()}&to=${new Date(Date.now() + 3600_000).toISOString()}`;
  const events = async (name: string): Promise<{ sid: string; db_query?: string }[]> => {
    const answer = await admin.expect('GET', `/sites/-current-/events/search?${range}&include=${name}&limit=500`);
    return (answer as { events: { sid: string; db_query?: string }[] }).events;
  };
  const asked = (await events('db.session.query')).find(({ db_query = '' }) => db_query.includes('in the recording'));
  await expect.poll(async () => (await events('db.session.end')).some(({ sid }) => sid === asked?.sid)).toBe(true);
  await page.goto(`${CLUSTER}/recordings`);
  await page.getByText('orders', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Play' }).first().waitFor();
  await page.goto(`${CLUSTER}/session/${asked?.sid}?recordingType=db`);
  await page.getByText("SELECT 'in the recording' AS word").first().waitFor();
});
