// Join tokens: a secret is shown once, masked from then on, edited as a document, and removed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvite } from '../support/account.ts';
import { axe, launchBrowser, THEMES, visit } from '../support/browser.ts';
import type { Visit } from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import type { Gateway } from '../support/gateway.ts';

let gateway: Gateway;
let browser: Browser;
let desk: Visit;

beforeAll(async () => {
  gateway = await startGateway({ config: "cluster_name: east.example.test\nauth: { second_factor: 'off' }\n" });
  browser = await launchBrowser();
  desk = await visit(browser, gateway.base, { expects: [/40[03]/] });
  await acceptInvite(desk.page, gateway.invite ?? '');
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const boxText = async (page: Page, name: string) =>
  (await page.getByRole('group', { name }).locator('code').textContent()) ?? '';

test('a secret is made, shown once with its command, masked in the list, and serves its script until it is deleted', async () => {
  const { page } = desk;
  await page.goto('/web/tokens');
  await page.getByText('No join tokens').waitFor();
  await page.getByRole('button', { name: 'Create join token' }).click();
  await page.getByRole('menuitem', { name: 'A secret, shown once' }).click();
  const dialog = page.getByRole('dialog', { name: 'New join token' });
  await dialog.getByLabel('Databases').check();
  await dialog.getByLabel('Counts for').selectOption('1 hour');
  await dialog.getByRole('button', { name: 'Create join token' }).click();
  await page.getByRole('dialog', { name: 'Join token created' }).waitFor();
  const token = await boxText(page, 'Join token');
  expect(token).toMatch(/^[0-9a-f]{32}$/);
  const command = (await page.getByRole('group', { name: 'Command' }).first().locator('code').textContent()) ?? '';
  expect(command).toContain(`${gateway.base}/scripts/${token}/install-node.sh`);
  const script = () => fetch(`${gateway.base}/scripts/${token}/install-node.sh`).then((answer) => answer.text());
  expect(await script()).toContain('#!/bin/bash');
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

test.each(THEMES)('the pages hold in the %s theme', async (theme) => {
  const seen = await visit(browser, gateway.base, { theme, state: await desk.context.storageState() });
  await seen.page.goto('/web/tokens');
  // An empty list has its button at another place.
  await seen.page.getByText('No join tokens').waitFor();
  await seen.page.getByRole('button', { name: 'Create join token' }).first().click();
  await seen.page.getByRole('menuitem', { name: 'A secret, shown once' }).click();
  await seen.page.getByRole('dialog', { name: 'New join token' }).waitFor();
  await axe(seen.page);
  await seen.end();
});
