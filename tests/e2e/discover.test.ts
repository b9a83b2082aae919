// Enrolment in Chromium with the real gateway: the selector, and a server whose script really runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axe, launchBrowser, PHONE, TABLET, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startNlaServer, startVncServer, type VncServer } from '../support/desktopServers.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startKubernetes, type Kubernetes } from '../support/kubernetes.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { LOGIN } from '../support/terminalGateway.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';
import type { WebClient } from '../support/webClient.ts';

/** The folder of screenshots for a manual check. */
const folder = process.env['SHOTS'];

let browser: Browser;
let gateway: Gateway;
let sshd: Sshd;
let web: WebApp;
let kubernetes: Kubernetes;
let vnc: VncServer;
let admin: WebClient;
let signedIn: SignedIn;
let desk: Visit;
let page: Page;

beforeAll(async () => {
  [sshd, web, vnc] = await Promise.all([startSshd(), startWebApp(), startVncServer()]);
  kubernetes = await startKubernetes([{ namespace: 'default', name: 'web-1' }], ['dev']);
  const config = JSON.stringify({
    cluster_name: 'example.test',
    auth: { second_factor: 'off' },
    admin: { name: 'admin', logins: ['nobody'] },
    node: false,
  });
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  ({ admin, signedIn } = await firstAccount(gateway));
  desk = await visit(browser, gateway.base, {
    state: signedIn,
    expects: [/foreign origin: (http|ws):\/\/page\./, /status of (400|405|409)/],
  });
  page = desk.page;
  page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
  await Promise.all([sshd.stop(), web.stop(), kubernetes.stop(), vnc.stop()]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 });
const search = () => page.getByRole('searchbox', { name: 'What do you want to enroll?' });
const cards = () =>
  page
    .getByRole('list')
    .locator('li > :is(button, a)')
    .filter({ hasText: /Guided|no client|lack/ });
/** Tests the connection, which succeeds, and finishes. */
async function testAndFinish(name: string, title: string): Promise<void> {
  await heading(`Test the connection to ${name}`).waitFor();
  await button('Test connection').click();
  // If it does not appear, the report shows the page's text instead.
  const verdict = new RegExp(`^The connection to ${name} (works|does not work)`, 'm');
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 40_000 }).toMatch(verdict);
  await page.getByText(`The connection to ${name} works.`).waitFor({ timeout: 1_000 });
  await button('Finish').click();
  await heading(title).waitFor();
}
/** Next was refused: the first invalid field has the focus and accepts text. */
async function refused(reason: string | RegExp): Promise<void> {
  await page.getByText(reason).waitFor();
  await page.locator('[aria-invalid="true"]:focus').waitFor();
}
const card = (name: RegExp) => page.getByRole('button', { name });

/** Runs the served script as `curl … | sudo sh -s -- …` does, against the sshd of the test. */
async function joinHost(command: string) {
  const address = /'(\S+install-node\.sh)'/.exec(command)?.[1] ?? '';
  const script = (await (await fetch(address)).text()).replace(/^URL=.*$/m, `URL='${gateway.base}'`);
  const own = ['--sshd-config', join(sshd.directory, 'sshd_config'), '--address', '127.0.0.1'];
  return spawnSync('sh', ['-s', '--', ...own], { input: script, encoding: 'utf8' });
}

test('the selector searches by words, lists guided cards first, and passes axe', async () => {
  await page.goto('/web/discover');
  await search().waitFor();
  expect(await page.title()).toContain('Enroll New Resource');
  await expect.poll(() => search().evaluate((field) => field === document.activeElement)).toBe(true);
  await axe(page);
  await shots('selector');
  await search().fill('Node  DEB');
  await expect.poll(() => cards().count()).toBe(1);
  await card(/Debian/).waitFor();
  await search().fill('mongo');
  await page.getByText('The gateway has no client for MongoDB').first().waitFor();
  await search().fill('nothing like it');
  await page.getByRole('heading', { name: 'No resources match' }).waitFor();
  await button('Clear search').click();
  await expect.poll(() => cards().count()).toBeGreaterThan(10);
});

test('a server joins with the command from the page, and a session starts', async () => {
  await card(/Debian/).click();
  await heading('Run one command on the server').waitFor();
  expect(page.url()).toMatch(/\/web\/discover\?resource=server-debian$/);
  await button('Add label').click();
  await page.getByLabel('Name').fill('teleport.x');
  await page.getByLabel('Value').fill('prod');
  await button('Add').last().click();
  await page.getByText('belong to the server').waitFor();
  await page.getByLabel('Name').fill('env');
  await button('Add').last().click();
  await page.getByText('env').first().waitFor();
  const command = page.getByRole('group', { name: 'Command' }).locator('code');
  await command.waitFor();
  await page.getByText(/The command works until .* from now/).waitFor();
  await axe(page);
  await shots('server');
  expect(await button(/^Next: set up access/).getAttribute('aria-disabled')).toBe('true');

  const { status, stdout, stderr } = await joinHost(await command.innerText());
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('is in the cluster example.test')]);
  await page.getByText(/^Server \S+ has joined/).waitFor();
  // After a reload the flow continues at the same step.
  await page.reload();
  await page.getByText(/^Server \S+ has joined/).waitFor();
  await button(/^Next: set up access/).click();

  await heading('Set up access').waitFor();
  const users = page.getByRole('combobox', { name: 'OS users' });
  await users.fill(LOGIN);
  await users.press('Enter');
  await axe(page);
  await shots('access');
  await button(/^Next: test connection/).click();

  await heading(/^Test the connection to/).waitFor();
  await page.getByLabel('Login').fill(LOGIN);
  await button('Test connection').click();
  await page.getByText(/^The connection to \S+ works\.$/).waitFor({ timeout: 40_000 });
  await axe(page);
  await shots('test');
  const [session] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: `Start session as ${LOGIN}` }).click(),
  ]);
  await session.locator('.xterm-screen').first().waitFor();
  await session.close();
  await button('Finish').click();
  await heading(/^Server \S+ is added$/).waitFor();
  await axe(page);
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=10');
  expect(items[0].tags).toContainEqual({ name: 'env', value: 'prod' });
});

test('the events of the run are recorded with their statuses', async () => {
  const read = async () => {
    const { events } = await admin.expect('GET', '/postern/usage?limit=100');
    return (events as { event: string; detail: Record<string, string> }[])
      .filter(({ event }) => event.startsWith('tp.ui.discover.'))
      .toReversed();
  };
  const last = async () => {
    const all = await read();
    const id = all.find(({ event }) => event.endsWith('.completed'))?.detail['id'];
    return all
      .filter(({ detail }) => detail['id'] === id)
      .map(({ event, detail }) => [
        event.replace('tp.ui.discover.', ''),
        detail['stepStatus']?.replace('DISCOVER_STATUS_', ''),
        detail['resource'],
      ]);
  };
  const server = 'DISCOVER_RESOURCE_SERVER';
  // The reload ended the first run. The second run starts from the address.
  await expect.poll(last).toEqual([
    ['started', 'SUCCESS', undefined],
    ['resourceSelection', 'SUCCESS', server],
    ['deployService', 'SUCCESS', server],
    ['principals.configure', 'SUCCESS', server],
    ['testConnection', 'SUCCESS', server],
    ['completed', 'SUCCESS', server],
  ]);
  const aborted = (await read()).find(({ detail }) => detail['stepStatus'] === 'DISCOVER_STATUS_ABORTED');
  expect(aborted?.event).toBe('tp.ui.discover.deployService');
});

test('leaving the flow asks for confirmation, Back does not, and the selector offers to continue', async () => {
  await button('Add another resource').click();
  await card(/Ubuntu/).click();
  await heading('Run one command on the server').waitFor();
  await page.getByRole('group', { name: 'Command' }).waitFor();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave the enrollment?' });
  await dialog.waitFor();
  await axe(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await heading('Run one command on the server').waitFor();
  await page.goBack();
  await search().waitFor();
  await button('Continue: Ubuntu 18.04+').click();
  await page.getByRole('group', { name: 'Command' }).waitFor();
  await button('Back').click();
  await button('Discard').click();
  await expect.poll(() => button('Continue: Ubuntu 18.04+').count()).toBe(0);
  await card(/Ubuntu/).click();
  await page.getByRole('group', { name: 'Command' }).waitFor();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/\/web\/users/);
});

test('a user who may create roles adds the missing role with one click', async () => {
  await page.goto('/web/discover?resource=application');
  await page.getByText('Your roles do not allow you to add it.').waitFor();
  await page.getByText('name: add-app').waitFor();
  await axe(page);
  await button('Create this role and assign it to me').click();
  await heading('Describe the application').waitFor();
  await page.getByLabel('Name').first().waitFor();
  const kinds = ['kube_cluster', 'windows_desktop'];
  await admin.addRole('adder', {
    allow: { rules: [{ resources: kinds, verbs: ['list', 'create', 'read', 'update', 'delete'] }] },
  });
  const { roles } = await admin.expect('GET', '/users/admin');
  await admin.expect('PUT', '/users', { name: 'admin', roles: [...roles, 'adder'], traits: {} });
});

test('each tab has its own enrollment, which continues after a reload', async () => {
  const other = await desk.context.newPage();
  onTestFinished(() => other.close());
  const tabs = [page, other] as const;
  for (const tab of tabs) await tab.goto('/web/discover?resource=application');
  for (const [i, tab] of tabs.entries()) await tab.getByLabel('Name').first().fill(`tab-${i}`);
  for (const [i, tab] of tabs.entries()) {
    await tab.reload();
    await expect.poll(() => tab.getByLabel('Name').first().inputValue()).toBe(`tab-${i}`);
  }
  await page.goto('/web/discover?resource=application');
  await button('Start over').click();
  await expect.poll(() => page.getByLabel('Name').first().inputValue()).toBe('');
});

test('an application behind the gateway opens from the end of its flow', async () => {
  await page.goto('/web/discover?resource=application');
  await heading('Describe the application').waitFor();
  await axe(page);
  await shots('application');
  await button(/^Next/).click();
  await refused('Enter a name');
  await page.getByLabel('Name').fill('Page');
  await page.getByLabel('Internal URL').fill('localhost');
  await button(/^Next/).click();
  await refused('This is not an address like');
  // The page names the error, and the user can correct it.
  await page.getByLabel('Internal URL').fill('http://127.0.0.1:1');
  await button(/^Next/).click();
  await heading('Test the connection to page').waitFor();
  await button('Test connection').click();
  await page.getByText('The connection to page does not work.').waitFor({ timeout: 40_000 });
  await axe(page);
  await button('Back').click();
  await page.getByLabel('Internal URL').fill(`http://127.0.0.1:${web.port}`);
  await button(/^Next/).click();
  await testAndFinish('page', 'Application page is added');
  await axe(page);
  const [tab] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Launch' }).click(),
  ]);
  await tab.getByRole('heading', { name: 'Test application' }).waitFor();
  await tab.close();
});

test('a Kubernetes cluster is added with a pasted kubeconfig', async () => {
  await page.goto('/web/discover?resource=kubernetes');
  await heading('Describe the Kubernetes cluster').waitFor();
  const kubeconfig = page.getByLabel('Kubeconfig');
  await page.getByLabel('Name').fill('eu-1');
  await kubeconfig.fill('contexts: []');
  await page.getByText('it has no contexts').waitFor();
  await kubeconfig.fill(kubernetes.kubeconfig());
  await axe(page);
  await shots('kubernetes');
  await button(/^Next: set up access/).click();
  await heading('Set up access').waitFor();
  const users = page.getByRole('combobox', { name: 'Kubernetes users' });
  await users.fill('dev');
  await users.press('Enter');
  await button(/^Next: test connection/).click();
  await testAndFinish('eu-1', 'Kubernetes cluster eu-1 is added');
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain('the-token-of-the-gateway');
  // The name is now in use.
  await page.goto('/web/discover?resource=kubernetes');
  await page.getByLabel('Name').fill('eu-1');
  await kubeconfig.fill(kubernetes.kubeconfig());
  await button(/^Next/).click();
  await page.getByText('exists already. Choose another name').waitFor();
});

test('a desktop with a VNC server is added and opens', async () => {
  await page.goto('/web/discover?resource=desktop');
  await heading('Describe the desktop').waitFor();
  await page.getByText('RDP', { exact: true }).click();
  await page.getByLabel('Fingerprint of the certificate').waitFor();
  await axe(page);
  await shots('desktop');
  await page.getByText('VNC', { exact: true }).click();
  await page.getByLabel('Name').fill('lab-1');
  await page.getByLabel('Address').fill(`127.0.0.1:${vnc.port}`);
  await button(/^Next: set up access/).click();
  const logins = page.getByRole('combobox', { name: 'Desktop logins' });
  await logins.fill('ann');
  await logins.press('Enter');
  await button(/^Next/).click();
  await testAndFinish('lab-1', 'Desktop lab-1 is added');
  await page.getByRole('link', { name: 'Open as ann' }).waitFor();
});

test('a desktop with an RDP server is added and trusted by the fingerprint that the failed test shows', async () => {
  const rdp = await startNlaServer(vnc, 'ada', 'correct horse');
  onTestFinished(() => rdp.stop());
  await page.goto('/web/discover?resource=desktop');
  await page.getByText('RDP', { exact: true }).click();
  await page.getByLabel('Name').fill('lab-2');
  await page.getByLabel('Address').fill(`127.0.0.1:${rdp.port}`);
  await button(/^Next: set up access/).click();
  await refused('Enter the account');
  await page.getByLabel('Account').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(/^Next: set up access/).click();
  // The account of the server is a login that the user does not have yet.
  const logins = page.getByRole('combobox', { name: 'Desktop logins' });
  await logins.fill('ada');
  await logins.press('Enter');
  await button(/^Next/).click();
  await heading('Test the connection to lab-2').waitFor();
  await button('Test connection').click();
  const failure = page.getByText(/fingerprint is [0-9a-f]{64}/);
  await page.getByText('Extra details').click({ timeout: 40_000 });
  const fingerprint = /fingerprint is ([0-9a-f]{64})/.exec(await failure.first().innerText())?.[1] ?? '';
  await button('Back').click();
  await heading('Set up access').waitFor();
  await button('Back').click();
  await page.getByText('Stored in the gateway. Type another one to replace it').waitFor();
  await page.getByLabel('Fingerprint of the certificate').fill(fingerprint);
  await button(/^Next: set up access/).click();
  // A password applies to one address and one method of verification.
  await page.getByText(/^Enter it again: the stored one is for another address/).waitFor();
  await axe(page);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(/^Next: set up access/).click();
  await heading('Set up access').waitFor();
  await button(/^Next/).click();
  await testAndFinish('lab-2', 'Desktop lab-2 is added');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('correct horse');
  const [tab] = await Promise.all([
    desk.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open as ada' }).click(),
  ]);
  await tab
    .getByRole('status')
    .getByText(/^Connected/)
    .waitFor({ timeout: 40_000 });
  await tab.close();
});

test('a user who may not create join tokens sees the missing rule', async () => {
  const viewer = await admin.invite('viewer', ['access']);
  const other = await visit(browser, gateway.base, { state: signedInAs(viewer) });
  await other.page.goto('/web/discover?resource=server');
  await other.page.getByText('You cannot enroll').waitFor();
  await other.page.getByText('Your roles lack token: create').first().waitFor();
  await axe(other.page);
  await other.end();
});

test('“Clear search” is level with its field on a phone', async () => {
  const phone = await visit(browser, gateway.base, { state: signedIn, size: PHONE });
  await phone.page.goto('/web/discover');
  const middleOf = async (element: Locator) => {
    const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const field = await middleOf(phone.page.getByRole('searchbox', { name: 'What do you want to enroll?' }));
  expect(field).toBeGreaterThan(0);
  expect(Math.abs(field - (await middleOf(phone.page.getByRole('button', { name: 'Clear search' }))))).toBeLessThan(2);
  await phone.end();
});

async function shots(name: string): Promise<void> {
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of [
      ['wide', { width: 1440, height: 900 }],
      ['tablet', TABLET],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${size}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}
