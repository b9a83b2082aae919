// Earlier versions of documents, and concurrent writes: no text is lost, and every version can be restored.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';
import { editorIsOpen, pasteText, shownText } from '../support/textEditor.ts';

let gateway: Gateway;
let browser: Browser;
/** The same user in another client. */
let admin: WebClient;
let mara: Visit;
let page: Page;

const STEP_MS = 30_000;
/** The browser reports a refused call as an error on its console. */
const REFUSED = [/status of (400|404|409)/];

beforeAll(async () => {
  gateway = await startGateway({ config: 'auth: { recovery_codes: false, second_factor: "off" }' });
  browser = await launchBrowser();
  const first = await firstAccount(gateway);
  admin = first.admin;
  mara = await visit(browser, gateway.base, { state: first.signedIn, expects: REFUSED });
  mara.context.setDefaultTimeout(STEP_MS);
});
afterAll(async () => {
  await mara.end();
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  page = await mara.context.newPage();
});
afterEach(() => page.close());

const role = (name: string, login: string): string =>
  `kind: role\nversion: v6\nmetadata:\n  name: ${name}\nspec:\n  allow:\n    logins: [${login}] # ${login}\n`;

const ready = () => editorIsOpen(page);
const shown = () => shownText(page);
const paste = (text: string) => pasteText(page, text);
const dialog = () => page.getByRole('dialog');

test('a save that conflicts with that of another user shows the other text and overwrites nothing', async () => {
  await admin.expect('POST', '/roles', { content: role('both', 'ubuntu') });
  await page.goto('/web/roles/both');
  await ready();
  await paste(role('both', 'mine'));
  // The other write arrives after the console's last check and before its own write.
  await page.route('**/postern/documents/role/both', async (route) => {
    if (route.request().method() === 'PUT')
      await admin.expect('PUT', '/roles/both', { content: role('both', 'theirs') });
    await route.fallback();
  });
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: 'Save role' }).click();
  await dialog().getByText('Nothing was saved', { exact: false }).first().waitFor();
  await page.unroute('**/postern/documents/role/both');
  expect(await dialog().innerText()).toContain('theirs');
});

test('every write is in the history, and an old revision is restored through the review', async () => {
  await admin.expect('POST', '/roles', { content: role('old', 'first') });
  await admin.expect('PUT', '/roles/old', { content: role('old', 'second') });
  await page.goto('/web/roles/old');
  await ready();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.waitForURL('**/web/roles/old/history');
  const revisions = page.getByRole('navigation', { name: 'Revisions' }).getByRole('button');
  await expect.poll(() => revisions.count(), { timeout: STEP_MS }).toBe(2);
  await page.getByRole('region', { name: 'Changed lines' }).getByText('first').first().waitFor();
  await revisions.first().focus();
  await page.keyboard.press('j');
  await page.waitForURL(/\?revision=/);
  await page.getByRole('button', { name: 'Restore this text' }).click();
  await page.waitForURL('**/web/roles/old?revision=*');
  await ready();
  await page.getByText('This is an earlier revision, from the history.').waitFor();
  await expect.poll(shown, { timeout: STEP_MS }).toContain('first');
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: 'Save role' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.goto('/web/roles/old/history');
  await expect.poll(() => revisions.count(), { timeout: STEP_MS }).toBe(3);
});

test('a removed document is listed and restored, and the draft of another new document is kept', async () => {
  await page.goto('/web/roles/new');
  await ready();
  await paste(role('other', 'drafted'));
  await page.getByText('Unsaved, draft kept here').waitFor();
  await admin.expect('POST', '/roles', { content: role('gone', 'ubuntu') });
  await admin.expect('DELETE', '/roles/gone');
  await page.goto('/web/roles');
  await page.getByRole('button', { name: 'More for roles' }).click();
  await page.getByRole('menuitem', { name: 'Removed roles' }).click();
  await page.waitForURL('**/web/roles/history/removed');
  await page.getByRole('link', { name: /gone/ }).click();
  await page.getByText('Role gone was removed here.').waitFor();
  await page.getByRole('button', { name: 'Restore role' }).click();
  await ready();
  await expect.poll(shown, { timeout: STEP_MS }).toContain('name: gone');
  await page.getByText('Your unsaved text was restored.').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: 'Save role' }).click();
  await page.waitForURL('**/web/roles/gone');
  await page.goto('/web/roles/new');
  await ready();
  await expect.poll(shown, { timeout: STEP_MS }).toContain('drafted');
});

test('cluster settings are explained, take effect, and are refused with a reason', async () => {
  await page.goto('/web/settings');
  const grid = page.getByRole('grid');
  await grid.getByRole('link', { name: /Session recording/ }).waitFor();
  await grid.getByText('spec.second_factor').waitFor();
  await grid.getByRole('link', { name: /Sign-in/ }).click();
  await ready();
  const text = await shown();
  await paste(text.replace(/message_of_the_day:.*/, 'message_of_the_day: Everything is recorded'));
  await page.keyboard.press('Control+S');
  await dialog().getByText('All users must acknowledge the message before they sign in').waitFor();
  await dialog().getByRole('button', { name: /^Save/ }).click();
  await dialog().waitFor({ state: 'detached' });
  expect(await (await fetch(`${gateway.base}/v1/webapi/motd`)).json()).toEqual({ Text: 'Everything is recorded' });
  await paste((await shown()).replace(/second_factor:.*/, 'second_factor: otp'));
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: /^Save/ }).click();
  await dialog().getByText('is set in gateway.yaml', { exact: false }).first().waitFor();
});

test('the history is accessible', async () => {
  await page.goto('/web/roles/editor/history');
  await page.getByRole('region', { name: 'New document' }).waitFor();
  await axe(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('navigation', { name: 'Revisions' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
