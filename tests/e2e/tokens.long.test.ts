// Join tokens: a secret is shown once, masked afterwards, edited as a document, and removed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { editorIsOpen, pasteText, shownText } from '../support/textEditor.ts';

let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;
let desk: Visit;

beforeAll(async () => {
  gateway = await startGateway({ config: "cluster_name: east.example.test\nauth: { second_factor: 'off' }\n" });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/40[03]/] });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const boxText = async (page: Page, name: string) =>
  (await page.getByRole('group', { name }).locator('code').textContent()) ?? '';

test('a secret is shown once, masked in the list, and its script is served until deletion', async () => {
  const { page } = desk;
  await page.goto('/web/tokens');
  await page.getByText('No join tokens').waitFor();
  await page.getByRole('button', { name: 'Create join token' }).click();
  await page.getByRole('menuitem', { name: 'With a generated secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'New join token' });
  await dialog.getByLabel('Valid for').selectOption('1 hour');
  await dialog.getByRole('button', { name: 'Create join token' }).click();
  await page.getByRole('dialog', { name: 'Join token created' }).waitFor();
  const token = await boxText(page, 'Join token');
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const command = (await page.getByRole('group', { name: 'Command' }).locator('code').textContent()) ?? '';
  expect(command).toBe(`curl -fsSL '${gateway.base}/scripts/${token}/install-node.sh' | sudo sh`);
  const script = () => fetch(`${gateway.base}/scripts/${token}/install-node.sh`).then((answer) => answer.text());
  expect(await script()).toContain('#!/bin/sh');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await rows(page).getByText(token.slice(24)).waitFor();
  expect(await page.getByRole('grid').textContent()).not.toContain(token);
  await rows(page).getByText('in 59 m').waitFor();

  await page.getByRole('grid').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete join token' }).click();
  await page.getByText('No join tokens').waitFor();
  expect(await script()).toContain('may be expired or invalid');
});

test('a secret is edited, copied and removed as a document, and is in no address, title or storage key', async () => {
  const { page } = desk;
  const secret = 'c0ffee00c0ffee00c0ffee00deadbeef';
  const masked = /\*{24}deadbeef/;
  const outputs: string[] = [];
  page.on('framenavigated', (frame) => outputs.push(frame.url()));
  const outputOf = async () =>
    outputs.push(
      page.url(),
      await page.title(),
      (await page.getByRole('heading').allTextContents()).join(' '),
      await page.evaluate(() => JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage)])),
      await page.evaluate(async () => JSON.stringify((await navigator.locks.query()).held?.map(({ name }) => name))),
    );
  const text = (roles: string) =>
    `kind: token\nversion: v2\nmetadata:\n  name: ${secret}\n  expires: '2099-01-01T00:00:00Z'\nspec:\n  roles: [${roles}]\n  join_method: token\n`;
  const review = () => page.getByRole('dialog');
  const save = async () => {
    await page.keyboard.press('Control+S');
    await review().getByRole('button', { name: 'Save join token' }).waitFor();
    await outputOf();
    await review().getByRole('button', { name: 'Save join token' }).click();
    await review().waitFor({ state: 'detached' });
    await page
      .getByText(/Join token \*+deadbeef saved/)
      .first()
      .waitFor();
  };

  await page.goto('/web/tokens/new');
  await editorIsOpen(page);
  await pasteText(page, text('Node'));
  await save();
  await page.waitForURL(/tokens\/[0-9a-f]{16}$/);
  await page.getByRole('heading', { name: masked }).waitFor();
  await outputOf();

  // The address, opened with unsaved text, opens the same document.
  await pasteText(page, text('Node, App'));
  await page
    .getByText(/kept|draft/i)
    .first()
    .waitFor();
  await page.reload();
  await page.getByText('Your unsaved text was restored.').waitFor();
  await page.getByRole('heading', { name: masked }).waitFor();
  expect(await shownText(page)).toContain('Node, App');
  await outputOf();
  await save();

  const more = page.getByRole('button', { name: 'More', exact: true });
  const downloading = page.waitForEvent('download');
  await more.click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('join token.yaml');
  await more.click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('heading', { name: /History of \*+deadbeef/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: /History of \*+deadbeef/ }).waitFor();
  await outputOf();
  const address = page.url();

  // An earlier text is restored with its name, which the address does not contain.
  await page.getByRole('navigation', { name: 'Revisions' }).getByRole('button').last().click();
  await page.getByRole('button', { name: 'Restore this text' }).click();
  await page.getByText('This is an earlier revision, from the history.').waitFor();
  await editorIsOpen(page);
  await expect.poll(() => shownText(page)).toContain(`name: ${secret}`);
  expect(await shownText(page)).not.toContain('Node, App');
  await outputOf();
  await save();
  await page.waitForURL(/tokens\/[0-9a-f]{16}$/);

  // A copy has another secret.
  await page.goto(address.replace(/\/history.*/, ''));
  await editorIsOpen(page);
  await more.click();
  await page.getByRole('menuitem', { name: 'Clone join token' }).click();
  await page.waitForURL(/new\?from=/);
  await page.getByText('New join token').first().waitFor();
  await editorIsOpen(page);
  expect(await shownText(page)).toMatch(/name: ["']?[0-9a-f]{32}/);
  expect(await shownText(page)).not.toContain(secret);
  await outputOf();

  await page.goto(address.replace(/\/history.*/, ''));
  await editorIsOpen(page);
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete join token' }).click();
  await review().getByRole('button', { name: 'Delete join token' }).click();
  await page.getByText('No join tokens').waitFor();
  await page.goto('/web/tokens/history/removed');
  await page.getByText(/deadbeef/).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Removed join tokens' }).getByRole('link').count()).toBe(0);
  await outputOf();
  expect(outputs.filter((one) => one.includes(secret))).toEqual([]);
  await page.goto('/web/tokens/0123456789abcdef');
  await page.getByText('There is no join token').waitFor();
});

test('the pages are accessible', async () => {
  const seen = await visit(browser, gateway.base, { state: signedIn });
  await seen.page.goto('/web/tokens');
  // The button of an empty list is in another position.
  await seen.page.getByText('No join tokens').waitFor();
  await seen.page.getByRole('button', { name: 'Create join token' }).first().click();
  await seen.page.getByRole('menuitem', { name: 'With a generated secret' }).click();
  await seen.page.getByRole('dialog', { name: 'New join token' }).waitFor();
  await axe(seen.page);
  await seen.end();
});
