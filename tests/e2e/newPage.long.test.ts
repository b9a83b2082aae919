// docs/adding-a-page.md: its files, added to a copy of the sources, are enough for a working page.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleIsOpen } from '../support/account.ts';
import { startBeside, type Beside } from '../support/besideGateway.ts';
import { axe, launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';

const SOURCES = ['gateway', 'src', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

const CONFIG = `
cluster_name: main.example.test
auth: { second_factor: 'off' }
admin: { name: admin, logins: [nobody] }
`;

let tree: string;
let gateway: Gateway;
let beside: Beside;
let ours: Gateway;
let browser: Browser;
let desk: Visit;
let admin: WebClient;

/** Path and text of every file in the document. */
function filesOfDocument(document: string): readonly (readonly [path: string, text: string])[] {
  return [...document.matchAll(/`(src\/[^`]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => [
    path,
    text,
  ]);
}

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'postern-page-'));
  for (const name of SOURCES) cpSync(name, join(tree, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
  const files = filesOfDocument(readFileSync('docs/adding-a-page.md', 'utf8'));
  expect(files.map(([path]) => path)).toEqual([
    'src/schemas/runbook.schema.json',
    'src/descriptors/runbooks.descriptor.ts',
  ]);
  for (const [path, text] of files) writeFileSync(join(tree, path), text, { flag: 'wx' });

  gateway = await startGateway({ config: CONFIG });
  beside = await startBeside(gateway.base, 'runbooks', 'tokens');
  ours = await startGateway({ root: tree, args: ['--cluster', beside.base] });
  browser = await launchBrowser();
  const first = await firstAccount({ base: ours.base, invite: gateway.invite });
  admin = first.admin;
  desk = await visit(browser, ours.base, { state: first.signedIn, expects: [/40[34]/] });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await ours.stop();
  await beside.stop();
  await gateway.stop();
  rmSync(tree, { recursive: true, force: true });
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Runbooks' });

test('the page is in the navigation and the palette, and has a title and an empty list', async () => {
  const { page } = desk;
  await page.goto('/web');
  await page.getByRole('link', { name: 'Runbooks' }).click();
  await page.getByText('No runbooks yet').waitFor();
  expect(new URL(page.url()).pathname).toBe('/web/runbooks');
  await expect.poll(() => page.title()).toContain('Runbooks');
  await axe(page);
  await page.goto('/web');
  await page.getByRole('grid', { name: 'Servers' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Go to a page/ }).fill('runb');
  await page
    .getByRole('option', { name: /Runbooks/ })
    .first()
    .click();
  await page.waitForURL(/\/web\/runbooks$/);
});

test('a document is created in the form, the YAML is updated, and the list shows it after the review', async () => {
  const { page } = desk;
  await page.goto('/web/runbooks/new');
  await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill('disk-full');
  await page.getByRole('textbox', { name: /^Team/ }).fill('storage');
  await page
    .getByRole('button', { name: /^(Review|Create)/ })
    .first()
    .click();
  const review = page.getByRole('dialog');
  await review.getByText('storage').first().waitFor();
  await review.getByRole('button', { name: /^(Create|Save)/ }).click();
  await review.waitFor({ state: 'hidden' });
  expect(beside.items.get('disk-full')).toMatchObject({ team: 'storage' });
  await page.goto('/web/runbooks');
  await grid(page).getByRole('row').filter({ hasText: 'disk-full' }).getByText('storage').waitFor();
});

test('a value that the schema does not allow is reported in form and text', async () => {
  const { page } = desk;
  beside.items.set('odd', {
    id: 'odd',
    name: 'odd',
    team: 'core',
    content: 'kind: runbook\nversion: v1\nmetadata: { name: odd }\nspec:\n  team: core\n  severity: shout\n',
  });
  await page.goto('/web/runbooks/odd');
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText(/severity|shout/)
    .first()
    .waitFor();
});

test('the list is searched, and a row is removed after a confirmation', async () => {
  const { page } = desk;
  await page.goto('/web/runbooks?search=disk');
  await grid(page).getByRole('row').filter({ hasText: 'disk-full' }).waitFor();
  await expect.poll(() => grid(page).getByRole('row').filter({ hasText: 'odd' }).count()).toBe(0);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByText('Links to disk-full stop working').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect.poll(() => beside.items.has('disk-full')).toBe(false);
});

test('a user who may not list the resource does not see the page', async () => {
  const ada = signedInAs(await admin.invite('ada', ['access']));
  const theirs = await visit(browser, ours.base, { state: ada, expects: [/40[34]/] });
  await theirs.page.goto('/web');
  await consoleIsOpen(theirs.page);
  await expect.poll(() => theirs.page.getByRole('link', { name: 'Runbooks' }).count()).toBe(0);
  await theirs.page.goto('/web/runbooks');
  await theirs.page.getByText('The requested path could not be found.').waitFor();
  await theirs.end();
  await desk.end();
});
