// The form and the text of a role are one document: a change in one appears in the other, and no other text changes.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { copyText, editorIsOpen, pasteText } from '../support/textEditor.ts';

let gateway: Gateway;
let browser: Browser;
let mara: Visit;
let page: Page;

const STEP_MS = 12_000;
const ROLE = `kind: role
version: v6
metadata:
  name: payments-oncall
spec:
  allow:
    # Reviewed with security, ticket SEC-2291
    node_labels:
      env: prod # not staging
      team: [payments]
    logins:
      - deploy
      - '{{internal.logins}}'
    review_requests: {}
    rules:
      - resources: [session]
        verbs: [list, read]
  options: {max_session_ttl: 8h0m0s}
`;

beforeAll(async () => {
  gateway = await startGateway({
    config: 'auth: { second_factor: "off" }\nnode: { name: node-1, labels: { env: prod, team: ledger } }',
  });
  browser = await launchBrowser();
  const { signedIn } = await firstAccount(gateway);
  mara = await visit(browser, gateway.base, { state: signedIn, size: { width: 1440, height: 900 } });
  mara.context.setDefaultTimeout(STEP_MS);
  await mara.page.close();
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

const text = () => copyText(page);
async function begin(content = ROLE): Promise<void> {
  await page.goto('/web/roles/new');
  await editorIsOpen(page);
  await pasteText(page, content);
  await page.getByText('payments-oncall').first().waitFor();
}
const section = (title: string) =>
  page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('button', { name: title }).first();
const labels = () => page.getByRole('group', { name: 'Server labels' }).first();
const put = (before: string, after: string) => ROLE.replace(before, after);

test('a change in the form changes only its own line and the count of matches', async () => {
  await begin();
  await section('Servers').click();
  await labels().getByRole('combobox', { name: 'Value of team' }).click();
  await labels().getByText('Matches 0 of 1 server').waitFor();
  await page.keyboard.type('ledger,');
  await labels().getByText('Matches 1 of 1 server').waitFor();
  await expect.poll(text).toBe(put('[payments]', '[payments, ledger]'));
});

test('an entry of a map can be renamed, added and removed', async () => {
  await begin();
  await section('Servers').click();
  const key = labels().getByRole('combobox', { name: 'Key env' });
  await key.fill('stage');
  await key.press('Enter');
  await labels().getByRole('button', { name: 'Remove team' }).click();
  await labels().getByRole('button', { name: 'Add label' }).click();
  await page.keyboard.type('dc');
  await page.keyboard.press('Tab');
  await page.keyboard.type('eu-1');
  await page.keyboard.press('Enter');
  await expect
    .poll(text)
    .toBe(
      put('      env: prod # not staging\n      team: [payments]', '      stage: prod # not staging\n      dc: eu-1'),
    );
});

test('text typed in the editor appears in the form, and F6 switches between editor and form at one field', async () => {
  await begin(put('8h0m0s', '90m'));
  await section('Options').click();
  const field = page.getByRole('textbox', { name: 'A sign-in lasts' });
  await expect.poll(() => field.inputValue()).toBe('90m');
  await page.getByText('1 h 30 m').waitFor();
  await field.focus();
  await page.getByText('Field: A sign-in lasts').waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('F6');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-path]') !== null)).toBe(true);
});

test('the index scrolls to its section, also past a section that is taller than the window', async () => {
  await page.goto('/web/roles/editor');
  await editorIsOpen(page);
  for (const name of ['Options', 'Kubernetes', 'Admin rules']) {
    await page.getByRole('navigation', { name: 'Sections of the form' }).getByText(name, { exact: true }).click();
    const heading = page.getByRole('heading', { name, exact: true });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(160);
    expect((await heading.boundingBox())?.y).toBeGreaterThan(80);
  }
});

test('an error is shown at its field, counted in the index, and fixed in the form', async () => {
  await begin(put('[list, read]', '[list, raed]'));
  await expect.poll(() => section('Admin rules').innerText()).toContain('1');
  await section('Admin rules').click();
  await page
    .getByRole('group', { name: 'Rules', exact: true })
    .first()
    .getByRole('button', { name: 'Change to read' })
    .click();
  await page.getByRole('region', { name: 'Problems' }).getByText('raed').waitFor({ state: 'detached' });
  await expect.poll(text).toBe(ROLE);
});

test('a rule is added with the verbs of its kind', async () => {
  await begin();
  await section('Admin rules').click();
  await page.getByRole('button', { name: 'Add rule' }).first().click();
  const rule = page.getByRole('group', { name: 'Rules 2' }).first();
  await rule.getByRole('combobox', { name: 'Resources' }).click();
  await page.keyboard.type('event');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await rule.getByRole('combobox', { name: 'Verbs' }).press('ArrowDown');
  await page.getByRole('option', { name: 'list', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: 'rotate' }).count()).toBe(0);
  await page.getByRole('option', { name: 'list', exact: true }).click();
  await expect.poll(text).toContain('      - resources: [event]\n        verbs: [list]\n');
});

test('a template is previewed before it replaces the text, and the text can be restored', async () => {
  await begin();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Templates' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It replaces your text').waitFor();
  await dialog.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: 'Replace my text' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await text()).not.toContain('SEC-2291');
  await page.keyboard.press('Control+Z');
  await expect.poll(text).toBe(ROLE);
});

test('a file dropped on the editor is loaded if it is text', async () => {
  await begin();
  const drop = (bytes: number[]) =>
    page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(all)], 'role.yaml'));
      document
        .querySelector('.monaco-editor')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
  await drop([0xff, 0xfe, 0x00]);
  await page.getByText('role.yaml is not UTF-8 text').waitFor();
  await expect.poll(text).toBe(ROLE);
  const other = ROLE.replace('SEC-2291', 'SEC-1');
  await drop([...Buffer.from(other)]);
  await page.getByText('role.yaml is not UTF-8 text').waitFor({ state: 'detached' });
  await expect.poll(text).toBe(other);
});

test('a text of megabytes is checked in a worker, and the page stays responsive', async () => {
  await begin();
  const long = `${ROLE}${'  # what nobody reads\n'.repeat(80_000)}  odd: [\n`;
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await pasteText(page, long);
  await page.getByText('The text is too long for the form').waitFor();
  await page
    .getByRole('region', { name: 'Problems' })
    .getByText(/line 800\d\d/)
    .waitFor();
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  expect(longest).toBeLessThan(1000);
});

test('axe finds no violations in the form', async () => {
  await begin(put('[list, read]', '[list, raed]'));
  for (const title of ['Servers', 'Admin rules', 'Options']) {
    await section(title).click();
    await axe(page);
  }
});
