// One command on this machine and on two real sshds, from the list of servers, in Chromium.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, sshConfig } from '../support/sshGateway.ts';
import { stopAll } from '../support/stopAll.ts';
import { LOGIN } from '../support/terminalGateway.ts';

const SERVERS = '/web/cluster/example.test/nodes';

let browser: Browser;
let gateway: Gateway;
let sshds: Sshd[] = [];
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  sshds = await Promise.all([startSshd(), startSshd()]);
  const servers = sshds.map(({ addr, identity, knownHosts }, i) => ({
    hostname: `web-${i + 1}`,
    addr,
    connect: { identity_file: identity, known_hosts: knownHosts },
  }));
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: sshConfig(servers) })]);
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(() => stopAll(browser, gateway, ...sshds));
beforeEach(async () => {
  person = await visit(browser, gateway.base, { state: signedIn });
  page = person.page;
});
afterEach(() => person.end());

const choose = async (login = LOGIN) => {
  await page.goto(SERVERS);
  await page.getByText('web-2', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Run a command' }).click();
  await page.getByRole('textbox', { name: 'Command' }).waitFor();
  await page.getByLabel('Login').selectOption(login);
};
/** By keyboard: the command, the key that runs it, Enter on the focused button of the confirmation. */
const run = async (command: string) => {
  await page.getByRole('textbox', { name: 'Command' }).fill(command);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Run on 3 servers?' });
  await expect.poll(() => dialog.getByLabel('The command').textContent()).toBe(command);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Command on 3 servers' }).waitFor();
};
const isOver = (words: string) => page.getByText(`Finished: ${words}`, { exact: true }).waitFor({ timeout: 90_000 });
const head = (host: string) => page.getByRole('button', { name: new RegExp(`^${host} `) });
const output = (host: string) => page.getByRole('region', { name: `Output of ${host}` });
const running = (line: string): number => {
  const table = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' });
  return table.split('\n').filter((args) => args === line).length;
};

test('each server shows its exit code and output by stream, and only failed servers run again', async () => {
  await choose();
  await run('printf "\\342\\202\\254 é\\n"; echo odd >&2; test -n "$SSH_CONNECTION" || exit 3');
  await isOver('2 of 3 done, 1 failed');
  await head('2 servers').waitFor();
  // A button that appears later does not push another to the next line.
  const lines = ['Explain failures', 'Collapse all', 'Copy all', 'Save all as text'].map(
    async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y,
  );
  expect(new Set(await Promise.all(lines)).size).toBe(1);
  await page.getByText('differs', { exact: true }).waitFor();
  await page.getByText('Individual', { exact: true }).click();
  await expect.poll(() => head('node-1').textContent()).toContain('exit 3');
  await expect.poll(() => head('web-1').textContent()).toContain('exit 0');
  for (const host of ['node-1', 'web-1', 'web-2']) {
    const shown = await output(host).textContent();
    expect(shown?.trim().split('\n').toSorted()).toEqual(['odd', '€ é']);
  }
  await expect.poll(() => page.getByText('stderr', { exact: true }).count()).toBe(3);
  await axe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await axe(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all as text' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^command-.*\.txt$/);
  await page.getByRole('button', { name: 'Run again on 1 failed' }).click();
  await isOver('0 of 1 done, 1 failed');
  // Back returns to the first selection.
  await page.goBack();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Run on 3 servers' }).waitFor();
});

test('Stop ends the command on all servers, and leaving the page asks for confirmation', async () => {
  // An odd number of seconds: no other process sleeps for that long.
  const sleep = `sleep ${60_000 + (Number.parseInt(randomUUID().slice(0, 4), 16) % 10_000)}`;
  await choose();
  await run(`echo begun; exec ${sleep}`);
  for (const host of ['node-1', 'web-1', 'web-2'])
    await expect.poll(() => output(host).innerText(), { timeout: 30_000 }).toContain('begun');
  await expect.poll(() => running(sleep)).toBe(3);
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('dialog', { name: 'Stop the command on 3 servers?' }).waitFor();
  await page.getByRole('button', { name: 'Keep it running' }).click();
  expect(running(sleep)).toBe(3);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop on 3 servers' }).click();
  await isOver('0 of 3 done, 3 stopped');
  await expect.poll(() => running(sleep), { timeout: 20_000 }).toBe(0);
  await page.getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor();
});

test("a login that a server refuses is shown with the server's message", async () => {
  await choose('no-such-user');
  await run('id');
  await isOver('0 of 3 done, 3 failed');
  expect(await page.getByRole('list', { name: 'Results by server' }).innerText()).toMatch(/no-such-user/);
});

test('start and end of 20 MB of output are kept, and the omitted lines are counted exactly', async () => {
  await page.goto(`${SERVERS}/command?servers=${serverId(0)}`);
  await page.getByLabel('Login').selectOption(LOGIN);
  await page.getByRole('textbox', { name: 'Command' }).fill('seq 1 2600000');
  await page.getByRole('button', { name: 'Run on 1 server' }).click();
  await isOver('1 of 1 done');
  const text = await output('web-1').textContent();
  expect(text?.startsWith('1\n2\n3\n')).toBe(true);
  expect(text?.endsWith('2599999\n2600000\n')).toBe(true);
  const leftOut = await output('web-1').getByText('omitted here').textContent();
  const lines = Number(/^([\d\u202f]+) lines/.exec(leftOut ?? '')?.[1]?.replaceAll('\u202f', ''));
  const kept = (text?.replace(leftOut ?? '', '').split('\n').length ?? 0) - 1;
  expect(kept + lines).toBe(2_600_000);
  expect(text?.length).toBeLessThan(300_000);
});

test('an address restores the servers, reports missing ones, and keeps a command that has not run', async () => {
  await page.goto(`${SERVERS}/command?servers=${serverId(0)},${serverId(1)},${randomUUID()}`);
  await page.getByText('1 server of the address is not available.').waitFor();
  const chips = page.getByRole('list', { name: 'Servers' });
  await expect.poll(async () => (await chips.innerText()).split('\n')).toEqual(['web-1', 'web-2']);
  await page.getByRole('textbox', { name: 'Command' }).fill('uptime');
  await axe(page);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByRole('button', { name: 'Remove web-2' }).click();
  await expect.poll(() => page.url()).toMatch(new RegExp(`servers=${serverId(0)}$`));
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Command' }).inputValue()).toBe('uptime');
  await page.getByRole('button', { name: 'Run on 1 server' }).waitFor();
});
