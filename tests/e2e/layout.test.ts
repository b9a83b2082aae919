// Long names and windows between the usual sizes: no element is cut off, overlaps another or is misaligned.
import { userInfo } from 'node:os';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  axe,
  DESKTOP,
  launchBrowser,
  PHONE,
  TABLET,
  tapHeight,
  visit,
  ZOOMED,
  type SignedIn,
} from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';

const STEP_MS = 30_000;
const SITE = 'east.example.test';
const SERVERS = `/web/cluster/${SITE}/nodes`;
const PERSON = 'maximiliana.featherstonehaugh-cholmondeley@subsidiary.example.com';
/** As long as the ARN of a role. */
const LONG = `arn:aws:iam::123456789012:role/${'payments-production-'.repeat(3)}readonly`;

let gateway: Gateway;
let browser: Browser;
let signedIn: SignedIn;
let reader: SignedIn;
let admin: WebClient;

beforeAll(async () => {
  const config = `cluster_name: ${SITE}
auth: { second_factor: 'off' }
inventory: [{ kind: db, version: v3, metadata: { name: shop }, spec: { protocol: postgres, uri: 'localhost:5432' } }]
`;
  gateway = await startGateway({ config });
  browser = await launchBrowser();
  ({ signedIn, admin } = await firstAccount(gateway));
  await admin.addRole('reader', { allow: { rules: [{ resources: ['user', 'role'], verbs: ['list', 'read'] }] } });
  reader = signedInAs(await admin.invite('rhea', ['reader']));
  await admin.expect('POST', '/users', {
    name: PERSON,
    roles: ['access'],
    traits: { awsRoleArns: [LONG], databaseUsers: ['reader'], databaseNames: ['orders'] },
  });
  await admin.expect('PUT', `/sites/${SITE}/locks`, { targets: { login: 'postgres' }, message: '', ttl: '' });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

async function look(where: string, size: { width: number; height: number }, state = signedIn) {
  const seen = await visit(browser, gateway.base, { state, size, expects: [/403/] });
  seen.context.setDefaultTimeout(STEP_MS);
  await seen.page.goto(where);
  return seen;
}

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not drawn');
  return box;
};
const more = (page: Page, of: string) => page.getByRole('button', { name: `More for ${of}` });

test('a long value does not overflow its chip', async () => {
  const { page, end } = await look(`/web/users/${PERSON}`, PHONE);
  const token = page.getByRole('button', { name: `Remove ${LONG}` }).locator('..');
  await token.waitFor();
  expect(await token.evaluate((span) => span.scrollHeight - span.clientHeight)).toBe(0);
  await end();
});

test('on a phone a user’s accounts use the full line, and dangerous actions are grouped at the end', async () => {
  const { page, end } = await look(`/web/users/${PERSON}`, PHONE);
  const accounts = page.getByText('database user reader · database name orders', { exact: true });
  expect((await boxOf(accounts)).width).toBeGreaterThan(300);
  const [lock, remove] = await Promise.all(
    ['Lock', 'Delete'].map((name) => boxOf(page.getByRole('button', { name, exact: true }))),
  );
  expect((remove?.x ?? 0) - (lock?.x ?? 0) - (lock?.width ?? 0)).toBeLessThan(20);
  await end();
});

test('a long read-only trait is not cut off', async () => {
  const { page, end } = await look(`/web/users/${PERSON}`, PHONE, reader);
  const value = page.getByRole('definition').filter({ hasText: LONG });
  await value.waitFor();
  expect(await value.evaluate((dd) => dd.scrollWidth - dd.clientWidth)).toBe(0);
  await end();
});

test('on a phone the highlighted query is aligned with the typed text', async () => {
  const { page, end } = await look(`${SERVERS}?query=labels["env"] ==`, PHONE);
  const input = page.getByRole('combobox', { name: 'Query' });
  await input.waitFor();
  const apart = await input.evaluate((field) => {
    const middle = (of: Element | null | undefined) => {
      const { top = 0, height = 0 } = of?.getBoundingClientRect() ?? {};
      return top + height / 2;
    };
    return Math.abs(middle(field) - middle(field.previousElementSibling?.firstElementChild));
  });
  expect(apart).toBeLessThan(2);
  await end();
});

test('at 601 to 700 px the cluster name is visible, and the header buttons are within the window', async () => {
  const { page, end } = await look('/web/locks', { width: 601, height: 700 });
  await more(page, 'locks').waitFor();
  for (const [where, last] of [
    ['/web/locks', more(page, 'locks')],
    ['/web/tokens/new', page.getByRole('button', { name: 'More', exact: true })],
    ['/web/trust/new', page.getByRole('button', { name: 'More', exact: true })],
  ] as const) {
    await page.goto(where);
    await last.waitFor();
    for (const width of [601, 640, 700]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(async () => (await boxOf(last)).x + (await boxOf(last)).width).toBeLessThanOrEqual(width);
      const name = await boxOf(page.getByRole('banner').getByText(SITE, { exact: true }).first());
      expect(name.width).toBeGreaterThan(30);
    }
  }
  await end();
});

test('at 200 % zoom the cluster name and the effective settings are readable', async () => {
  const { page, end } = await look('/web/settings', ZOOMED);
  const shown = page.getByRole('grid').getByText(/^allow /);
  await shown.first().waitFor();
  for (const text of [page.getByRole('banner').getByText(SITE, { exact: true }), ...(await shown.all())])
    expect(await text.evaluate(({ clientWidth, scrollWidth }) => clientWidth / scrollWidth)).toBeGreaterThan(0.9);
  await end();
});

test('on a phone the list header keeps its line and its menu, even if no row matches', async () => {
  const { page, end } = await look('/web/locks', PHONE);
  const create = page.getByRole('button', { name: 'New lock' });
  await more(page, 'locks').waitFor();
  expect((await boxOf(more(page, 'locks'))).y).toBe((await boxOf(create)).y);

  await page.goto(`${SERVERS}?search=nothing-is-called-that`);
  await page.getByRole('button', { name: 'Clear the filter' }).waitFor();
  await more(page, 'servers').click();
  await page.getByRole('menuitem', { name: 'Reload' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: /^CSV/ }).count()).toBe(0);
  await end();
});

/** Whether the placeholder of an empty field fits. */
const showsPlaceholder = (field: Locator) =>
  field.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) return false;
    const style = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return false;
    context.font = style.font;
    const roomPx = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return context.measureText(input.placeholder).width <= roomPx;
  });

test('on a phone placeholders of fields are not cut off', async () => {
  const { page, end } = await look('/web/locks/new', PHONE);
  const target = page.getByRole('combobox', { name: 'What to lock' });
  await target.waitFor();
  expect(await showsPlaceholder(target)).toBe(true);
  await page.goto(`/web/cluster/${SITE}/console/nodes`);
  await page.getByRole('status').filter({ hasText: '1 server' }).waitFor();
  // With many servers their number needs more space.
  await page
    .getByRole('status')
    .filter({ hasText: '1 server' })
    .evaluate((text) => (text.textContent = '500 of 10 001 servers'));
  expect(await showsPlaceholder(page.getByRole('searchbox', { name: 'Find a server' }))).toBe(true);
  await end();
});

test('on a phone the text of all fields is large enough that the browser does not zoom in', async () => {
  const sizes = (of: Page) =>
    of
      .locator('input:not([type=checkbox]):visible, .xterm-helper-textarea')
      .evaluateAll((all) => all.map((field) => parseFloat(getComputedStyle(field).fontSize)));
  const { page, end } = await look(SERVERS, PHONE);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByPlaceholder('Other login').waitFor();
  expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a page, a resource or an action').waitFor();
  expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16);
  const { items } = await admin.expect('GET', `/sites/${SITE}/nodes?limit=10`);
  await page.goto(`/web/cluster/${SITE}/console/node/${items[0].id}/${userInfo().username}`);
  await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Find' }).waitFor();
  expect(Math.min(...(await sizes(page)))).toBeGreaterThanOrEqual(16);
  await end();
});

test('a saved view with a long name is readable in a narrow window', async () => {
  const name = 'Production servers of the payments team';
  const { page, end } = await look(`${SERVERS}?query=labels["env"] == "prod"`, DESKTOP);
  await page.getByRole('button', { name: 'Save view' }).click();
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(name);
  await field.press('Enter');
  const view = page.getByRole('navigation', { name: 'Saved views' }).getByRole('button', { name });
  await view.waitFor();
  await page.setViewportSize({ width: 740, height: 600 });
  const text = view.getByText(name);
  await expect.poll(() => text.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
  await end();
});

test('a lock with two targets shows both', async () => {
  await admin.expect('PUT', `/sites/${SITE}/locks`, {
    targets: { user: PERSON, login: 'backup' },
    message: '',
    ttl: '',
  });
  const { page, end } = await look('/web/locks', DESKTOP);
  const cell = page.getByRole('gridcell').filter({ hasText: PERSON });
  await cell.waitFor();
  const { x, width } = await boxOf(cell);
  for (const value of [PERSON, 'backup']) {
    const chip = await boxOf(cell.getByText(value));
    expect(chip.width).toBeGreaterThan(20);
    expect(chip.x + chip.width).toBeLessThanOrEqual(x + width);
  }
  await end();
});

test('the description of a join mode is not cut off', async () => {
  const { items } = await admin.expect('GET', `/sites/${SITE}/nodes?limit=1`);
  const shell = admin.terminal({ login: userInfo().username, server_id: items[0].id, term: { w: 100, h: 30 } });
  await shell.opened;
  const { page, end } = await look(`/web/cluster/${SITE}/sessions`, DESKTOP);
  await page.getByRole('button', { name: /^Join/ }).first().click();
  const text = page.getByText(/approves file transfers$/);
  await text.waitFor();
  expect(await text.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
  await end();
  shell.close();
});

test('menu labels are aligned, with and without icons', async () => {
  const { items } = await admin.expect('GET', `/sites/${SITE}/nodes?limit=10`);
  const { page, end } = await look(`/web/cluster/${SITE}/console/node/${items[0].id}/${userInfo().username}`, DESKTOP);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const rows = page.getByRole('menu').locator('[role^=menuitem]');
  await rows.first().waitFor();
  const starts = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('.cut')?.getBoundingClientRect().left),
  );
  expect(starts.length).toBeGreaterThan(10);
  expect(new Set(starts).size).toBe(1);
  await end();
});

test('the avatar of a user does not overlap a long name', async () => {
  const { page, end } = await look(`/web/users/${PERSON}`, PHONE);
  const title = page.getByRole('heading', { name: PERSON });
  await title.waitFor();
  const gapPx = await title.evaluate((heading) => {
    const avatar = heading.querySelector('[data-initials]');
    const range = document.createRange();
    range.setStartAfter(avatar?.parentElement ?? heading);
    range.setEndAfter(heading.lastChild ?? heading);
    return range.getBoundingClientRect().left - (avatar?.getBoundingClientRect().right ?? 0);
  });
  expect(gapPx).toBeGreaterThan(0);
  await end();
});

test('a read-only form has no buttons that remove values, and its fields are accessible', async () => {
  const { page, end } = await look('/web/roles/access', DESKTOP, reader);
  const login = page.getByRole('main').locator('fieldset').getByText('{{internal.logins}}', { exact: true });
  await login.waitFor();
  expect(await page.getByRole('button', { name: 'Remove {{internal.logins}}' }).count()).toBe(0);
  await axe(page);
  await end();
});

test('the row of an open panel is visible, also from a link and while stepping through users', async () => {
  for (let n = 10; n < 30; n += 1) await admin.expect('POST', '/users', { name: `step-${n}`, roles: ['access'] });
  const { page, end } = await look('/web/users/step-28', { width: 1300, height: 700 });
  const isSeen = async (name: string) => {
    const [grid, row] = await Promise.all([
      boxOf(page.getByRole('grid')),
      page.getByRole('grid').getByRole('row').filter({ hasText: name }).boundingBox(),
    ]);
    return row !== null && row.y >= grid.y && row.y + row.height <= grid.y + grid.height;
  };
  await page.getByRole('complementary', { name: 'step-28' }).waitFor();
  await expect.poll(() => isSeen('step-28')).toBe(true);
  for (let n = 27; n > 9; n -= 1) {
    await page.getByRole('button', { name: 'Previous user' }).click();
    await page.getByRole('complementary', { name: `step-${n}` }).waitFor();
  }
  await expect.poll(() => isSeen('step-10')).toBe(true);
  await end();
});

test('an open panel does not cover the selection toolbar', async () => {
  const { page, end } = await look(`/web/users/${PERSON}`, TABLET);
  const panel = page.getByRole('complementary', { name: PERSON });
  await panel.waitFor();
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  const bar = page.getByRole('toolbar', { name: /users selected$/ });
  const barBox = await boxOf(bar);
  const bottomOfPanel = async () => {
    const { y, height } = await boxOf(panel);
    return y + height;
  };
  await expect.poll(bottomOfPanel).toBeLessThanOrEqual(barBox.y);
  const panelBox = await boxOf(panel);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(async () => (await boxOf(panel)).height).toBe(panelBox.height + barBox.height);
  await end();
});

test('the shortcut on a disabled button is visible', async () => {
  const { page, end } = await look('/web/locks/new', DESKTOP);
  const keys = page.getByRole('button', { name: /^Create lock/ }).locator('kbd');
  const { color } = await keys.first().evaluate((kbd) => ({ color: getComputedStyle(kbd).color }));
  expect(color).not.toBe('rgb(255, 255, 255)');
  await end();
});

test('at 200 % zoom the details of an event have the height of the page, not of the rows', async () => {
  const { page, end } = await look(`/web/cluster/${SITE}/audit`, ZOOMED);
  await page.getByRole('gridcell').getByText('User created').first().click();
  const details = page.getByRole('complementary', { name: 'User created' });
  await details.waitFor();
  expect((await boxOf(details)).height).toBeGreaterThan(ZOOMED.height * 0.8);
  await axe(page);
  await end();
});

test.each([
  [`${SERVERS}?query=labels["env"] == "dev"`, 'Remove env = dev'],
  ['/web/account/password', 'Show current password'],
  ['/web/support', 'Copy'],
  ['/web/support', /^Show all keys/],
  [`${SERVERS}/command`, 'Servers'],
])('on a phone a finger hits the button at %s: %s', async (where, name) => {
  const { page, end } = await look(where, PHONE);
  expect(await tapHeight(page.getByRole('button', { name, exact: true }).first())).toBeGreaterThanOrEqual(40);
  await end();
});

test('on a phone a finger hits the button that removes a server from a command', async () => {
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=1');
  const { page, end } = await look(`${SERVERS}/command?servers=${items[0].id}`, PHONE);
  expect(await tapHeight(page.getByRole('button', { name: /^Remove / }))).toBeGreaterThanOrEqual(40);
  await end();
});

test('the focused title of a flow has no outline', async () => {
  const { page, end } = await look('/web/integrations/new/aws-oidc', DESKTOP);
  const title = page.getByRole('heading', { name: 'Enroll Amazon Web Services' });
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect(await title.evaluate((heading) => getComputedStyle(heading).outlineStyle)).toBe('none');
  await end();
});

test('the label “now” is readable over a bar, and the type of an event is not cut off', async () => {
  const { page, end } = await look(`/web/cluster/${SITE}/audit`, DESKTOP);
  const colourOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf(page.getByText('now', { exact: true }))).toBe(
    await colourOf(page.getByRole('heading', { level: 1 })),
  );
  const type = page.getByRole('gridcell').getByText('User created').first();
  await type.evaluate((word) => (word.textContent = 'Database session started'));
  expect(await type.evaluate((word) => word.scrollWidth - word.clientWidth)).toBe(0);
  await end();
});
