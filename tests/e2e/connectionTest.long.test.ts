// "Test connection" of a server on a real sshd, and the methods to add a resource, in Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { sshConfig } from '../support/sshGateway.ts';
import { LOGIN } from '../support/terminalGateway.ts';

/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];
const SERVERS = '/web/cluster/example.test/nodes';

let browser: Browser;
let gateway: Gateway;
let sshd: Sshd;
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  sshd = await startSshd();
  const { addr, identity, knownHosts } = sshd;
  const connect = { identity_file: identity, known_hosts: knownHosts };
  const config = sshConfig([{ hostname: 'web-1', addr, connect }]);
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  const account = await firstAccount(gateway);
  signedIn = account.signedIn;
  const rules = [{ resources: ['app', 'kube_cluster'], verbs: ['list', 'read', 'create'] }];
  await account.admin.addRole('documents', { allow: { rules } });
  await account.admin.expect('PUT', '/users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'documents'] });
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  await sshd.stop();
});
beforeEach(async () => {
  person = await visit(browser, gateway.base, { state: signedIn });
  page = person.page;
});
afterEach(() => person.end());

const dialog = () => page.getByRole('dialog', { name: 'Test connection to web-1' });
const open = async () => {
  await page.goto(SERVERS);
  await page.getByText('web-1', { exact: true }).first().waitFor();
  // The name is a link, which has the browser's menu.
  await page
    .getByRole('row')
    .filter({ hasText: 'web-1' })
    .first()
    .getByRole('gridcell')
    .nth(2)
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Test connection' }).click();
  await dialog().waitFor();
};
const runAs = async (login: string) => {
  await dialog().getByLabel('Login').fill(login);
  await dialog().getByLabel('Login').press('Enter');
};
const steps = () =>
  dialog().getByRole('region', { name: 'Result of the test' }).getByRole('listitem').allTextContents();

test('every step of a working login passes, and axe finds no violations', async () => {
  await open();
  await axe(page);
  await runAs(LOGIN);
  await dialog().getByText('The connection to web-1 works.').waitFor({ timeout: 30_000 });
  expect((await steps()).map((text) => /passed|failed|not tested/.exec(text)?.[0])).toEqual(Array(4).fill('passed'));
  await axe(page);
  await shots('success');
});

test('a login that the server refuses fails its step with the cause and a suggested fix', async () => {
  await open();
  await runAs('no-such-user');
  await dialog().getByText('The connection to web-1 does not work.').waitFor({ timeout: 30_000 });
  const [, , , login = ''] = await steps();
  expect(login).toContain('failed');
  expect(login).toContain('Create the user on the server');
  await dialog().getByText('Extra details').click();
  await dialog().getByText('refused the login').waitFor();
  await axe(page);
  await shots('failure');
  await runAs(LOGIN);
  await dialog().getByText('The connection to web-1 works.').waitFor({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog().count()).toBe(0);
});

test('a test without a login asks for the login first, and fits a phone', async () => {
  await open();
  await page.setViewportSize(PHONE);
  await dialog().getByLabel('Login').fill('');
  await dialog().getByRole('button', { name: 'Test connection' }).click();
  await dialog().getByText('Enter the login').waitFor();
  await axe(page);
});

test('the Add buttons list the methods to add a resource', async () => {
  for (const [path, button] of [
    ['databases', 'Add database'],
    ['kubernetes', 'Add Kubernetes cluster'],
    ['apps', 'Add application'],
  ] as const) {
    await page.goto(`/web/cluster/example.test/${path}`);
    await page.getByRole('button', { name: button }).first().click();
    const adding = page.getByRole('dialog', { name: button });
    await adding.getByRole('heading', { name: 'In gateway.yaml' }).waitFor();
    await axe(page);
    if (folder) await page.screenshot({ path: `${folder}/add-${path}.png` });
    await adding.getByRole('button', { name: 'Write the document' }).click();
    await page.waitForURL(/\/web\/resources\/new\?kind=/);
    await page.goto(`/web/cluster/example.test/${path}`);
    await page.getByRole('button', { name: button }).first().click();
    await adding.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/web\/discover$/);
  }
});

async function shots(name: string): Promise<void> {
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of [
      ['wide', { width: 1440, height: 900 }],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${size}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
