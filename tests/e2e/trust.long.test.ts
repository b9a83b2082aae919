// Trusted clusters: written next to their form, refused with the server's message, stored under the root's own name.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { editorIsOpen } from '../support/textEditor.ts';
import { startRootCluster, type RootCluster } from '../support/rootCluster.ts';

const ROOT = 'hq.example.test';
const TOKEN = 'joins-clusters-0123456789';

let root: RootCluster;
let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;
let desk: Visit;
let page: Page;

beforeAll(async () => {
  root = await startRootCluster(ROOT, TOKEN);
  gateway = await startGateway({ config: 'auth: { second_factor: "off" }' });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
  desk = await visit(browser, gateway.base, { state: signedIn, expects: [/status of (400|403|404|409|504)/] });
  page = desk.page;
  page.setDefaultTimeout(12_000);
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
  root.server.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const row = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });
const list = async () => {
  await page.goto('/web/trust');
  await page.getByText(/^Loaded \d/).waitFor();
};
const review = async () => {
  await page.keyboard.press('Control+S');
  await dialog().getByRole('button', { name: 'Save trusted cluster' }).waitFor();
};

test('if the root refuses the token, the text is kept and the page shows the reason', async () => {
  await list();
  await button('Connect to root cluster').click();
  await editorIsOpen(page);
  await field('Name').fill('merger');
  await field('Web address').fill(root.address);
  await field('Tunnel address').fill(root.address);
  await page.getByLabel(/^Join token/).fill('guessed');
  await page.getByRole('textbox', { name: /Role there/ }).fill('access');
  const local = page.getByRole('group', { name: 'Role map 1' });
  await local.getByRole('button', { name: /guest/ }).click();
  await local.getByRole('combobox').fill('access');
  await page.keyboard.press('Enter');
  await review();
  await dialog().getByText('This cluster trusts the users of').waitFor();
  await dialog().getByRole('button', { name: 'Save trusted cluster' }).click();
  await dialog().getByText('access denied: the cluster token has been rejected').waitFor();
  await button('Back to editing').click();
  expect(root.asked).toHaveLength(1);
});

test('the refusal is shown at field and line until another token is entered, and allows a retry', async () => {
  const problems = page.getByRole('region', { name: 'Problems' });
  const refusal = problems.getByRole('button', { name: /The server refused this: “access denied: the cluster token/ });
  await refusal.waitFor();
  await page.keyboard.press('F8');
  await expect.poll(() => refusal.getAttribute('aria-current')).toBe('true');
  await expect.poll(() => page.getByLabel(/^Join token/).getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => button('Review changes').getAttribute('aria-disabled')).toBeNull();
  await page.getByLabel(/^Join token/).fill('guessed twice');
  await refusal.waitFor({ state: 'detached' });
});

test('if the root accepts the token, the trust has the name of the root, and the token is not shown', async () => {
  await page.getByLabel(/^Join token/).fill(TOKEN);
  await review();
  await dialog().getByRole('button', { name: 'Save trusted cluster' }).click();
  await dialog().waitFor({ state: 'detached' });
  // Stored under the root's name, not under the name in the text.
  await page.waitForURL(`**/web/trust/${ROOT}`);
  await editorIsOpen(page);
  const seen = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify([localStorage]));
  expect(seen).not.toContain(TOKEN);
  await list();
  await row(ROOT).getByText('Enabled').waitFor();
  await row(ROOT).getByText('access → access').waitFor();
  await row(ROOT).getByText(root.address).waitFor();
});

test('a trust is disabled without its token, and changes to fixed fields are refused', async () => {
  await page.keyboard.press('Enter');
  await editorIsOpen(page);
  await page.getByRole('checkbox', { name: 'Enabled' }).click();
  await review();
  await dialog().getByText('This cluster no longer trusts the users of').waitFor();
  await dialog().getByRole('button', { name: 'Save trusted cluster' }).click();
  await dialog().waitFor({ state: 'detached' });
  await field('Web address').fill('elsewhere.example.test:443');
  await review();
  await dialog().getByRole('button', { name: 'Save trusted cluster' }).click();
  await dialog()
    .getByText(/can not update web proxy address for existing trusted cluster/)
    .waitFor();
  await button('Back to editing').click();
  await button('Discard draft').click();
  await list();
  await row(ROOT).getByText('Disabled').waitFor();
});

test('axe finds no violations in the list and the editor', async () => {
  const { page: other, end } = await visit(browser, gateway.base, { state: signedIn });
  await other.goto('/web/trust');
  await other.getByRole('grid').getByText(ROOT).waitFor();
  await axe(other);
  await other.goto(`/web/trust/${ROOT}`);
  await editorIsOpen(other);
  await axe(other);
  await end();
});

test('the confirmation of a removal lists its consequences', async () => {
  await list();
  await page.keyboard.press('Delete');
  await dialog().getByText(`The authorities of ${ROOT} are no longer trusted`).waitFor();
  await dialog().getByRole('button', { name: 'Delete trusted cluster' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('No trusted clusters').waitFor();
});
