// The main story in Firefox: sign in, list, role with review, a shell with a flood, files up and down.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchFirefox, named, pasteInto, type Firefox } from '../support/firefox.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { serverId, sshConfig } from '../support/sshGateway.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { LOGIN } from '../support/terminalGateway.ts';
import { DEFAULT_PASSWORD } from '../support/webClient.ts';

const MEGABYTE = 1_000_000;

let firefox: Firefox;
let sshd: Sshd;
let gateway: Gateway;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postern-there-'));
  sshd = await startSshd();
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  const config = sshConfig([{ hostname: 'box', addr: sshd.addr, connect }]);
  [firefox, gateway] = await Promise.all([launchFirefox(), startGateway({ config })]);
  await firstAccount(gateway);
  page = await firefox.newPage();
});
afterAll(async () => {
  await firefox.end();
  await gateway.stop();
  await sshd.stop();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const screen = async () => {
  const rows = await page.$$eval('.xterm-rows > div', (divs) => divs.map((row) => row.textContent));
  return rows.map((row) => plain(row).trimEnd()).join('\n');
};
const sees = (text: RegExp) => expect.poll(screen, { timeout: 60_000 }).toMatch(text);
const body = async () => plain(await page.evaluate(() => document.body.innerText));
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a user signs in and finds a server in the list', async () => {
  await page.goto(`${gateway.base}/web`);
  await page.locator('input[autocomplete^="username"]').fill('admin');
  await page.locator('input[type="password"]').fill(DEFAULT_PASSWORD);
  await named(page, 'button', 'Sign in').click();
  await expect.poll(body, { timeout: 30_000 }).toMatch(/\bbox\b/);
  await page.keyboard.press('/');
  await page.keyboard.type('node-1');
  await expect.poll(body).not.toMatch(/\bbox\b/);
  expect(await body()).toContain('node-1');
  // The hint of a first visit covers the elements that the next test clicks.
  await page.evaluate(() => localStorage.setItem('grv_teleport_show_assist', 'false'));
});

test('a role is changed in the text, reviewed and saved', async () => {
  await page.goto(`${gateway.base}/web/roles/access`);
  // One line: the driver would scroll the whole text to its middle and click before that part is drawn.
  const line = page.locator('.monaco-editor .view-line');
  await line.click();
  await page.keyboard.down('Control');
  await page.keyboard.press('Home');
  await page.keyboard.up('Control');
  await page.keyboard.type('# typed in Firefox\n');
  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  // The button has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Save role');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.$('[role="dialog"]')).toBeNull();
  await page.reload();
  await expect.poll(body, { timeout: 30_000 }).toContain('typed in Firefox');
});

test('a shell accepts keys and pastes, and shows the last line of a flood of output', async () => {
  await page.goto(`${gateway.base}/web/cluster/example.test/console/node/${serverId(0)}/${LOGIN}`);
  await sees(/[#$]$/m);
  await page.locator('.xterm-helper-textarea').click();
  await page.keyboard.type('stty size; echo "äöü €"\n');
  await sees(/\n\d+ \d+/);
  await sees(/äöü €/);
  await page.keyboard.type('seq 1 200000; echo the "end"\n');
  await sees(/\b200000\s*\n\s*the end/);
});

test('a file is uploaded, and downloaded unchanged under the same name', async () => {
  const bytes = randomBytes(8 * MEGABYTE);
  const local = join(folder, 'Makefile');
  writeFileSync(local, bytes);
  const there = join(folder, 'there');
  mkdirSync(there);
  await named(page, 'button', 'Upload files').click();
  await pasteInto(page, 'combobox', 'Into this folder on box', `${there}/`);
  const [chooser] = await Promise.all([page.waitForFileChooser(), named(page, 'button', 'choose files').click()]);
  await chooser.accept([local]);
  await expect.poll(() => readdirSync(there), { timeout: 30_000 }).toEqual(['Makefile']);
  expect(sum(readFileSync(join(there, 'Makefile')))).toBe(sum(bytes));

  await named(page, 'radio', 'Download').click();
  await pasteInto(page, 'combobox', 'File or folder on box', join(there, 'Makefile'));
  await page.keyboard.press('Enter');
  await expect.poll(() => readdirSync(firefox.downloads), { timeout: 30_000 }).toEqual(['Makefile']);
  await expect.poll(() => sum(readFileSync(join(firefox.downloads, 'Makefile')))).toBe(sum(bytes));
});

test('no page has reported an error in all tests', () => {
  expect(firefox.faults).toEqual([]);
});
