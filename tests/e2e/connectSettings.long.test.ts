// "Connection settings" of a database that was created in the console, on a real PostgreSQL, in Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';

/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];
const CLUSTER = '/web/cluster/example.test';

let browser: Browser;
let gateway: Gateway;
let postgres: TestDatabase;
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  const config = JSON.stringify({ cluster_name: 'example.test', auth: { second_factor: 'off' } });
  [browser, gateway, postgres] = await Promise.all([launchBrowser(), startGateway({ config }), startPostgres()]);
  const { admin } = await firstAccount(gateway);
  const rules = [{ resources: ['windows_desktop', 'db', 'connection_diagnostic'], verbs: ['*'] }];
  const all = { '*': '*' };
  await admin.addRole('all', {
    allow: {
      rules,
      ...{ db_labels: all, db_users: ['ann'], db_names: ['shop'] },
      ...{ windows_desktop_labels: all, windows_desktop_logins: ['lab'] },
    },
  });
  const user = await admin.invite('mara', ['access', 'editor', 'all']);
  signedIn = signedInAs(user);
  const documents = [
    { ...databaseDocument(postgres, 'shop') },
    { kind: 'windows_desktop', version: 'v3', metadata: { name: 'lab-1', labels: {} }, spec: { addr: '127.0.0.1:1' } },
  ];
  for (const document of documents)
    await user.expect('POST', `/postern/documents/${document.kind}`, { content: JSON.stringify(document) });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  await postgres.stop();
});
beforeEach(async () => {
  person = await visit(browser, gateway.base, { state: signedIn, expects: [/400 \(Bad Request\).*postern\/connect/] });
  page = person.page;
});
afterEach(() => person.end());

const dialog = (name: string) => page.getByRole('dialog', { name });
async function choose(list: string, name: string, action: string): Promise<void> {
  await page.goto(`${CLUSTER}/${list}`);
  await page.getByText(name, { exact: true }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: action }).click();
}
async function testsAs(expected: string): Promise<void> {
  await choose('databases', 'shop', 'Test connection');
  const test = dialog('Test connection to shop');
  await test.getByLabel('Database user').fill('ann');
  await test.getByLabel('Database name').fill('shop');
  await test.getByRole('button', { name: 'Test connection' }).click();
  await test.getByText(expected).waitFor({ timeout: 30_000 });
}
async function shots(name: string): Promise<void> {
  if (!folder) return;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png` });
    }
  }
}

test('a password is set, tested, and removed', async () => {
  await testsAs('The connection to shop does not work.');
  await choose('databases', 'shop', 'Connection settings');
  const settings = dialog('Connection settings of shop');
  await settings.getByLabel('Password', { exact: true }).first().fill(APP_PASSWORD);
  await settings.getByLabel('Database user').fill('reader');
  await settings.getByRole('button', { name: 'Add account' }).click();
  await axe(page);
  await shots('form');
  await page.setViewportSize({ width: 1440, height: 900 });
  await settings.getByRole('button', { name: 'Remove reader' }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The connection settings of shop are saved').waitFor();
  await testsAs('The connection to shop works.');

  await choose('databases', 'shop', 'Connection settings');
  await settings.getByText('Set', { exact: true }).waitFor();
  expect(await page.content()).not.toContain(APP_PASSWORD);
  await axe(page);
  await shots('stored');
  await settings.getByLabel('Certificate authority').fill('nonsense');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('Expected a certificate (PEM)').waitFor();
  await axe(page);
  await settings.getByRole('button', { name: 'Remove settings' }).click();
  await dialog('Remove the connection settings of shop?').getByRole('button', { name: 'Remove settings' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await testsAs('The connection to shop does not work.');
}, 120_000);

test('a desktop has its own settings form and connection test, and both fit a phone', async () => {
  await choose('desktops', 'lab-1', 'Connection settings');
  const settings = dialog('Connection settings of lab-1');
  await settings.getByText('RDP', { exact: true }).click();
  await settings.getByLabel('Fingerprint of the certificate').waitFor();
  await axe(page);
  await shots('desktop');
  await page.setViewportSize(PHONE);
  await axe(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await choose('desktops', 'lab-1', 'Test connection');
  const test = dialog('Test connection to lab-1');
  await test.getByLabel('Login').fill('lab');
  await test.getByRole('button', { name: 'Test connection' }).click();
  await test.getByText('The connection to lab-1 does not work.').waitFor({ timeout: 30_000 });
  await axe(page);
});
