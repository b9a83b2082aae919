// Messages of a cluster to signed-in users: alerts of gateway.yaml, and the invitation to add a resource to an empty
// cluster.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleIsOpen, type Account } from '../support/account.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { axe, launchBrowser, visit, type SignedIn, type Visit, type VisitOptions } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';

const config = (...alerts: string[]): string => `
cluster_name: example.test
auth: { second_factor: "off" }
node: false
alerts:
${alerts.map((alert) => `  - { ${alert} }`).join('\n')}
`;
const NOON = 'name: noon, message: Maintenance at noon, severity: medium, link: "https://status.example.test/noon"';
const BACKUPS = 'name: backups, message: Backups fail, severity: high';
const PARTY = 'name: party, message: Cake in the kitchen';
const PAST = 'name: past, message: Long ago, expires: "2020-01-01T00:00:00Z"';
const LINK = /foreign origin: https:\/\/status\.example\.test/;

let gateway: Gateway;
let browser: Browser;
let account: Account;
let signedIn: SignedIn;

beforeAll(async () => {
  gateway = await startGateway({ config: config(NOON, BACKUPS, PARTY, PAST) });
  browser = await launchBrowser();
  ({ account, signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

async function inside(path: string, options: VisitOptions = {}): Promise<Visit> {
  const person = await visit(browser, gateway.base, { state: signedIn, ...options });
  await person.page.goto(path);
  await consoleIsOpen(person.page);
  return person;
}
const banner = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

/** The usage events that the gateway has stored, newest first. */
async function usage(): Promise<{ event: string; user: string; detail: object }[]> {
  const admin = new ApiClient(gateway.base);
  await admin.openPage('/web/login');
  await admin.signIn(account.user, account.password);
  const { json } = await admin.call('GET', 'postern/usage');
  return (json as { events: { event: string; user: string; detail: object }[] }).events;
}

test('alerts are shown above every page, without accessibility violations', async () => {
  const { page, end } = await inside('/web/users');
  await page.getByRole('alert').filter({ hasText: 'Backups fail' }).waitFor();
  await banner(page, 'Maintenance at noon').waitFor();
  await banner(page, 'Cake in the kitchen').waitFor();
  await expect.poll(() => page.getByText('Long ago').count()).toBe(0);
  await axe(page);
  await end();
});

test('a banner’s link opens in another tab, and the click is reported to the gateway', async () => {
  const { page, context, end } = await inside('/web/users', { expects: [LINK] });
  await context.route('https://status.example.test/**', (route) => route.fulfill({ body: 'All is well' }));
  const beside = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Maintenance at noon' }).click();
  expect((await beside).url()).toBe('https://status.example.test/noon');
  await expect
    .poll(async () => (await usage())[0], { timeout: 20_000 })
    .toMatchObject({ event: 'tp.ui.banner.click', user: 'admin', detail: { alert: 'noon' } });
  await end();
});

test('a hidden banner stays hidden after a reload, and the other banners stay visible', async () => {
  const { page, end } = await inside('/web/users');
  await banner(page, 'Cake').getByRole('button', { name: 'Hide for a day' }).click();
  await banner(page, 'Cake').waitFor({ state: 'detached' });
  await page.reload();
  await banner(page, 'Backups fail').waitFor();
  await expect.poll(() => banner(page, 'Cake').count()).toBe(0);
  await end();
});

test('a changed alert is shown after the gateway has read gateway.yaml again', async () => {
  writeFileSync(join(gateway.dataDir, 'gateway.yaml'), config(BACKUPS, 'name: fresh, message: Read just now'));
  gateway.process.kill('SIGHUP');
  await expect.poll(gateway.log, { timeout: 20_000 }).toContain('gateway.yaml was reloaded');
  const { page, end } = await inside('/web/users');
  await banner(page, 'Read just now').waitFor();
  await expect.poll(() => banner(page, 'Maintenance').count()).toBe(0);
  await end();
});

test('an empty cluster invites its administrator once to add a first resource', async () => {
  const { page, end } = await inside('/web/users');
  const invitation = page.getByRole('status').filter({ hasText: 'No resources yet.' });
  await invitation.waitFor();
  await axe(page);
  await invitation.getByRole('button', { name: 'Later' }).click();
  await invitation.waitFor({ state: 'detached' });
  await page.reload();
  await consoleIsOpen(page);
  await banner(page, 'Backups fail').waitFor();
  await expect.poll(() => invitation.count()).toBe(0);
  await expect
    .poll(async () => (await usage())[0]?.event, { timeout: 20_000 })
    .toBe('tp.ui.onboard.addFirstResourceLater.click');
  await end();
});
