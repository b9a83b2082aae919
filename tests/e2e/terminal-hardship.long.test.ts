// A terminal under stress: invalid bytes, floods of input, lost networks and servers. Real shells, real sshd.
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { serverId, sshConfig } from '../support/sshGateway.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import { terminalPage, type TerminalPage } from '../support/terminalPage.ts';

const CONSOLE = '/web/cluster/example.test/console';
const SHELL = `${CONSOLE}/node/node-1/root`;

let browser: Browser;
let gateway: Gateway;
let sshd: Sshd;
let proxy: TcpProxy;
let signedIn: SignedIn;
let person: Visit;
let page: Page;
let terminal: TerminalPage;

beforeAll(async () => {
  [browser, sshd] = await Promise.all([launchBrowser(), startSshd()]);
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  gateway = await startGateway({ config: sshConfig([{ hostname: 'far.example.test', addr: sshd.addr, connect }]) });
  proxy = await startTcpProxy(Number(new URL(gateway.base).port));
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await proxy.stop();
  await gateway.stop();
  await sshd.stop();
});

const enter = async (base = gateway.base, expects: readonly RegExp[] = []) => {
  person = await visit(browser, base, { state: signedIn, permissions: ['clipboard-read', 'clipboard-write'], expects });
  page = person.page;
  terminal = terminalPage(page);
};
beforeEach(() => enter());
afterEach(() => person.end());

/** Records the longest time without a drawn frame. */
const watchFrames = () =>
  page.evaluate(() => {
    const pause = { longestMs: 0 };
    Object.assign(window, { pause });
    let last = performance.now();
    const frame = (now: number) => {
      pause.longestMs = Math.max(pause.longestMs, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
const longestPauseMs = () =>
  page.evaluate(() => (window as unknown as { pause: { longestMs: number } }).pause.longestMs);

test('split characters are joined, invalid bytes become U+FFFD, and random bytes break nothing', async () => {
  await terminal.openShell(SHELL);
  await terminal.type(
    String.raw`clear; printf '<\xe2\x82'; sleep 0.2; printf '\xac\xf0\x9f'; sleep 0.2; printf '\x98\x80>\n'`,
  );
  await terminal.sees(/^<€😀>$/m);
  await terminal.type(String.raw`clear; printf "<$(printf '\\x%x' $(seq 128 255))>\n"`);
  await terminal.sees(new RegExp(`^<\ufffd{128}>$`, 'm'));
  await terminal.type('head -c 2000000 /dev/urandom; printf "\\033c"; sleep 0.1; echo; echo after-$((1+1))');
  await terminal.sees(/^after-2$/m);
  // The noise queries the terminal, and the answers are in the shell's line: possibly half a key, which swallows the
  // next one.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Control+c');
        await terminal.type('echo alive-$((1+2))');
        return terminal.screen();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toMatch(/^alive-3$/m);
});

test('a line of 50 MB is shown to its end, and the page keeps drawing', async () => {
  await terminal.openShell(SHELL);
  await watchFrames();
  await terminal.type("head -c 50000000 /dev/zero | tr '\\0' x; echo; echo DONE-$((40+2))");
  await expect.poll(() => terminal.screen(), { timeout: 90_000 }).toMatch(/^x+\nDONE-42$/m);
  expect(await longestPauseMs()).toBeLessThan(1000);
});

test('after 200 resizes the shell has the last size', async () => {
  await terminal.openShell(SHELL);
  for (let i = 0; i < 200; i++)
    await page.setViewportSize({ width: 500 + ((i * 37) % 900), height: 400 + ((i * 53) % 400) });
  await page.setViewportSize({ width: 1000, height: 700 });
  const fits = async () => {
    await terminal.type('clear; stty size; echo "<$LINES $COLUMNS>"');
    await terminal.sees(/^<\d+ \d+>$/m);
    const [told] = /^\d+ \d+$/m.exec(await terminal.screen()) ?? [];
    const [cols, rows] = ((await page.getByText(/^\d+ × \d+$/).textContent()) ?? '').split(' × ');
    return told === `${rows} ${cols}` && /^<\d+ \d+>$/m.test(await terminal.screen());
  };
  await expect.poll(fits, { timeout: 15_000, interval: 300 }).toBe(true);
});

test('a paste of 5 MB arrives completely, and the page keeps drawing', async () => {
  const text = Array.from({ length: 5 * 1024 * 64 }, (_, i) => i.toString(36).padStart(16, '.')).join('');
  expect(text).toHaveLength(5 * 1024 * 1024);
  await terminal.openShell(SHELL);
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await terminal.type(`clear; stty raw -echo; echo READY; head -c ${text.length} | sha256sum; stty sane; echo after`);
  await terminal.sees(/^READY$/m);
  await watchFrames();
  await page.keyboard.press('Control+Shift+V');
  await terminal.sees(new RegExp(createHash('sha256').update(text).digest('hex')));
  expect(await longestPauseMs()).toBeLessThan(1000);
  await terminal.sees(/^ *after$/m);
});

test('a silently lost connection is detected by unanswered keys, and the session continues', async () => {
  await person.end();
  await enter(`http://localhost:${proxy.port}`, [/WebSocket connection to .* failed/, /ERR_/]);
  await terminal.openShell(SHELL);
  await terminal.type('KEPT=over-the-gap; echo before');
  await terminal.sees(/^before$/m);
  proxy.freeze();
  await page.keyboard.type('lost');
  await terminal
    .banner()
    .getByText(/^Connection lost at/)
    .waitFor({ timeout: 12_000 });
  await terminal.banner().getByText('Later input may not have arrived').waitFor();
  await page.getByRole('tab', { name: /lost$/ }).waitFor();
  proxy.heal();
  await terminal.sees(/lost at .* rejoined at .*, input in between may be lost/);
  await expect.poll(() => terminal.banner().count()).toBe(0);
  await terminal.type('echo $KEPT');
  await terminal.sees(/^over-the-gap$/m);
  expect(await terminal.screen()).toMatch(/^before$/m);
});

test('the player detects a network that silently drops all packets, and follows the session again', async () => {
  await terminal.openShell(SHELL);
  const sid = /session\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  const watcher = await visit(browser, `http://localhost:${proxy.port}`, {
    state: signedIn,
    expects: [/WebSocket connection to .* failed/, /ERR_/, /404 .*\/sessions\//],
  });
  const player = watcher.page;
  await player.goto(`/web/cluster/example.test/session/${sid}?recordingType=ssh`);
  await player.getByText('Live', { exact: true }).waitFor();
  const lost = player.getByText('The connection to the session was lost');
  // The gateway sends heartbeats: a silent shell is not a lost connection.
  await player.waitForTimeout(20_000);
  expect(await lost.count()).toBe(0);
  proxy.freeze();
  await lost.waitFor({ timeout: 25_000 });
  proxy.heal();
  await terminal.type("echo over-the-ga''p");
  await expect.poll(() => player.locator('.xterm-rows').innerText(), { timeout: 30_000 }).toMatch(/over-the-gap/);
  await watcher.end();
});

test('a command on servers detects a network that silently drops all packets', async () => {
  await person.end();
  await enter(`http://localhost:${proxy.port}`, [/WebSocket connection to .* failed/, /ERR_/]);
  await page.goto('/web/cluster/example.test/nodes');
  await page.getByText('far.example.test', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Run a command' }).click();
  await page.getByRole('textbox', { name: 'Command' }).fill('echo begun; sleep 40');
  await page.getByLabel('Login').selectOption('root');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Run on 2 servers?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^far\.example\.test .*running/ }).waitFor({ timeout: 30_000 });
  proxy.freeze();
  await page.getByText(/^Finished: 0 of 2 done, 2 failed/).waitFor({ timeout: 35_000 });
  await page.getByText('It is not known whether the command continued').first().waitFor();
  proxy.heal();
});

test('the shell of a killed server ends, and the console shows why a new shell cannot open', async () => {
  await person.end();
  await enter(gateway.base, [/WebSocket connection to .* failed/, /status of 404/]);
  await terminal.openShell(`${CONSOLE}/node/${serverId(0)}/root`);
  await terminal.type('echo before');
  await terminal.sees(/^before$/m);
  sshd.signal('SIGKILL');
  await terminal.banner().getByText('The session has ended').waitFor();
  await terminal
    .banner()
    .getByText('The shell ended without a status: its channel was lost, or the user was locked or signed out.')
    .waitFor();
  await page.getByRole('tab', { name: /ended$/ }).waitFor();
  await terminal.banner().getByRole('button', { name: 'New session on far.example.test' }).click();
  await terminal.banner().getByText('No session was opened').waitFor();
  await terminal
    .banner()
    .getByText(/^The server reported: “failed to connect to far\.example\.test \(.*\): the connection was refused”/)
    .waitFor();
  expect(await terminal.screen()).toMatch(/^before$/m);
});
