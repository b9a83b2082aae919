// The terminal as a user works with it: a real shell behind a real gateway, in Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit, type VisitOptions } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { PROMPT, terminalPage, type TerminalPage } from '../support/terminalPage.ts';

const CONFIG = `
cluster_name: east.example.test
auth: { second_factor: "off" }
node: { name: web-1 }
`;
const CONSOLE = '/web/cluster/east.example.test/console';
/** The only server of this gateway is the machine that it runs on. */
const SHELL = `${CONSOLE}/node/web-1/root`;

let browser: Browser;
let gateway: Gateway;
let signedIn: SignedIn;
let person: Visit;
let page: Page;
let terminal: TerminalPage;

const tab = (name: string | RegExp) => page.getByRole('tab', { name });

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: CONFIG })]);
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const enter = async (options: VisitOptions = {}) => {
  person = await visit(browser, gateway.base, {
    state: signedIn,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  page = person.page;
  terminal = terminalPage(page);
};
beforeEach(() => enter());
afterEach(() => person.end());

test('typed commands run in a shell of the login, with the size in the footer', async () => {
  await terminal.openShell(SHELL);
  expect(page.url()).toMatch(/\/console\/session\/[0-9a-f-]{36}$/);
  await terminal.type('whoami; stty size');
  await terminal.sees(/^root$/m);
  expect(gateway.log()).not.toMatch(/access_token=[0-9a-f]/);
  const size = (where: Page) => where.getByText(/^\d+ × \d+$/).textContent();
  const [cols, rows] = ((await size(page)) ?? '').split(' × ');
  await terminal.sees(new RegExp(`^${rows} ${cols}$`, 'm'));

  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(() => size(page)).not.toBe(`${cols} × ${rows}`);
  const [narrower, lower] = ((await size(page)) ?? '').split(' × ');
  expect(Number(narrower)).toBeLessThan(Number(cols));
  await terminal.type('clear; stty size');
  await terminal.sees(new RegExp(`^${lower} ${narrower}$`, 'm'));
});

test("the socket of the session is the page's first and only socket", async () => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).searchParams.get('params') ?? ''));
  // The settings and the rest of the page load once the shell is open.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/(config|(openTerminal|shared|sessions|base)-[^/]+)\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(SHELL, { waitUntil: 'commit' });
  await expect.poll(() => sockets.length).toBe(1);
  release();
  await terminal.sees(PROMPT);
  expect(sockets.map((params) => JSON.parse(params).server_id)).toEqual(['web-1']);
  await terminal.type('echo in-$((40 + 2))');
  await terminal.sees(/^in-42$/m);
});

test('text typed before the page has loaded or from the first paint of the prompt reaches the shell', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/openTerminal-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const socket = page.waitForEvent('websocket');
  await page.addInitScript(`
    globalThis.focusAtPrompt = [];
    new MutationObserver(() => {
      const rows = [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('');
      if (/[#$]/.test(rows)) focusAtPrompt.push(document.activeElement?.tagName);
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto(SHELL, { waitUntil: 'commit' });
  await socket;
  await page.keyboard.type('echo earlx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('y-$((40 + 2))\n');
  release();
  await terminal.sees(/^early-42$/m);
  expect(await page.evaluate<string>('focusAtPrompt[0]')).toBe('TEXTAREA');
});

test('a shell with exit status 0 closes its tab, and a failed shell keeps its output and tab', async () => {
  await terminal.openShell(SHELL);
  const name = (await tab(/@/).textContent()) ?? '';
  expect(name).toContain('root@');
  await terminal.type('exit');
  await page.getByRole('heading', { name: /has ended$/ }).waitFor();
  await page.getByRole('button', { name: /^Open root@.* again$/ }).click();
  await terminal.sees(PROMPT);

  await terminal.type('seq 200; echo last words; exit 3');
  await terminal.banner().getByText('The shell ended with status 3').waitFor();
  // The banner reduces the height of the terminal and covers no output.
  const bottomOf = async (row: string) => {
    const box = await page.locator('.xterm-rows > div').filter({ hasText: row }).boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  const bannerTop = async () => (await terminal.banner().boundingBox())?.y ?? 0;
  await expect.poll(async () => (await bannerTop()) - (await bottomOf('Process exited'))).toBeGreaterThanOrEqual(0);
  expect(await terminal.screen()).toContain('last words');
  await tab(/ended, exit 3/).waitFor();
  // Typing that continues opens no session. After a pause Enter opens one.
  await page.keyboard.type('rm -rf  ./x y', { delay: 60 });
  await terminal.banner().getByText('The shell ended with status 3').waitFor();
  const next = terminal.banner().getByRole('button', { name: /^New session on / });
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await terminal.sees(/new session at/);
  expect(await terminal.screen()).not.toMatch(/x y|not found/);
  await terminal.type('echo again');
  await terminal.sees(/^again$/m);
  expect(await terminal.screen()).toContain('last words');
});

test('a flood of output arrives completely and in order', async () => {
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
  await terminal.openShell(SHELL);
  await terminal.type('seq 1 1000000; echo DONE-$((40+2))');
  await expect.poll(() => terminal.screen(), { timeout: 60_000, interval: 50 }).toMatch(/^DONE-42$/m);
  const numbers = (await terminal.screen())
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
  expect(numbers.at(-1)).toBe(1_000_000);
  expect(numbers).toEqual(numbers.map((_, i) => 1_000_001 - numbers.length + i));
  const bytes = await page.evaluate(() => (window as unknown as { received: { bytes: number } }).received.bytes);
  // The digits of all numbers, each line ended by CR LF.
  expect(bytes).toBeGreaterThan(5_888_896 + 2_000_000);

  // The whole buffer, through the clipboard: the scrollback is also complete.
  await terminal.type('clear; printf "\\033[3J"; seq 1 900; echo DONE-$((40+3))');
  await terminal.sees(/^DONE-43$/m);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Select all' }).click();
  await page.keyboard.press('Control+Shift+C');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const lines = copied.split('\n').filter((line) => /^\d+$/.test(line));
  expect(lines).toEqual(Array.from({ length: 900 }, (_, i) => String(i + 1)));
});

test('a reload continues the same shell', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('KEPT=still-here');
  const address = page.url();
  await page.reload();
  await terminal.sees(/KEPT=still-here/);
  expect(page.url()).toBe(address);
  await terminal.type('echo $KEPT');
  await terminal.sees(/^still-here$/m);
});

test('each tab has its own session, and Alt with a digit switches between tabs', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('MINE=first');
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('textbox', { name: 'Connect to a host by name' }).fill('root@web-1');
  await page.keyboard.press('Enter');
  await terminal.sees(PROMPT);
  await terminal.type('echo "<$MINE>"');
  await terminal.sees(/^<>$/m);
  const second = page.url();
  await page.keyboard.press('Alt+1');
  await terminal.sees(/MINE=first/);
  await terminal.type('echo "<$MINE>"');
  await terminal.sees(/^<first>$/m);
  expect(page.url()).not.toBe(second);
  await page.keyboard.press('Alt+2');
  await expect.poll(() => page.url()).toBe(second);
  await page.getByRole('button', { name: 'Close' }).click();
  await terminal.sees(/^<first>$/m);
  await expect.poll(() => page.getByRole('tab').count()).toBe(1);
});

test('two windows in one session show the same output and each other as participants', async () => {
  await terminal.openShell(SHELL);
  const other = await person.context.newPage();
  const theirs = terminalPage(other);
  await other.setViewportSize({ width: 1000, height: 700 });
  await other.goto(page.url());
  await theirs.sees(PROMPT);
  await theirs.type('echo from-$((1+1))');
  await terminal.sees(/^from-2$/m);
  // The last size of any participant applies.
  await page.getByText(/^\d+ × \d+, size set by your other window$/).waitFor();
  const people = page.getByRole('button', { name: '2 participants' });
  await people.click();
  await page.getByRole('menuitem', { name: 'Copy invitation link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await theirs.type('exit');
  await page.getByRole('heading', { name: /has ended$/ }).waitFor();
  await other.getByRole('heading', { name: /has ended$/ }).waitFor();
});

test('the terminal reports a lost network and keeps its output, and rejoins when the network is back', async () => {
  await person.end();
  await enter({ expects: [/ERR_INTERNET_DISCONNECTED/] });
  await terminal.openShell(SHELL);
  await terminal.type('KEPT=over-the-gap; echo before');
  await terminal.sees(/^before$/m);
  await person.context.setOffline(true);
  await terminal
    .banner()
    .getByText(/Connection lost at/)
    .waitFor();
  await terminal
    .banner()
    .getByText(/Next try in/)
    .waitFor();
  await page.keyboard.type('nobody hears this');
  await terminal.banner().getByText('Later input may not have arrived').waitFor();
  expect(await terminal.screen()).toMatch(/^before$/m);
  await person.context.setOffline(false);
  await terminal.sees(/lost at .* rejoined at/);
  await expect.poll(() => terminal.banner().count()).toBe(0);
  await terminal.type('echo $KEPT');
  await terminal.sees(/^over-the-gap$/m);
  expect(await terminal.screen()).toMatch(/^before$/m);
  expect(await terminal.screen()).not.toContain('nobody hears this');
});

test('keys move the focus out of the terminal and back, and close tabs', async () => {
  await terminal.openShell(SHELL);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab');
  await page.getByText('Focus left the terminal. Press Enter to return').waitFor();
  await page.keyboard.press('Enter');
  await terminal.type('echo back');
  await terminal.sees(/^back$/m);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Delete');
  await page.getByText('No session is open').waitFor();
});

test('a line is pasted directly, several lines after a confirmation, and control characters are removed', async () => {
  await terminal.openShell(SHELL);
  const paste = async (text: string) => {
    await page.evaluate((written) => navigator.clipboard.writeText(written), text);
    await page.keyboard.press('Control+Shift+V');
  };
  await paste('echo one-line');
  await terminal.sees(/echo one-line/);
  await page.keyboard.press('Enter');
  // With its prompt the shell uses bracketed paste again.
  await terminal.sees(/^one-line\n.*[#$]$/m);

  // A shell with bracketed paste causes no question.
  await paste('echo three\necho four');
  await terminal.sees(/echo four/);
  // Not Ctrl+C: an interrupted shell drops the text that is typed right after it.
  await page.keyboard.press('Enter');
  await terminal.sees(/^four$/m);
  await terminal.type('bind "set enable-bracketed-paste off" && echo bare""-prompt');
  await terminal.sees(/^bare-prompt$/m);
  await paste(`echo two${' '.repeat(200)}; echo aside\necho lines\n`);
  const dialog = page.getByRole('dialog', { name: /^Paste 2 lines/ });
  // The whole of a long line is visible.
  const isWhole = (text: Element) => text.scrollWidth <= text.clientWidth;
  expect(await dialog.getByLabel('Text to paste').evaluate(isWhole)).toBe(true);
  await dialog.getByRole('button', { name: 'Do not paste' }).click();
  await dialog.waitFor({ state: 'detached' });
  await paste('echo \x1b[201~two\necho lines\n');
  await dialog.getByText('1 control character was removed').waitFor();
  await dialog.getByRole('button', { name: 'Paste 2 lines' }).click();
  await page.keyboard.press('Enter');
  await terminal.sees(/^lines$/m);
});

test.each([
  ['an unknown server', `${CONSOLE}/node/3c91d1d6-67cf-4d76-97bf-2f858022fd20/root`],
  ['a login that the roles do not allow', `${CONSOLE}/node/web-1/nobody-like-this`],
  ['a session that has ended', `${CONSOLE}/session/eeb62b0d-2708-4069-a081-6b3807fc3260`],
])('%s is refused with a message', async (_, address) => {
  await person.end();
  await enter({ expects: [/WebSocket connection to .* failed/, /status of 40\d/] });
  await page.goto(address);
  await terminal.banner().getByText('No session was opened').waitFor();
  await tab(/not opened/).waitFor();
});

test('a restart of the gateway ends all sessions, and one click starts new ones in their panes', async () => {
  await person.end();
  await enter({ expects: [/ERR_CONNECTION_/, /WebSocket connection to .* failed/, /status of 40\d/] });
  await terminal.openShell(SHELL);
  await terminal.type('echo kept on the screen');
  await terminal.sees(/^kept on the screen$/m);
  await page.keyboard.press('Control+Shift+D');
  await terminal.sees(PROMPT, 1);
  const { port } = new URL(gateway.base);
  const { dataDir } = gateway;
  await gateway.kill();
  await terminal
    .banner()
    .getByText(/Connection lost at/)
    .first()
    .waitFor();
  gateway = await startGateway({ dataDir, args: ['--port', port] });
  const all = terminal.banner().getByRole('button', { name: 'New sessions in all 2 panes that ended' });
  await all.first().waitFor({ timeout: 30_000 });
  await terminal
    .banner()
    .getByRole('button', { name: /^New session on / })
    .first()
    .waitFor();
  await all.first().click();
  for (const n of [0, 1]) await terminal.sees(/new session at/, n);
  await terminal.focus();
  await terminal.type('echo $((6*7))');
  await terminal.sees(/^42$/m);
  expect(await terminal.screen()).toMatch(/^kept on the screen$/m);
});

test('every state passes the accessibility check', async () => {
  await page.goto(`${CONSOLE}/nodes`);
  await page.getByRole('button', { name: /^Connect to/ }).waitFor();
  await axe(page);
  await terminal.openShell(SHELL);
  await axe(page);
  await terminal.type('exit 3');
  await terminal.banner().waitFor();
  await axe(page);
});

test('on a phone a key bar offers the keys that its keyboard does not have', async () => {
  await person.end();
  await enter({ size: PHONE, touch: true });
  await terminal.openShell(SHELL);
  await terminal.type('seq 200; echo needle-word');
  await terminal.sees(/^200$/m);
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  // A swipe down scrolls back, a long press selects the word and opens the menu.
  await finger('touchStart', { x: 150, y: 250 });
  for (let y = 260; y <= 600; y += 10) await finger('touchMove', { x: 150, y });
  await finger('touchEnd');
  await expect.poll(async () => (await terminal.screen()).includes('needle-word')).toBe(false);
  await page.keyboard.press('Enter');
  await terminal.sees(/^needle-word$/m);
  await terminal.sees(/[#$] *\n[^\n]*[#$] *$/); // the new prompt has moved the lines above it
  const row = page.locator('.xterm-rows > div').filter({ hasText: /^needle-word/ });
  const box = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await finger('touchStart', { x: box.x + 30, y: box.y + box.height / 2 });
  await page.getByRole('menuitem', { name: 'Copy' }).waitFor();
  await finger('touchEnd');
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('needle-word');
  const keys = page.getByRole('toolbar', { name: 'Keys' });
  await page.keyboard.type('sleep 100\n');
  await keys.getByRole('button', { name: 'Ctrl' }).click();
  await page.keyboard.type('c');
  await terminal.sees(/\^C\n[^\n]*[#$] *$/); // the shell reads keys again
  await keys.getByRole('button', { name: 'Up', exact: true }).click();
  await terminal.sees(/[#$] sleep 100$/m);
  await axe(page);
});
