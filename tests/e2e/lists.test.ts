// The functions of every list, as a user works with them: views, the typed query, columns, many rows at once.
import { readFileSync, rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { axe, launchBrowser, visit, type SignedIn, type Visit, type VisitOptions } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { seededDataDir } from '../support/seed.ts';
import { firstAccount } from '../support/signedIn.ts';

const STEP_MS = 15_000;
const SERVERS = '/web/cluster/example.test/nodes';
const PROD = '?query=labels["env"] == "prod"';

let dataDir: string;
let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;

beforeAll(async () => {
  dataDir = await seededDataDir({ nodes: 700, users: 30 });
  gateway = await startGateway({ dataDir, config: 'cluster_name: example.test\nauth: { second_factor: "off" }\n' });
  browser = await launchBrowser();
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

let mara: Visit | undefined;
afterEach(async () => {
  await mara?.end();
  mara = undefined;
});

/** A signed-in user with an open list. */
async function look(where: string, options: VisitOptions = {}): Promise<Page> {
  mara = await visit(browser, gateway.base, { ...options, state: signedIn });
  mara.context.setDefaultTimeout(STEP_MS);
  await mara.page.goto(where);
  await rowAt(mara.page, 1).waitFor();
  return mara.page;
}

const rowAt = (page: Page, n: number) => page.locator(`[role=row][aria-rowindex="${n + 1}"]:not([aria-busy])`);
const nameAt = async (page: Page, n: number) =>
  ((await rowAt(page, n).getByRole('checkbox').getAttribute('aria-label')) ?? '').replace(/^Select /, '');
const param = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);
const search = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });
const menu = (page: Page) => page.getByRole('menu', { name: 'Views of this list' });

async function saveView(page: Page, name: string): Promise<void> {
  await views(page).getByRole('button', { name: 'Save view' }).click();
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
  await views(page).getByRole('button', { name, exact: true }).waitFor();
}

describe('views', () => {
  test('a view is saved, changed, restored and saved again, and another tab is updated', async () => {
    const page = await look(SERVERS + PROD);
    await saveView(page, 'Production');
    await expect.poll(param(page, 'view')).toBe('Production');
    const other = await mara?.context.newPage();
    if (!other) throw new Error('no second tab');
    await other.goto(`${SERVERS}?view=Production`);
    await expect.poll(() => other.getByRole('button', { name: /^Remove env = prod/ }).count()).toBeGreaterThan(0);

    await page.getByRole('columnheader', { name: 'Hostname' }).getByRole('button').click();
    await views(page)
      .getByRole('button', { name: /^Production/ })
      .click();
    await menu(page).getByText('sorted by Hostname, descending, was Hostname').waitFor();
    await axe(page);
    await page.getByRole('menuitem', { name: 'Reset to saved view' }).click();
    await expect.poll(param(page, 'sort')).toBeNull();
    await page.getByRole('columnheader', { name: 'Hostname' }).getByRole('button').click();
    await page.keyboard.press('Control+s');
    await page.getByText('View Production saved').waitFor();
    await other.reload();
    await other.goto(`${SERVERS}?view=Production`);
    await expect
      .poll(() => other.getByRole('columnheader', { name: 'Hostname' }).getAttribute('aria-sort'))
      .toBe('descending');
  });

  test('views saved in another tab are kept after a rename and an undone removal', async () => {
    const page = await look(SERVERS + PROD);
    const other = await mara?.context.newPage();
    if (!other) throw new Error('no second tab');
    const saveInOther = async (env: string, name: string) => {
      await other.goto(`${SERVERS}?query=labels["env"] == "${env}"`);
      await rowAt(other, 1).waitFor();
      await saveView(other, name);
    };
    await saveView(page, 'Prod');
    await views(page).getByRole('button', { name: 'Prod', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename and order' }).click();
    await page.getByRole('textbox', { name: 'Name of Prod' }).fill('Production');
    await saveInOther('dev', 'Dev');
    await page.getByRole('textbox', { name: 'Name of Dev' }).waitFor();
    await page.getByRole('button', { name: 'Save views' }).click();
    await views(page).getByRole('button', { name: 'Production', exact: true }).click();
    await menu(page).getByRole('menuitem', { name: 'Delete Production' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.hover(); // the snack bar stays
    await saveInOther('staging', 'Staging');
    await undo.click();
    for (const name of ['Production', 'Dev', 'Staging'])
      await views(page).getByRole('button', { name, exact: true }).waitFor();
  });

  test('a list opens with its default view, and without it on request', async () => {
    const page = await look(SERVERS + PROD);
    await saveView(page, 'Mine');
    await views(page).getByRole('button', { name: 'Mine' }).click();
    await page.getByRole('menuitem', { name: 'Open the list with it' }).click();
    await page.goto(SERVERS);
    await page
      .getByRole('button', { name: /^Remove env = prod/ })
      .first()
      .waitFor();
    await views(page).getByRole('button', { name: 'All servers' }).click();
    await expect.poll(param(page, 'view')).toBe('');
    await expect.poll(() => page.getByRole('button', { name: /^Remove env/ }).count()).toBe(0);
    await views(page).getByRole('button', { name: 'Mine' }).click();
    await views(page).getByRole('button', { name: 'Mine' }).click();
    await page.getByRole('menuitem', { name: 'Delete Mine' }).click();
    await page.getByText('View Mine deleted').waitFor();
    await expect.poll(() => views(page).getByRole('button', { name: 'Mine' }).count()).toBe(0);
  });
});

describe('the typed query', () => {
  test('each of many conditions can be read and removed, the last without scrolling', async () => {
    const values = { env: 'qa', team: 'ml', os: 'ubuntu-22.04', region: 'ap-northeast-1', rack: 'r36', tier: 'none' };
    const query = Object.entries(values).map(([label, value]) => `labels["${label}"] != "${value}"`);
    const page = await look(`${SERVERS}?query=${encodeURIComponent(query.join(' && '))}`, {
      size: { width: 1100, height: 700 },
    });
    const last = page.getByRole('button', { name: 'Remove tier ≠ none' });
    const isOnTop = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    expect(await last.evaluate(isOnTop)).toBe(true);
    await page.getByRole('button', { name: 'Remove env ≠ qa' }).click();
    await expect.poll(param(page, 'query')).not.toContain('"env"');
  });

  test('labels and their values are suggested and accepted by keys', async () => {
    const page = await look(SERVERS);
    await search(page).fill('en');
    await page.getByRole('option', { name: /^env/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^env/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => search(page).inputValue()).toBe('env = ');
    await page.keyboard.type('pr');
    await page.getByRole('option', { name: /^env = prod/ }).waitFor();
    await axe(page);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^env = prod/, selected: true }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "prod"');
    await expect.poll(() => search(page).inputValue()).toBe('');
  });

  test('a query completes at the caret, and a query that chips cannot express shows the reason', async () => {
    const page = await look(SERVERS + PROD);
    await page.getByText('Query', { exact: true }).click();
    const query = page.getByRole('combobox', { name: 'Query', exact: true });
    // The focus moves to the query field.
    await expect.poll(() => query.evaluate((field) => field === document.activeElement)).toBe(true);
    // The focus also moves on the switch back to chips.
    await page.getByText('Chips', { exact: true }).click();
    await expect.poll(() => search(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText('Query', { exact: true }).click();
    await expect.poll(() => query.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.type(' || labels["reg');
    await page.getByRole('option', { name: /region/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /region/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => query.inputValue()).toBe('labels["env"] == "prod" || labels["region"]');
    await query.pressSequentially(' == "eu-west');
    await page.getByRole('option', { name: /eu-west-1/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /eu-west-1/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "prod" || labels["region"] == "eu-west-1"');
    await query.press('Escape');
    await page.getByText('Chips', { exact: true }).click();
    await page.getByText('It stays a query.').waitFor();
    await expect.poll(() => query.inputValue()).toContain('||');
  });

  test('a pasted query becomes chips', async () => {
    const page = await look(SERVERS, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate(() => navigator.clipboard.writeText('labels.env == "prod" && labels["region"] != "eu-west-1"'));
    await search(page).focus();
    await page.keyboard.press('Control+v');
    await expect.poll(param(page, 'query')).toBe('labels["env"] == "prod" && labels["region"] != "eu-west-1"');
    await page
      .getByRole('button', { name: /^Remove region ≠ eu-west-1/ })
      .first()
      .waitFor();
  });
});

describe('columns', () => {
  test('a column is resized by dragging, and its width is restored and reset', async () => {
    const page = await look(SERVERS);
    // By its position: while the chooser is open, the page below is hidden from screen readers.
    const head = page.locator('[role=columnheader]', { hasText: 'Address' });
    const widthOf = async () => (await head.boundingBox())?.width ?? 0;
    const before = await widthOf();
    const box = await head.boundingBox();
    if (!box) throw new Error('no head');
    await page.mouse.move(box.x + box.width, box.y + 15);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 64, box.y + 15, { steps: 4 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(before + 64);
    await page.reload();
    await expect.poll(widthOf).toBe(before + 64);
    await page.keyboard.press('v');
    await page.getByRole('combobox', { name: 'Find a field or label' }).fill('Address');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(widthOf).toBe(before + 48);
    await page.getByRole('button', { name: /^Reset to default/ }).click();
    await expect.poll(widthOf).toBe(before);
  });
});

describe('bulk actions', () => {
  test('a role with full access to the cluster is flagged with the reason, and the focus is on Back', async () => {
    const page = await look('/web/users');
    for (const n of [2, 3, 4]) await rowAt(page, n).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Change roles' }).click();
    await page.getByRole('combobox', { name: 'Roles to add' }).fill('editor');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: /^Review: change roles of 3 users/ });
    await review.getByText('3 users get the role editor').waitFor();
    await review.getByText('Full administration: its users can grant themselves any permission').waitFor();
    await review.locator('button:focus', { hasText: 'Back' }).waitFor();
  });

  test('role changes are reviewed and saved one by one, and failed rows stay selected', async () => {
    const page = await look('/web/users', { expects: [/403/] });
    const names = [await nameAt(page, 2), await nameAt(page, 3), await nameAt(page, 4)];
    for (const n of [2, 3, 4]) await rowAt(page, n).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Change roles' }).click();
    await page.getByRole('combobox', { name: 'Roles to add' }).fill('auditor');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByText('3 roles added, none removed').waitFor();
    await axe(page);
    // The server refuses one of the saves once.
    let refused = false;
    await page.route('**/v1/webapi/users', (route) => {
      if (refused || route.request().method() !== 'PUT') return route.continue();
      refused = true;
      return route.fulfill({ status: 403, json: { error: { message: 'access denied' } } });
    });
    await page.getByRole('button', { name: 'Change 3 users' }).click();
    await page.getByRole('heading', { name: 'Roles changed: 2 of 3 users' }).waitFor();
    await axe(page);
    await page.getByRole('button', { name: 'Back to the list, 1 selected' }).click();
    const bar = page.getByRole('toolbar', { name: '1 user selected' });
    await bar.getByRole('button', { name: 'show details' }).click();
    await page.getByRole('button', { name: /^Retry / }).click();
    await page.getByRole('heading', { name: 'Roles changed: 3 of 3 users' }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('name,outcome,reason,time');
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(names.map((name) => [name, 'saved']));
    await page.getByRole('link', { name: 'Show the 3 events' }).click();
    await page.getByRole('grid', { name: 'Events' }).waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'User updated' }).count()).toBe(3);
    for (const name of names) {
      const answer = await page.request.get(`${gateway.base}/v1/webapi/users/${name}`, {
        headers: { authorization: `Bearer ${await token(page)}` },
      });
      expect(JSON.stringify(await answer.json())).toContain('auditor');
    }
  });

  test('terminals open in tabs, many only after a confirmation, and blocked ones are reported', async () => {
    const page = await look(SERVERS);
    await page.evaluate(() => {
      let opened = 0;
      window.open = () => (opened++ === 0 ? window : null);
    });
    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    for (let i = 0; i < 6; i++) await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Open 7 terminals' }).click();
    await page.getByRole('menuitem', { name: /^root/ }).click();
    await page.getByRole('button', { name: 'Open 7 tabs' }).click();
    await page.getByRole('heading', { name: 'The browser blocked 6 tabs' }).waitFor();
    await expect.poll(() => page.getByRole('dialog').getByRole('link').count()).toBe(6);
    await axe(page);
  });

  test('all matching rows are selected and exported', async () => {
    const page = await look(SERVERS + PROD + '&cols=hostname,label:env');
    await page.getByRole('grid').focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: /^Select all/ }).click();
    const bar = page.getByRole('toolbar', { name: /servers selected$/ });
    const count = Number(/^(\d+) /.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]);
    expect(count).toBeGreaterThan(100);
    await bar.getByRole('button', { name: 'Export the selected rows' }).or(bar.getByText('Export')).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.slice(1).map((line) => line.split(',')[1]))).toEqual(new Set(['prod']));
  });
});

test('the right mouse button shows the same row menu as the context menu key', async () => {
  const page = await look('/web/users');
  await page.getByRole('grid').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('.');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const byKey = await items.allTextContents();
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  await rowAt(page, 2).getByRole('gridcell').nth(2).click({ button: 'right' });
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual(byKey);
});

const token = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const kept: unknown = JSON.parse(localStorage.getItem('grv_teleport_token') ?? '{}');
    return typeof kept === 'object' && kept !== null && 'accessToken' in kept ? String(kept.accessToken) : '';
  });
