// A browser signs a command line in: the real client, a real gateway, Chromium's virtual keys.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptWithKey, inviteLink } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { runHeadlessLogin, startGateway, type Gateway, type Run } from '../support/gateway.ts';
import { plugIn, type VirtualAuthenticator } from '../support/virtualAuthenticator.ts';
import { DEFAULT_PASSWORD } from '../support/webClient.ts';

/** The browser reports every refused request on its console. */
const REFUSED = { expects: [/status of [45]0[03]/] };
/** The server waits 30 s for a request that the user does not have. */
const LOST = { timeout: 60_000 };

let gateway: Gateway;
let browser: Browser;
let desk: Visit;
let page: Page;
let key: VirtualAuthenticator;
let dir: string;

beforeAll(async () => {
  gateway = await startGateway({
    config: 'auth: { second_factor: webauthn, passwordless: false }\nadmin: { name: alice, logins: [deploy] }\n',
  });
  browser = await launchBrowser();
  desk = await visit(browser, gateway.base, REFUSED);
  page = desk.page;
  key = await plugIn(page, 'key');
  await acceptWithKey(page, gateway.invite ?? '');
});
afterAll(async () => {
  await desk.end();
  await browser.close();
  await gateway.stop();
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-headless-'));
  return () => rmSync(dir, { recursive: true, force: true });
});

/** The waiting client, and the link that it prints. */
async function waitingClient(): Promise<{ client: Run; link: string }> {
  const client = runHeadlessLogin(['--url', gateway.base, '--user', 'alice', '--out', join(dir, 'id')]);
  const [link] = await client.prints(/http:\S+\/web\/headless\/\S+/);
  return { client, link };
}
const heading = (name: string, on = page) => on.getByRole('heading', { name });
const press = (name: string) => page.getByRole('button', { name }).click();

test('a user signs a command line in: opens its link, signs in and touches a key', async () => {
  await press('alice, user menu');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/web/login*');
  const { client, link } = await waitingClient();
  await page.goto(link);
  await page.waitForURL('**/web/login?redirect_uri=*');
  await page.getByLabel('Username').fill('alice');
  await page.getByLabel('Password', { exact: true }).fill(DEFAULT_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading('Approve this sign-in?').waitFor();
  expect(page.url()).toBe(link);
  await expect.poll(() => page.title()).toBe('Approve a sign-in');
  await expect.poll(() => page.getByRole('main').textContent()).toMatch(/From127\.0\.0\.1:\d+Signed in asalice/);

  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await page.setViewportSize(DESKTOP);

  await key.setTouched(false);
  await press('Approve with hardware key');
  await page.getByText('Waiting for your security key').waitFor();
  await axe(page);
  await page.keyboard.press('Enter'); // Cancel has the focus
  await page.getByText('Waiting for your security key').waitFor({ state: 'detached' });
  await key.setTouched(true);
  await page.getByRole('button', { name: 'Approve with hardware key' }).dblclick();
  await heading('Sign-in approved').waitFor();
  await axe(page);

  expect(await client.exit, client.log()).toBe(0);
  const certificate = execFileSync('ssh-keygen', ['-L', '-f', join(dir, 'id/id-cert.pub')], { encoding: 'utf8' });
  expect(certificate).toContain('Key ID: "alice"');
  expect(certificate).toMatch(/Principals: \n\s+deploy\n/);
});

test('a rejected command line gets no certificate, even after a reload of the page', async () => {
  const { client, link } = await waitingClient();
  await page.goto(link);
  await press('Reject');
  await heading('Sign-in rejected').waitFor();
  await axe(page);
  expect(await client.exit).toBe(1);
  expect(client.log()).toContain('postern: the sign-in of alice was denied. Nothing was written');
  expect(existsSync(join(dir, 'id'))).toBe(false);
  await page.reload();
  await heading('Sign-in rejected').waitFor();
});

test('an interrupted command line can no longer be approved, and the page shows that', async () => {
  const { client, link } = await waitingClient();
  await page.goto(link);
  await heading('Approve this sign-in?').waitFor();
  client.process.kill('SIGINT');
  expect(await client.exit).toBe(130);
  expect(client.log()).toContain('Cancelled. Nothing was written');
  await press('Approve with hardware key');
  await heading('There is nothing to approve').waitFor();
  const alert = await page.getByRole('alert').textContent();
  expect(alert).toContain('“the command line is no longer waiting”. Nothing was approved.');
  await expect.poll(() => page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0);
  await axe(page);
});

test('the page shows when a request has expired', async () => {
  const { client, link } = await waitingClient();
  const late = await desk.context.newPage();
  await late.clock.install();
  await late.goto(link);
  await heading('Approve this sign-in?', late).waitFor();
  await late.clock.fastForward('03:00');
  await heading('The request has expired', late).waitFor();
  await axe(late);
  await late.close();
  client.process.kill('SIGINT');
  await client.exit;
});

test('no other user can answer a request', async () => {
  const invite = await inviteLink(page, 'mallory', ['access']);
  const other = await visit(browser, gateway.base, REFUSED);
  await plugIn(other.page, 'key');
  await acceptWithKey(other.page, invite);
  const { client, link } = await waitingClient();
  await other.page.goto(link);
  await heading('Waiting for the command line', other.page).waitFor();
  await axe(other.page);
  await heading('There is nothing to approve', other.page).waitFor(LOST);
  await expect
    .poll(() => other.page.getByRole('main').textContent())
    .toContain('or be meant for a user other than mallory');
  await axe(other.page);
  await other.end();

  // Its own user still can.
  await page.goto(link);
  await press('Reject');
  expect(await client.exit).toBe(1);
});
