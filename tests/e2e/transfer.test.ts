// Files to and from a server over SSH, moved by a user in Chromium with the panel of a terminal (screens §8).
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, sshConfig } from '../support/sshGateway.ts';
import { stopAll } from '../support/stopAll.ts';
import { LOGIN } from '../support/terminalGateway.ts';

const MEGABYTE = 1_000_000;

let browser: Browser;
let gateway: Gateway;
let sshd: Sshd;
let signedIn: SignedIn;
let person: Visit;
let page: Page;
/** The server's folder and the user's folder, on one machine. */
let there: string;
let here: string;

beforeAll(async () => {
  sshd = await startSshd();
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  const config = sshConfig([{ hostname: 'box', addr: sshd.addr, connect }]);
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(() => stopAll(browser, gateway, sshd));
beforeEach(async () => {
  [there, here] = [mkdtempSync(join(tmpdir(), 'postern-there-')), mkdtempSync(join(tmpdir(), 'postern-here-'))];
  person = await visit(browser, gateway.base, {
    theme: 'dark',
    state: signedIn,
    // The browser reports refused and broken requests.
    expects: [
      /Failed to load resource/,
      /WebSocket connection to .* failed/,
      /ERR_(CONNECTION|EMPTY|ABORTED|INCOMPLETE)/,
    ],
  });
  page = person.page;
  await page.goto(`/web/cluster/example.test/console/node/${serverId(0)}/${LOGIN}`);
  await expect.poll(() => head('Upload files').getAttribute('aria-disabled')).toBeNull();
});
afterEach(async () => {
  await person.end();
  for (const folder of [there, here]) rmSync(folder, { recursive: true, force: true });
});

const head = (name: string) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('dialog', { name: 'Files of box' });
const row = (name: string) => panel().getByRole('listitem').filter({ hasText: name });

/** Drags files and folders over an element and drops them, as from the desktop. */
async function drop(paths: readonly string[], x = 500, y = 400, target = 'Upload to'): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
  await page.getByText(target).waitFor();
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', x, y, data });
  await devtools.detach();
}
const intoThere = async () => {
  await head('Upload files').click();
  await panel().getByLabel('Into this folder on box').fill(`${there}/`);
};
const choose = async (...paths: string[]) => {
  const [field] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel().getByRole('button', { name: 'choose files' }).click(),
  ]);
  await field.setFiles(paths);
};
const done = (name: string) =>
  expect.poll(() => row(name).textContent(), { timeout: 20_000 }).toMatch(/\d\d:\d\d:\d\d/);
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const localFile = (name: string, bytes: Buffer | string): string => {
  const file = join(here, name);
  writeFileSync(file, bytes);
  return file;
};

test('a dropped file is uploaded, a big file is downloaded unchanged, and axe finds no violations', async () => {
  const big = randomBytes(64 * MEGABYTE);
  await intoThere();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel().count()).toBe(0);
  await drop([localFile('big.bin', big), localFile('b, ü.txt', 'two'), localFile('empty', '')]);
  for (const name of ['big.bin', 'b, ü.txt', 'empty']) await done(name);
  expect(readdirSync(there).toSorted()).toEqual(['b, ü.txt', 'big.bin', 'empty']);
  expect(sum(readFileSync(join(there, 'big.bin')))).toBe(sum(big));
  expect(statSync(join(there, 'empty')).size).toBe(0);
  await axe(page);

  await panel().getByText('Download', { exact: true }).click();
  await panel().getByLabel('File or folder on box').fill(join(there, 'b, ü.txt'));
  const small = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await small).suggestedFilename()).toBe('b, ü.txt');
  await panel().getByLabel('File or folder on box').fill(join(there, 'big.bin'));
  const large = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'Download', exact: true }).click();
  expect(sum(readFileSync(await (await large).path()))).toBe(sum(big));

  // A text without an extension keeps its name, and a folder is downloaded whole, also without a trailing slash.
  writeFileSync(join(there, 'hosts'), '127.0.0.1 localhost\n');
  writeFileSync(join(there, 'back\\slash'), 'text\n');
  mkdirSync(join(there, 'conf.d'));
  writeFileSync(join(there, 'conf.d', 'site'), 'listen 80;');
  for (const [path, name] of [
    ['hosts', 'hosts'],
    ['back\\slash', 'back_slash'],
    ['conf.d/', 'conf.d.tar'],
    ['conf.d', 'conf.d.tar'],
  ] as const) {
    await panel().getByLabel('File or folder on box').fill(join(there, path));
    const saved = page.waitForEvent('download');
    await panel().getByRole('button', { name: 'Download', exact: true }).click();
    expect((await saved).suggestedFilename()).toBe(name);
    if (!name.endsWith('.tar')) continue;
    const archive = readFileSync(await (await saved).path());
    expect(execFileSync('tar', ['-x', '-O', '-f', '-', 'conf.d/site'], { input: archive }).toString()).toBe(
      'listen 80;',
    );
  }
  await axe(page);
});

/** Limits the browser's bytes per second until the returned function is called: slow enough to act during an upload. */
async function limitUpload(bytesPerS: number): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerS };
  await devtools.send('Network.emulateNetworkConditions', conditions);
  return () => devtools.detach();
}

test('a folder is uploaded, a name conflict is asked, a cancelled file is removed, and Retry starts over', async () => {
  mkdirSync(join(here, 'photos', '2026'), { recursive: true });
  localFile('photos/2026/a.jpg', 'new');
  localFile('photos/b.jpg', 'b');
  mkdirSync(join(there, 'photos'));
  writeFileSync(join(there, 'photos', 'b.jpg'), 'theirs');
  await intoThere();
  await drop([join(here, 'photos')]);
  await done('photos/2026/a.jpg');
  expect(readFileSync(join(there, 'photos', '2026', 'a.jpg'), 'utf8')).toBe('new');
  await row('photos/b.jpg').getByText('A file of this name already exists').waitFor();
  await axe(page);
  await row('photos/b.jpg').getByRole('button', { name: 'Upload as b-2.jpg' }).click();
  await done('photos/b-2.jpg');
  const texts = ['b.jpg', 'b-2.jpg'].map((name) => readFileSync(join(there, 'photos', name), 'utf8'));
  expect(texts).toEqual(['theirs', 'b']);

  // The suggested list works by keyboard.
  await panel().getByText('Download', { exact: true }).click();
  await panel().getByLabel('File or folder on box').fill(`${there}/ph`);
  await page.getByRole('option', { name: 'photos/' }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'b-2.jpg' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => panel().getByLabel('File or folder on box').inputValue()).toBe(`${there}/photos/b-2.jpg`);
  await panel().getByText('Upload', { exact: true }).click();

  const unlimited = await limitUpload(4 * MEGABYTE);
  const big = localFile('slow.bin', randomBytes(20 * MEGABYTE));
  await choose(big);
  await expect.poll(() => row('slow.bin').textContent()).toMatch(/[1-9]\d?(\.\d)? of 20 MB/);
  await head('Close').last().click();
  await page.getByText('1 file transfer would be cancelled').waitFor();
  await page.getByRole('button', { name: 'Keep transfers' }).click();
  await row('slow.bin').getByRole('button', { name: 'Cancel slow.bin' }).click();
  await row('slow.bin').getByText('cancelled', { exact: true }).waitFor();
  await expect.poll(() => readdirSync(there)).toEqual(['photos']);
  await unlimited();
  await row('slow.bin').getByRole('button', { name: 'Retry' }).click();
  await done('slow.bin');
  expect(sum(readFileSync(join(there, 'slow.bin')))).toBe(sum(readFileSync(big)));
});

test('a file of the kernel is downloaded with its content, although its size is 0', async () => {
  await head('Upload files').click();
  await panel().getByText('Download', { exact: true }).click();
  await panel().getByLabel('File or folder on box').fill('/proc/version');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(readFileSync('/proc/version', 'utf8'));
  await row('/proc/version')
    .getByText(/^\d+ B, \d\d:\d\d:\d\d$/)
    .waitFor();
});

test('empty folders of a dropped folder are created, and existing ones are accepted', async () => {
  mkdirSync(join(here, 'site', 'cache', 'tmp'), { recursive: true });
  mkdirSync(join(here, 'site', 'logs'));
  localFile('site/index.html', 'hello');
  mkdirSync(join(there, 'site', 'logs'), { recursive: true });
  await intoThere();
  await drop([join(here, 'site')]);
  for (const name of ['site/index.html', 'site/cache/tmp/', 'site/logs/']) await done(name);
  expect(readdirSync(join(there, 'site')).toSorted()).toEqual(['cache', 'index.html', 'logs']);
  expect(readdirSync(join(there, 'site', 'cache'))).toEqual(['tmp']);
  await axe(page);
});

test('a dropped file is uploaded to the directory that the shell reports, and the page shows it', async () => {
  mkdirSync(join(there, 'web site'));
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type(`printf '\\033]7;file://box%s\\007' '${there}/web%20site'\n`);
  await head('Upload files').click();
  await expect.poll(() => panel().getByLabel('Into this folder on box').inputValue()).toBe(`${there}/web site/`);
  await page.keyboard.press('Escape');
  await drop([localFile('a.txt', 'a')], 500, 400, `Upload to ${there}/web site/ on box`);
  await done('a.txt');
  expect(readFileSync(join(there, 'web site', 'a.txt'), 'utf8')).toBe('a');
});

test('an upload shows a lost gateway in its row, and after a restart Retry sends the whole file', async () => {
  // After input the end of a shell is not a refusal.
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type('true\n');
  await intoThere();
  const unlimited = await limitUpload(4 * MEGABYTE);
  const big = localFile('cut.bin', randomBytes(20 * MEGABYTE));
  await choose(big);
  const cut = join(there, 'cut.bin');
  await expect.poll(() => readdirSync(there)).toEqual([expect.stringMatching(/^\..*\.part$/)]);
  await expect.poll(() => row('cut.bin').textContent()).toMatch(/[1-9]\d?(\.\d)? of 20 MB/);
  const { port } = new URL(gateway.base);
  const { dataDir } = gateway;
  await gateway.kill();
  const why = () => row('cut.bin').getByRole('alert').textContent();
  await expect.poll(why).toMatch(/^Stopped at [1-9]\d? %: the connection to the server was lost$/);
  await unlimited();
  await row('cut.bin').getByRole('button', { name: 'Retry' }).click();
  await expect.poll(why).toBe('The connection to the server was lost');
  await axe(page);

  gateway = await startGateway({ dataDir, args: ['--port', port] });
  await page.getByText('The session has ended').waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: /^New session on / }).click();
  await expect.poll(() => head('Upload files').getAttribute('aria-disabled'), { timeout: 15_000 }).toBeNull();
  await expect.poll(() => readdirSync(there)).toEqual([]);
  await row('cut.bin').getByRole('button', { name: 'Retry' }).click();
  await row('cut.bin')
    .getByText(/^20 MB, \d\d:\d\d:\d\d$/)
    .waitFor();
  expect(readdirSync(there)).toEqual(['cut.bin']);
  expect(sum(readFileSync(cut))).toBe(sum(readFileSync(big)));
});
