// A hardware key for each session in Chromium: in a terminal, for files, for a command on several servers (streams
// §3.4, §8.2). The tests share one key.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_DEVICE_MESSAGE } from '../../src/wire/terminal/frames.ts';
import { acceptWithKey } from '../support/account.ts';
import { axe, DESKTOP, launchBrowser, PHONE, visit, type Visit } from '../support/browser.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, sshConfig } from '../support/sshGateway.ts';
import { LOGIN, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import { PROMPT, terminalPage } from '../support/terminalPage.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';
import { plugIn, type Credential, type VirtualAuthenticator } from '../support/virtualAuthenticator.ts';

let sshd: Sshd;
let vnc: VncServer;
let web: WebApp;
let gateway: TerminalGateway;
let browser: Browser;
let person: Visit;
let page: Page;
let key: VirtualAuthenticator;
let folder: string;

/** The configuration with a desktop and an application. */
function withResources(text: string): string {
  const config = JSON.parse(text) as { inventory: object[] };
  const version = 'v3';
  config.inventory.push(
    {
      kind: 'windows_desktop',
      version,
      metadata: { name: 'lab' },
      spec: { addr: `127.0.0.1:${vnc.port}` },
      connect: { vnc: {} },
    },
    { kind: 'app', version, metadata: { name: 'page' }, spec: { uri: `http://127.0.0.1:${web.port}` } },
  );
  return JSON.stringify(config);
}

beforeAll(async () => {
  sshd = await startSshd();
  folder = mkdtempSync(join(tmpdir(), 'postern-key-'));
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  [vnc, web] = await Promise.all([startVncServer(), startWebApp()]);
  const config = withResources(
    sshConfig([{ hostname: 'box', addr: sshd.addr, connect }], { auth: { second_factor: 'optional' } }),
  );
  [browser, gateway] = await Promise.all([launchBrowser(), startTerminalGateway({ config })]);
  await gateway.admin.addRole('careful', {
    allow: {
      logins: [LOGIN],
      node_labels: { '*': '*' },
      app_labels: { '*': '*' },
      windows_desktop_labels: { '*': '*' },
      windows_desktop_logins: ['kay'],
    },
    options: { require_session_mfa: true },
  });
  person = await visit(browser, gateway.base, {
    theme: 'dark',
    // The browser reports refused requests.
    expects: [/Failed to load resource/, /Unexpected response code: 404/, /foreign origin: (http|ws):\/\/page\./],
  });
  page = person.page;
  key = await plugIn(page, 'key');
  await gateway.admin.expect('POST', '/users', { name: 'kay', roles: ['careful'] });
  const { tokenId } = await gateway.admin.expect('POST', '/users/password/token', { name: 'kay', type: 'invite' });
  await acceptWithKey(page, `/web/invite/${String(tokenId)}`);
});
afterAll(async () => {
  try {
    await person.end();
  } finally {
    await browser.close();
    await gateway.stop();
    await sshd.stop();
    await vnc.stop();
    await web.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

const openBox = (on = page) => on.goto(`/web/cluster/example.test/console/node/${serverId(0)}/${LOGIN}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent);
/** Another key with the id of the user's own key. */
const forged = (real: Credential): Credential => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...real, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') };
};

test("a key is requested in the pane: Cancel opens no shell, and a retry opens one of the window's size", async () => {
  await key.setTouched(false);
  await openBox();
  await page.getByText('Waiting for your security key').waitFor({ timeout: 30_000 });
  await expect
    .poll(() => page.getByRole('dialog', { name: 'Second factor for this session' }).textContent())
    .toContain(`A session as ${LOGIN} on box needs a hardware key or passkey, every time it starts or is joined.`);
  await expect.poll(focused).toBe('Cancel');
  await axe(page);
  await page.keyboard.type('typed');
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.keyboard.press('Enter');
  await page.getByText('The request was cancelled. No session was opened. The other panes are not affected.').waitFor();
  await page.getByText('No second factor given, not connected').first().waitFor();
  await expect.poll(() => page.getByText('Nothing has been opened yet').count()).toBe(0);
  await expect.poll(focused).toBe('Ask again');
  await axe(page);

  await key.setTouched(true);
  await page.keyboard.press('Enter');
  const { sees, type, screen } = terminalPage(page);
  await sees(PROMPT);
  expect(await screen()).not.toContain('typed');
  await type('stty size');
  const rows = await page.locator('.xterm-rows > div').count();
  await sees(new RegExp(`^${rows} \\d+$`, 'm'));
  await page.setViewportSize(DESKTOP);
});

test('a key is requested again after a reload before the first touch', async () => {
  await key.setTouched(false);
  await openBox();
  for (let load = 0; load < 2; load += 1) {
    await page.getByText('Waiting for your security key').waitFor({ timeout: 30_000 });
    expect(page.url()).toContain(`/console/node/${serverId(0)}/${LOGIN}`);
    await key.setTouched(load > 0);
    await page.reload();
  }
  await terminalPage(page).sees(PROMPT);
  await page.waitForURL('**/console/session/*');
});

test('a lock during the wait for the key is shown as a refusal, and the next load starts a new session', async () => {
  await key.setTouched(false);
  await openBox();
  await page.getByText('Waiting for your security key').waitFor({ timeout: 30_000 });
  const { name } = await gateway.admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'kay' }, ttl: '1h' });
  const { banner } = terminalPage(page);
  await banner().getByText('No session was opened').waitFor();
  await expect.poll(() => banner().textContent()).toContain('lock targeting User:"kay" is in force');
  await gateway.admin.expect('DELETE', `/sites/-current-/locks/${String(name)}`);
  await key.setTouched(true);
  await page.reload();
  await terminalPage(page).sees(PROMPT);
});

test('a key is requested again after a reload, and the page rejoins the same shell', async () => {
  const { sees, type } = terminalPage(page);
  await type('mark=kept-$((40+2))');
  await key.setTouched(false);
  await page.reload();
  await page.getByText('Waiting for your security key').waitFor({ timeout: 30_000 });
  await key.setTouched(true);
  await button('Cancel').click();
  await button('Ask again').click();
  await type('echo $mark');
  await sees(/^kept-42/m);
});

test("with another user's key or a forged key the pane continues to wait for the right key", async () => {
  const [own] = await key.credentials();
  if (!own) throw new Error('the key is not registered');
  await key.remove();
  const stranger = await plugIn(page, 'key');
  await openBox();
  await page.getByText(/^The key was not used\. No key answered\. .*not registered for this account/).waitFor();
  await stranger.add(forged(own));
  await button('Ask again').click();
  const { banner, panes, sees } = terminalPage(page);
  await banner().getByText('No session was opened').waitFor();
  await expect
    .poll(() => banner().textContent())
    .toContain('The server reported: “rpc error: code = PermissionDenied desc = MFA response validation failed: ');
  await axe(page);
  await stranger.remove();
  key = await plugIn(page, 'key');
  await key.add(own);
  await button('Try again').click();
  await sees(PROMPT);
  await expect.poll(() => panes().count()).toBe(1);
});

test('each file requires a touch, a cancelled file keeps its row, and failed files can be retried', async () => {
  const panel = page.getByRole('dialog', { name: 'Files of box' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  const done = (name: string) =>
    row(name)
      .getByText(/\d\d:\d\d:\d\d$/)
      .waitFor();
  const touches = async () => (await key.credentials())[0]?.signCount ?? 0;
  const before = await touches();
  await button('Upload files').click();
  await panel.getByLabel('Into this folder on box').fill(`${folder}/`);
  const choose = async (...names: string[]) => {
    const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
    await panel.locator('input[multiple]').setInputFiles(files);
  };
  await choose('one', 'two');
  for (const name of ['one', 'two']) await done(name);
  expect(readFileSync(join(folder, 'two'), 'utf8')).toBe('two');
  expect(await touches()).toBe(before + 2);
  // Folders are not listed here. An existing file stays until the user decides otherwise.
  writeFileSync(join(folder, 'two'), 'longer than two');
  await choose('two');
  const again = row('two').first();
  await again.getByText('A file of this name already exists').waitFor();
  expect(readFileSync(join(folder, 'two'), 'utf8')).toBe('longer than two');
  await again.getByRole('button', { name: 'Replace it' }).click();
  await expect.poll(() => readFileSync(join(folder, 'two'), 'utf8')).toBe('two');
  expect(await touches()).toBe(before + 4);
  await panel.getByText('Download', { exact: true }).click();
  await panel.getByLabel('File or folder on box').fill(join(folder, 'one'));
  const coming = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download', exact: true }).click();
  expect(readFileSync(await (await coming).path(), 'utf8')).toBe('one');
  expect(await touches()).toBe(before + 5);

  await key.setTouched(false);
  await panel.getByText('Upload', { exact: true }).click();
  await choose('three');
  await row('three').getByText('Waiting for your security key').waitFor();
  await row('three').getByRole('button', { name: 'Cancel three' }).click();
  await row('three').getByText('cancelled', { exact: true }).waitFor();
  const [own] = await key.credentials();
  if (!own) throw new Error('the key is not registered');
  await key.remove();
  const stranger = await plugIn(page, 'key');
  await choose('four', 'five');
  for (const name of ['four', 'five']) await row(name).getByRole('alert').waitFor();
  await panel.getByText(/^2 files were not transferred: /).waitFor();
  await axe(page);
  await stranger.remove();
  key = await plugIn(page, 'key');
  await key.add(own);
  await panel.getByRole('button', { name: 'Retry 2 failed' }).click();
  await row('three').getByRole('button', { name: 'Retry' }).click();
  for (const name of ['three', 'four', 'five']) await done(name);
  expect(readdirSync(folder).toSorted()).toEqual(['five', 'four', 'one', 'three', 'two']);
});

test('a command requests the key once for all its servers', async () => {
  await page.goto('/web/cluster/example.test/nodes');
  await page.getByText('box', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+a');
  await button('Run a command').click();
  await page.getByRole('textbox', { name: 'Command' }).fill('echo ran-$((40+2))');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Run on 2 servers?' }).waitFor();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Second factor for this command' });
  await question.waitFor();
  await axe(page);
  await question.getByRole('button', { name: 'Use a key' }).click();
  await page.getByText('Finished: 2 of 2 done', { exact: true }).waitFor({ timeout: 60_000 });
  // Both had the same output.
  await page.getByRole('button', { name: /^2 servers / }).waitFor();
  const outputs = await page.getByRole('region', { name: /^Output of/ }).allInnerTexts();
  expect(outputs.map((text) => text.trim())).toEqual(['ran-42']);
});

test('a desktop requests the key before its first picture, and an application before it opens', async () => {
  await key.setTouched(false);
  await page.goto('/web/cluster/example.test/desktops/lab/kay');
  await page.getByText('Waiting for your security key').waitFor({ timeout: 30_000 });
  await axe(page);
  await key.setTouched(true);
  await button('Cancel').click();
  await button('Ask again').click();
  await page.getByRole('status').filter({ hasText: 'Connected to lab' }).waitFor({ timeout: 30_000 });

  await page.goto('/web/launch/page.localhost');
  await page.getByRole('heading', { name: 'Confirm with your security key' }).waitFor();
  await axe(page);
  await button('Open with key').click();
  await page.waitForURL(`${gateway.base.replace('//', '//page.')}/`, { timeout: 30_000 });
});

test('a user without a key sees how to register one', async () => {
  const nora = await gateway.admin.invite('nora', ['careful']);
  const visitor = await visit(browser, gateway.base, { expects: [/404/] });
  const cookies = nora.cookie.split('; ').map((pair) => {
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    return { name, value, domain: new URL(gateway.base).hostname, path: '/', httpOnly: true, secure: true };
  });
  await visitor.context.addCookies(cookies);
  await openBox(visitor.page);
  const { banner } = terminalPage(visitor.page);
  await banner().getByText('No session was opened').waitFor();
  await expect.poll(() => banner().textContent()).toContain(`The server reported: “${NO_DEVICE_MESSAGE}”.`);
  await axe(visitor.page);
  const opening = visitor.context.waitForEvent('page');
  await banner().getByRole('link', { name: 'Add a hardware key in your account' }).click();
  const account = await opening;
  await account.getByRole('button', { name: 'Add second factor' }).waitFor();
  await visitor.end();
});
