// Access checks: opened from a list, answered with the lines of the user's roles, and suggested edits opened as a
// draft.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';

const CLUSTER = 'example.test';
const PAY = '00000000-0000-4000-8000-000000000001';
const LAB = '00000000-0000-4000-8000-000000000002';
const CONFIG = `cluster_name: ${CLUSTER}
auth: { second_factor: "off" }
node: false
inventory:
  - { kind: node, version: v2, sub_kind: openssh, metadata: { name: ${PAY}, labels: { env: prod, team: payments } }, spec: { addr: "127.0.0.1:22", hostname: pay-api-03 } }
  - { kind: node, version: v2, sub_kind: openssh, metadata: { name: ${LAB}, labels: { env: dev, team: payments } }, spec: { addr: "127.0.0.1:22", hostname: lab-01 } }
`;
const NO_PROD_ROOT = `kind: role
version: v6
metadata:
  name: no-prod-root
spec:
  deny:
    logins: [root]
    node_labels: { env: prod }
`;
const LEAD = `kind: role
version: v6
metadata:
  name: lead
spec:
  allow:
    # Reviewed with security
    node_labels:
      team: payments
    logins: [deploy, '{{internal.logins}}']
`;
const STEP_MS = 12_000;

let gateway: Gateway;
let browser: Browser;
let desk: Visit;
let page: Page;
let admin: WebClient;
let tom: WebClient;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  const first = await firstAccount(gateway);
  admin = first.admin;
  desk = await visit(browser, gateway.base, { state: first.signedIn, permissions: ['clipboard-read'] });
  desk.context.setDefaultTimeout(STEP_MS);
  await desk.page.close();
  for (const content of [NO_PROD_ROOT, LEAD]) await admin.expect('POST', '/roles', { content });
  await admin.invite('priya.n', ['no-prod-root', 'lead', 'auditor'], ['priya']);
  tom = await admin.invite('tom', ['lead'], ['tom']);
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  page = await desk.context.newPage();
});
afterEach(() => page.close());

const NODES = `/web/cluster/${CLUSTER}/nodes`;
const sheet = (on = page) => on.getByRole('complementary', { name: 'Check access' });
const part = (role: string) => sheet().getByRole('region', { name: `Role ${role}` });
const row = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });

async function pick(field: string, find: string, item: string): Promise<void> {
  await sheet()
    .getByRole('button', { name: new RegExp(`^${field}`) })
    .click();
  await page.getByRole('textbox', { name: find }).fill(item);
  await page
    .getByRole('menuitem', { name: item, exact: true })
    .or(page.getByRole('menuitemradio', { name: item, exact: true }))
    .click();
}

test('the access check shows whether a user may log in as root, and the role lines that decide', async () => {
  await page.goto(NODES);
  await row('lab-01').getByRole('button', { name: 'Connect lab-01' }).click();
  await page.getByRole('menuitem', { name: 'Why these logins' }).click();
  await sheet()
    .getByRole('heading', { name: /^Yes, admin may access this server/ })
    .waitFor();

  await pick('User', 'Find a user', 'priya.n');
  await sheet().getByText('Log in as deploy or priya').waitFor();
  await pick('Server', 'Find by name', 'pay-api-03');
  await sheet().getByRole('heading', { name: 'No, priya.n may not access this server' }).waitFor();
  expect(new URL(page.url()).search).toBe(`?access=priya.n~node~${PAY}`);

  await page.goto(`${NODES}?access=priya.n~node~${PAY}~root`);
  await sheet().getByRole('heading', { name: 'No, priya.n may not log in as root here' }).waitFor();
  await part('no-prod-root').getByText('denies it (a denial always wins)').waitFor();
  await expect.poll(() => part('no-prod-root').getByText('login root matches').count()).toBe(1);
  await expect.poll(() => part('no-prod-root').getByText('env = prod matches').count()).toBe(1);
  await expect.poll(() => part('lead').getByText('team = payments').count()).toBe(1);
  await expect.poll(() => part('lead').getByText('deploy, priya').count()).toBe(1);
  await expect.poll(() => row('pay-api-03').count()).toBe(1);

  await part('no-prod-root').getByRole('link', { name: 'Open line 7' }).click();
  await page.getByText('Line 7, column 1').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('an access check hides the side panel below it, and the focus returns when the check closes', async () => {
  await page.goto('/web/users/priya.n');
  const check = page.getByRole('button', { name: 'Check access' });
  await check.click();
  await sheet().waitFor();
  await expect.poll(() => check.isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await expect.poll(() => check.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the smallest suggested edit opens as an unsaved draft', async () => {
  await page.goto(`${NODES}?access=priya.n~node~${LAB}~root`);
  await sheet().getByText('add root to logins in lead, line 10').waitFor();
  await sheet()
    .getByRole('listitem')
    .filter({ hasText: 'add root' })
    .getByRole('button', { name: 'Try in a draft' })
    .click();
  await page.waitForURL(/\/web\/roles\/lead/);
  await page.getByText(/Unsaved/).waitFor();
  await page.locator('.view-line', { hasText: 'root' }).waitFor();
  expect(JSON.stringify(await admin.expect('GET', '/roles'))).not.toContain('deploy, root');
  await page.getByRole('button', { name: 'Discard draft' }).click();
});

test('a role shows the resources that it grants, and links to a filtered list of them', async () => {
  await page.goto('/web/roles?reaches=lead');
  const reach = page.getByRole('complementary', { name: 'lead' });
  await reach.getByText('Grants 2 of 2 servers').waitFor();
  await reach.getByRole('region', { name: 'Servers' }).getByRole('button', { name: 'Show' }).click();
  await reach.getByText('lab-01').waitFor();
  await reach.getByRole('link', { name: 'Show in the list of servers' }).click();
  await page.waitForURL(/query=/);
  await row('pay-api-03').waitFor();
});

test('a user’s side panel shows which role gives each login and links to the reason, and Back returns', async () => {
  await page.goto('/web/users/priya.n');
  const user = page.getByRole('complementary', { name: 'priya.n' });
  const line = (login: string) => user.getByRole('listitem').filter({ has: page.getByText(login, { exact: true }) });
  await user.getByText('Counted over 2 servers you can see').waitFor();
  await expect.poll(() => line('deploy').first().textContent()).toContain('from role lead');
  await expect.poll(() => line('priya').first().textContent()).toContain('from role lead, trait logins');
  // no-prod-root denies the other server by its labels.
  await line('deploy').first().getByRole('button', { name: '1 server' }).click();
  await axe(page);
  await user.getByRole('link', { name: 'lab-01' }).click();
  await sheet().getByRole('heading', { name: 'Yes, priya.n may log in as deploy here' }).waitFor();
  await page.goBack();
  await sheet().waitFor({ state: 'detached' });
  await user.getByText('Counted over 2 servers you can see').waitFor();
});

test('a missing rule shows the role edit that grants it, which opens as a draft', async () => {
  await page.goto(`${NODES}?access=priya.n~rule~role~update`);
  await sheet().getByRole('heading', { name: 'No, priya.n lacks role: update' }).waitFor();
  await sheet()
    .getByRole('listitem')
    .filter({ hasText: 'add the rule role: update to lead' })
    .getByRole('button', { name: 'Try in a draft' })
    .click();
  await page.waitForURL(/\/web\/roles\/lead/);
  await page.locator('.view-line', { hasText: 'resources: [role]' }).waitFor();
  await page.getByRole('button', { name: 'Discard draft' }).click();
});

test('a user who may not read roles sees the missing rule and only their own access', async () => {
  const theirs = await visit(browser, gateway.base, { state: signedInAs(tom), expects: [/status of 403/] });
  theirs.context.setDefaultTimeout(STEP_MS);
  await theirs.page.goto(`${NODES}?access=tom~node~${LAB}~deploy`);
  await sheet(theirs.page).getByRole('heading', { name: 'Yes, you have access' }).waitFor();
  await sheet(theirs.page).getByText('The server offers you deploy or tom').waitFor();
  await sheet(theirs.page).getByText('Your roles lack role: list').waitFor();
  await theirs.page.goto(`${NODES}?access=admin~node~${LAB}`);
  await sheet(theirs.page).getByText('Cannot check this.').waitFor();
  await theirs.end();
});

test('the access check works by keyboard, fits a phone, and axe finds no violations', async () => {
  await page.goto(`${NODES}?access=priya.n~node~${PAY}~root`);
  await part('lead').waitFor();
  await axe(page);
  await page.setViewportSize(PHONE);
  await page.goto(`${NODES}?access=priya.n~node~${PAY}~root`);
  await part('lead').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await sheet().press('Escape');
  await sheet().waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});
