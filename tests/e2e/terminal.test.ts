// The terminal as a person uses it: a real shell behind a real gateway, in Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptInvite } from '../support/account.ts';
import { axe, launchBrowser, PHONE, visit } from '../support/browser.ts';
import type { Visit } from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import type { Gateway } from '../support/gateway.ts';

const CONFIG = `
cluster_name: east.example.test
auth: { second_factor: "off" }
node: { name: web-1 }
`;
const CONSOLE = '/web/cluster/east.example.test/console';

let browser: Browser;
let gateway: Gateway;
/** Of the signed-in administrator; the page brings the bearer token along. */
let cookies: Awaited<ReturnType<Visit['context']['cookies']>>;
let person: Visit;
let page: Page;

/** The text of the terminal in front, row by row. */
const screen = (where = page): Promise<string> =>
  where.evaluate(() =>
    [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .xterm-rows > div')]
      .map((row) => row.textContent.replace(/\u00a0/g, ' ').trimEnd())
      .join('\n'),
  );
const sees = (text: string | RegExp, where = page) =>
  expect.poll(() => screen(where), { timeout: 10_000 }).toMatch(text);
const type = (line: string, where = page) => where.keyboard.type(`${line}\n`);
const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const banner = () => page.locator('[role=tabpanel]:not([hidden])').getByRole('alert');
/** The one server of this gateway is the machine that it runs on. */
const openShell = async (where = page) => {
  await where.goto(`${CONSOLE}/node/web-1/root`);
  await sees(/[#$] ?$/m, where);
};

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: CONFIG })]);
  const first = await visit(browser, gateway.base);
  await acceptInvite(first.page, gateway.invite ?? '');
  cookies = await first.context.cookies();
  await first.end();
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const enter = async (options: Parameters<typeof visit>[2] = {}) => {
  person = await visit(browser, gateway.base, { permissions: ['clipboard-read', 'clipboard-write'], ...options });
  await person.context.addCookies(cookies);
  page = person.page;
};
beforeEach(() => enter());
afterEach(() => person.end());

test('typed commands run in a shell of the login, in the size that the foot tells', async () => {
  await openShell();
  expect(page.url()).toMatch(/\/console\/session\/[0-9a-f-]{36}$/);
  await type('whoami; stty size');
  await sees(/^root$/m);
  expect(gateway.log()).not.toMatch(/access_token=[0-9a-f]/);
  const size = (where: Page) => where.getByText(/^\d+ × \d+$/).textContent();
  const [cols, rows] = ((await size(page)) ?? '').split(' × ');
  await sees(new RegExp(`^${rows} ${cols}$`, 'm'));

  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(() => size(page)).not.toBe(`${cols} × ${rows}`);
  const [narrower, lower] = ((await size(page)) ?? '').split(' × ');
  expect(Number(narrower)).toBeLessThan(Number(cols));
  await type('clear; stty size');
  await sees(new RegExp(`^${lower} ${narrower}$`, 'm'));
});

test('a shell that ends well closes its tab; one that fails leaves its last words and a way on', async () => {
  await openShell();
  const name = (await tab(/@/).textContent()) ?? '';
  expect(name).toContain('root@');
  await type('exit');
  await page.getByRole('heading', { name: /has ended$/ }).waitFor();
  await page.getByRole('button', { name: /^Open root@.* again$/ }).click();
  await sees(/[#$] ?$/m);

  await type('echo last words; exit 3');
  await banner().getByText('The shell ended with status 3').waitFor();
  expect(await screen()).toContain('last words');
  await tab(/ended, exit 3/).waitFor();
  await banner()
    .getByRole('button', { name: /^New session on / })
    .click();
  await sees(/new session at/);
  await type('echo again');
  await sees(/^again$/m);
  expect(await screen()).toContain('last words');
});

test('a flood arrives whole and in order', async () => {
  await page.addInitScript(() => {
    const received = { bytes: 0 };
    Object.assign(window, { received });
    class CountingSocket extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          const frame = new Uint8Array(data as ArrayBuffer);
          if (frame[5] === 'r'.charCodeAt(0)) received.bytes += frame.length;
        });
      }
    }
    window.WebSocket = CountingSocket;
  });
  await openShell();
  await type('seq 1 1000000; echo DONE-$((40+2))');
  await expect.poll(() => screen(), { timeout: 60_000, interval: 50 }).toMatch(/^DONE-42$/m);
  const numbers = (await screen())
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
  expect(numbers.at(-1)).toBe(1_000_000);
  expect(numbers).toEqual(numbers.map((_, i) => 1_000_001 - numbers.length + i));
  const bytes = await page.evaluate(() => (window as unknown as { received: { bytes: number } }).received.bytes);
  // The digits of all numbers, each line ended by CR LF.
  expect(bytes).toBeGreaterThan(5_888_896 + 2_000_000);

  // The whole buffer, by way of the clipboard: what has scrolled away is complete too.
  await type('clear; printf "\\033[3J"; seq 1 900; echo DONE-$((40+3))');
  await sees(/^DONE-43$/m);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Select all' }).click();
  await page.keyboard.press('Control+Shift+C');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lines = copied.split('\n').filter((line) => /^\d+$/.test(line));
  expect(lines).toEqual(Array.from({ length: 900 }, (_, i) => String(i + 1)));
});

test('a reload goes on with the same shell', async () => {
  await openShell();
  await type('KEPT=still-here');
  const address = page.url();
  await page.reload();
  await sees(/KEPT=still-here/);
  expect(page.url()).toBe(address);
  await type('echo $KEPT');
  await sees(/^still-here$/m);
});

test('tabs keep their sessions apart; Alt and a digit goes from one to the other', async () => {
  await openShell();
  await type('MINE=first');
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('textbox', { name: 'Connect to a host by name' }).fill('root@web-1');
  await page.keyboard.press('Enter');
  await sees(/[#$] ?$/m);
  await type('echo "<$MINE>"');
  await sees(/^<>$/m);
  const second = page.url();
  await page.keyboard.press('Alt+1');
  await type('echo "<$MINE>"');
  await sees(/^<first>$/m);
  expect(page.url()).not.toBe(second);
  await page.keyboard.press('Alt+2');
  await expect.poll(() => page.url()).toBe(second);
  await page.getByRole('button', { name: 'Close' }).click();
  await sees(/^<first>$/m);
  expect(await page.getByRole('tab').count()).toBe(1);
});

test('two windows in one session see and type the same, and each other', async () => {
  await openShell();
  const other = await person.context.newPage();
  await other.setViewportSize({ width: 1000, height: 700 });
  await other.goto(page.url());
  await sees(/[#$] ?$/m, other);
  await type('echo from-$((1+1))', other);
  await sees(/^from-2$/m);
  // The last size of anybody counts.
  await page.getByText(/^\d+ × \d+, the size is admin’s$/).waitFor();
  const people = page.getByRole('button', { name: '2 take part' });
  await people.click();
  await page.getByRole('menuitem', { name: 'Copy invitation link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await type('exit', other);
  await page.getByRole('heading', { name: /has ended$/ }).waitFor();
  await other.getByRole('heading', { name: /has ended$/ }).waitFor();
});

test('without a network the terminal says so and keeps what it shows; with one it rejoins', async () => {
  await enter({ expects: [/ERR_INTERNET_DISCONNECTED/] });
  await openShell();
  await type('KEPT=over-the-gap; echo before');
  await sees(/^before$/m);
  await person.context.setOffline(true);
  await banner()
    .getByText(/Connection lost at/)
    .waitFor();
  await banner()
    .getByText(/Next try in/)
    .waitFor();
  await page.keyboard.type('nobody hears this');
  await banner().getByText('What was typed since has reached nobody').waitFor();
  expect(await screen()).toMatch(/^before$/m);
  await person.context.setOffline(false);
  await sees(/lost at .* rejoined at/);
  await expect.poll(() => banner().count()).toBe(0);
  await type('echo $KEPT');
  await sees(/^over-the-gap$/m);
  expect(await screen()).toMatch(/^before$/m);
  expect(await screen()).not.toContain('nobody hears this');
});

test('the keyboard finds a way out of the terminal and back, and closes tabs', async () => {
  await openShell();
  await page.keyboard.press('Control+Shift+ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
  await page.getByText('Out of the terminal. Enter goes back in').waitFor();
  await page.keyboard.press('Enter');
  await type('echo back');
  await sees(/^back$/m);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Delete');
  await page.getByText('No session is open').waitFor();
});

test('one line pastes as it is, several ask first, control characters stay outside', async () => {
  await openShell();
  const paste = async (text: string) => {
    await page.evaluate((written) => navigator.clipboard.writeText(written), text);
    await page.keyboard.press('Control+Shift+V');
  };
  await paste('echo one-line');
  await sees(/echo one-line/);
  await page.keyboard.press('Enter');
  await sees(/^one-line$/m);

  await paste('echo two\necho lines\n');
  const dialog = page.getByRole('dialog', { name: /^Paste 2 lines/ });
  await dialog.getByRole('button', { name: 'Do not paste' }).click();
  await paste('echo \x1b[201~two\necho lines\n');
  await dialog.getByText('1 control character was left out').waitFor();
  await dialog.getByRole('button', { name: 'Paste 2 lines' }).click();
  await page.keyboard.press('Enter');
  await sees(/^lines$/m);
});

test.each([
  ['a server that is not there', `${CONSOLE}/node/3c91d1d6-67cf-4d76-97bf-2f858022fd20/root`],
  ['a login that the roles do not give', `${CONSOLE}/node/web-1/nobody-like-this`],
  ['a session that is gone', `${CONSOLE}/session/eeb62b0d-2708-4069-a081-6b3807fc3260`],
])('%s is refused in words', async (_, address) => {
  await person.end();
  await enter({ expects: [/WebSocket connection to .* failed/, /status of 40\d/] });
  await page.goto(address);
  await banner().getByText('No session was opened').waitFor();
  await tab(/not opened/).waitFor();
});

test('after a new start of the gateway the session is gone, and a new one begins in its tab', async () => {
  await person.end();
  await enter({ expects: [/ERR_CONNECTION_/, /WebSocket connection to .* failed/, /status of 40\d/] });
  await openShell();
  await type('echo kept on the screen');
  await sees(/^kept on the screen$/m);
  const { port } = new URL(gateway.base);
  const { dataDir } = gateway;
  await gateway.kill();
  await banner()
    .getByText(/Connection lost at/)
    .waitFor();
  gateway = await startGateway({ dataDir, args: ['--port', port] });
  await banner().getByText('The session has ended').waitFor({ timeout: 30_000 });
  await banner()
    .getByRole('button', { name: /^New session on / })
    .click();
  await sees(/new session at/);
  await type('echo $((6*7))');
  await sees(/^42$/m);
  expect(await screen()).toMatch(/^kept on the screen$/m);
});

test('every state passes the accessibility check', async () => {
  await page.goto(`${CONSOLE}/nodes`);
  await page.getByRole('button', { name: /^Connect to/ }).waitFor();
  await axe(page);
  await openShell();
  await axe(page);
  await type('exit 3');
  await banner().waitFor();
  await axe(page);
});

test('on a phone a row of keys stands in for those that its keyboard lacks', async () => {
  await person.end();
  await enter({ size: PHONE });
  await openShell();
  const keys = page.getByRole('toolbar', { name: 'Keys' });
  await page.keyboard.type('sleep 100\n');
  await keys.getByRole('button', { name: 'Ctrl' }).click();
  await page.keyboard.type('c');
  await sees(/\^C/);
  await keys.getByRole('button', { name: 'Up' }).click();
  await sees(/[#$] sleep 100$/m);
  await axe(page);
});
