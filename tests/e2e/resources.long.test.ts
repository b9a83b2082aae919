// Resources other than servers: lists, and how to connect to each.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axe, DESKTOP, launchBrowser, PHONE, TABLET, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { editorIsOpen } from '../support/textEditor.ts';
import { firstAccount } from '../support/signedIn.ts';

const CONFIG = `
cluster_name: east.example.test
auth: { second_factor: 'off' }
inventory:
  - { kind: app, version: v3, metadata: { name: grafana, description: Metrics, labels: { env: prod, team: web } }, spec: { uri: "http://127.0.0.1:1/home", public_addr: grafana.localhost } }
  - { kind: app, version: v3, metadata: { name: aws, labels: { env: prod } }, spec: { uri: "https://console.aws.amazon.com/ec2/v2/home", public_addr: aws.localhost } }
  - { kind: app, version: v3, metadata: { name: queue, labels: { env: dev } }, spec: { uri: "tcp://127.0.0.1:2", public_addr: queue.localhost } }
  - { kind: db, version: v3, metadata: { name: orders, description: Order book, labels: { env: prod, team: data } }, spec: { protocol: postgres, uri: "orders.example.test:5432" } }
  - { kind: db, version: v3, metadata: { name: cache, labels: { env: qa } }, spec: { protocol: redis, uri: "redis://cache.example.test:6379" } }
  - { kind: kube_cluster, version: v3, metadata: { name: eu-1, labels: { env: dev } } }
  - { kind: kube_cluster, version: v3, metadata: { name: us-1, labels: { env: prod } } }
  - { kind: windows_desktop, version: v3, metadata: { name: lab-1, labels: { env: dev } }, spec: { addr: 10.9.0.4, non_ad: true } }
  - { kind: db_service, metadata: { name: db-agent }, spec: { resources: [{ labels: { env: [dev, qa] } }] } }
  - { kind: windows_desktop_service, metadata: { name: win-agent, labels: { env: dev } }, spec: { addr: "win-gw:3028", hostname: win-gw } }
  - { kind: user_group, metadata: { name: engineers, description: Builders, labels: { team: core } } }
`;

let gateway: Gateway;
let browser: Browser;
let desk: Visit;
let signedIn: SignedIn;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  const account = await firstAccount(gateway);
  signedIn = account.signedIn;
  const rules = [{ resources: ['windows_desktop'], verbs: ['list', 'read', 'create'] }];
  await account.admin.addRole('documents', { allow: { rules } });
  await account.admin.expect('PUT', '/users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'documents'] });
  desk = await visit(browser, gateway.base, { state: signedIn });
  desk.page.setDefaultTimeout(10_000);
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
});

const at = (path: string) => `/web/cluster/east.example.test/${path}`;
/** Pages, and a text that each of them shows. */
const PLACES = [
  ['apps', 'grafana'],
  ['kubernetes', 'eu-1'],
  ['databases', 'orders'],
  ['desktops', 'lab-1'],
  ['user-groups', 'No user groups here'],
  ['database-services', 'db-agent'],
  ['desktop-services', 'win-gw'],
] as const;
const row = (page: Page, name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });
test('applications open in a new tab if a browser can open them, and otherwise show the reason', async () => {
  const { page } = desk;
  await page.goto(at('apps'));
  await row(page, 'grafana').waitFor();
  await expect.poll(() => row(page, 'grafana').textContent()).toContain('https://grafana.localhost');
  await expect.poll(() => row(page, 'queue').textContent()).toContain('tcp://queue.localhost');
  const launch = (name: string) => row(page, name).getByLabel(`Launch ${name}`);
  await expect.poll(() => launch('queue').getAttribute('aria-disabled')).toBe('true');
  await launch('queue').hover();
  await page.getByText('This gateway opens web applications only').waitFor();
  expect(await launch('aws').getAttribute('aria-disabled')).toBe('true');
});

test('“Add desktop” opens a new document', async () => {
  const { page } = desk;
  await page.goto(at('desktops'));
  await page.getByRole('button', { name: 'Add desktop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write the document' }).click();
  await page.waitForURL('**/web/resources/new?kind=*desktop*');
  await editorIsOpen(page);
  await page.goBack();
  await row(page, 'lab-1').waitFor();
});

test('the menu of a Kubernetes cluster has only actions that the gateway serves', async () => {
  const { page } = desk;
  await page.goto(at('kubernetes'));
  await row(page, 'eu-1').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Browse pods' }).waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual([
    'Browse pods',
    'Browse namespaces',
    'Browse events',
  ]);
  await page.keyboard.press('Escape');
});

test('a database shows its type, and opens with the selected user and database name', async () => {
  const { page } = desk;
  await page.goto(at('databases'));
  await expect.poll(() => row(page, 'orders').textContent()).toContain('Self-hosted PostgreSQL');
  const connect = (name: string) => row(page, name).getByLabel(`Connect ${name}`);
  await connect('orders').click();
  const dialog = page.getByRole('dialog', { name: 'Connect to orders' });
  await dialog.getByLabel('Database user').fill('alice');
  await dialog.getByLabel('Database name').fill("it's");
  expect(await dialog.locator('code').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Open query console' }).click();
  await page.waitForURL(/databases\/orders\/query\?user=alice&database=it%27s/);
  await page.goBack();
  expect(await connect('cache').getAttribute('aria-disabled')).toBe('true');
  await connect('cache').hover();
  await page.getByText('This gateway connects to PostgreSQL, MySQL and MariaDB only').waitFor();
});

test('a list is filtered by a label and by a query over fields of the document', async () => {
  const { page } = desk;
  await page.goto(at('databases'));
  await row(page, 'orders')
    .getByRole('button', { name: /env\s*prod/ })
    .click();
  await row(page, 'cache').waitFor({ state: 'hidden' });
  expect(new URL(page.url()).searchParams.get('query')).toBe('labels["env"] == "prod"');
  await page.goto(`${at('databases')}?query=${encodeURIComponent('resource.spec.protocol == "redis"')}`);
  await row(page, 'cache').waitFor();
  await expect.poll(() => row(page, 'orders').count()).toBe(0);
});

test('desktops, their services and database services have pages, and user groups show how to open them', async () => {
  const { page } = desk;
  for (const [path, shown] of [
    ['desktops', 'lab-1'],
    ['desktop-services', 'win-gw'],
    ['database-services', 'env=dev|qa'],
  ] as const) {
    await page.goto(at(path));
    await row(page, shown).waitFor();
  }
  await page.goto(at('user-groups'));
  await page.getByText('No user groups here').waitFor();
});

test('axe finds no violations on the pages and in a dialog', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  for (const [path, shown] of PLACES) {
    await page.goto(at(path));
    await page.getByText(shown).first().waitFor();
    await axe(page);
  }
  await page.goto(at('databases'));
  await row(page, 'orders').getByLabel('Connect orders').click();
  await page.getByRole('dialog').waitFor();
  await axe(page);
  await end();
});

test('no page is wider than the window, on a desktop, a tablet and a phone', async () => {
  const { page, end } = await visit(browser, gateway.base, { state: signedIn });
  for (const [path, shown] of PLACES) {
    await page.goto(at(path));
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await page.getByText(shown).first().waitFor();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(size.width);
    }
  }
  await end();
});
