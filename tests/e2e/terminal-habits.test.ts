// Usual terminal behaviour: pointer, clipboard, links, bell, movable tabs, panes on a phone, questions on leaving.
import { existsSync } from 'node:fs';
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
const SHELL = '/web/cluster/east.example.test/console/node/web-1/root';

let browser: Browser;
let gateway: Gateway;
let signedIn: SignedIn;
let person: Visit;
let page: Page;
let terminal: TerminalPage;

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

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
const fillClipboard = (text: string) => page.evaluate((written) => navigator.clipboard.writeText(written), text);
/** The middle of a word on the screen, in pixels of the page. */
const placeOf = async (word: string) => {
  const row = page.locator('[role=tabpanel]:not([hidden]) .xterm-rows > div').filter({ hasText: word }).last();
  return row.evaluate((line, text) => {
    const at = line.textContent.indexOf(text) + text.length / 2;
    const { left, top, height } = line.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(line);
    const perCharacter = range.getBoundingClientRect().width / line.textContent.length;
    return { x: left + at * perCharacter, y: top + height / 2 };
  }, word);
};
/** In the settings: chooses an option of a group, or a switch. Closes them again. */
const set = async (...choices: readonly { group: string; choice: string }[]) => {
  await terminal.menu('Terminal settings');
  for (const { group, choice } of choices)
    await page.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click();
};
const closeSettings = async () => {
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('radiogroup', { name: 'Colours' }).count()).toBe(0);
};
const AWAY = { x: 900, y: 600 };

test('a double click selects, a middle click pastes, and a right click opens the menu or pastes', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('echo al""pha; cat');
  await terminal.sees(/^alpha$/m);
  const word = await placeOf('alpha');
  await page.mouse.dblclick(word.x, word.y);
  await page.mouse.click(AWAY.x, AWAY.y, { button: 'middle' });
  await page.keyboard.press('Enter');
  await terminal.sees(/^alpha\nalpha\nalpha$/m);
  await page.keyboard.press('Control+c');

  await fillClipboard('from-outside');
  await page.mouse.click(AWAY.x, AWAY.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Paste' }).click();
  await terminal.sees(/[#$] from-outside$/m);
  await page.keyboard.press('Control+u');

  await set({ group: 'Right click', choice: 'Pastes' }, { group: 'Middle click', choice: 'Nothing' });
  await axe(page);
  await closeSettings();
  await page.mouse.click(AWAY.x, AWAY.y, { button: 'middle' });
  await page.mouse.click(AWAY.x, AWAY.y, { button: 'right' });
  await terminal.sees(/[#$] from-outside$/m);
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
});

test('Ctrl+Shift+C copies the selection, and the setting “copy on select” copies without it', async () => {
  await terminal.openShell(SHELL);
  await fillClipboard('before');
  await terminal.type('echo first""-word; echo second""-word');
  await terminal.sees(/^second-word$/m);
  const first = await placeOf('first-word');
  await page.mouse.dblclick(first.x, first.y);
  expect(await clipboard()).toBe('before');
  await page.keyboard.press('Control+Shift+C');
  await expect.poll(clipboard).toBe('first-word');
  await terminal.menu('Terminal settings');
  await page.getByText('Copy on select').click();
  await closeSettings();
  const second = await placeOf('second-word');
  await page.mouse.dblclick(second.x, second.y);
  await expect.poll(clipboard).toBe('second-word');
});

test('Ctrl and a click open an address in a new tab that cannot access this tab', async () => {
  await terminal.openShell(SHELL);
  await terminal.type(`clear; echo "see (${gateway.base}/web/login)."`);
  await terminal.sees(/^see /m);
  const link = await placeOf('/web/login');
  await page.mouse.click(link.x, link.y);
  const opened = person.context.waitForEvent('page');
  await page.keyboard.down('Control');
  await page.mouse.move(link.x + 4, link.y);
  await page.mouse.click(link.x, link.y);
  await page.keyboard.up('Control');
  const other = await opened;
  expect(other.url()).toBe(`${gateway.base}/web/login`);
  expect(await other.evaluate(() => window.opener)).toBeNull();
  expect(person.context.pages()).toHaveLength(2);
});

test('an OSC 8 link that is not a web address is reported and not opened', async () => {
  await terminal.openShell(SHELL);
  await terminal.type(String.raw`clear; printf '\033]8;;javascript:alert(1)\007no-web\033]8;;\007\n'`);
  await terminal.sees(/^no-web$/m);
  const link = await placeOf('no-web');
  await page.mouse.move(link.x - 4, link.y);
  await page.mouse.move(link.x, link.y);
  await page.getByTitle('javascript:alert(1)\nOnly web addresses are opened').waitFor();
  await page.mouse.click(link.x, link.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Open address' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.down('Control');
  await page.mouse.click(link.x, link.y);
  await page.keyboard.up('Control');
  await terminal.type('echo still""-here');
  await terminal.sees(/^still-here$/m);
  expect(person.context.pages()).toHaveLength(1);
});

test('a bell marks a hidden tab, tabs are reordered by dragging, and the page title is that of the tab', async () => {
  await terminal.openShell(SHELL);
  const name = (await page.title()).split(' • ');
  expect(name).toEqual(['east.example.test', expect.stringMatching(/^root@/)]);
  await terminal.type("sleep 1; printf '\\a'; echo rung");
  await page.getByRole('button', { name: 'New session' }).click();
  await expect.poll(() => page.title()).toBe('east.example.test • New session');
  await page.getByRole('tab', { name: /bell/ }).waitFor();
  const [first, second] = [page.getByRole('tab').nth(0), page.getByRole('tab').nth(1)];
  await expect.poll(() => second.textContent()).toContain('New session');
  await second.dragTo(first);
  await expect.poll(() => page.getByRole('tab').nth(0).textContent()).toContain('New session');
  await page.keyboard.press('Alt+2');
  await terminal.sees(/^rung$/m);
  await expect.poll(() => page.getByRole('tab', { name: /bell/ }).count()).toBe(0);
});

test.each([1, 2])('a notch of the wheel scrolls three lines in scrollback and pager, at zoom %d', async (zoom) => {
  // A zoomed page has fewer and larger pixels in a window of the same size.
  const context = await browser.newContext({
    ...{ baseURL: gateway.base, storageState: signedIn, deviceScaleFactor: zoom },
    viewport: { width: 1440 / zoom, height: 900 / zoom },
  });
  await context.addInitScript(() => Object.defineProperty(window, 'outerWidth', { value: 1440 }));
  const zoomed = await context.newPage();
  const { openShell, type, sees, screen } = terminalPage(zoomed);
  const firstLine = async () => Number(/^\d+$/m.exec(await screen())?.[0]);
  const turn = async (notches: number, direction: number) => {
    for (let n = 0; n < notches; n += 1) await zoomed.mouse.wheel(0, direction * 120);
  };
  await openShell(SHELL);
  await type('seq 1 300');
  await sees(/^300$/m);
  const before = await firstLine();
  await zoomed.mouse.move(200, 200);
  await turn(6, -1);
  // The emulator turns a notch into 50 pixels, and the pixels into rows.
  await expect.poll(firstLine).toBe(before - 17);
  await type('seq 1 300 | less');
  await sees(/^:$/m);
  await turn(6, 1);
  await expect.poll(firstLine).toBe(1 + 18);
  await context.close();
});

test('a flood of bells plays one tone at a time', async () => {
  await page.addInitScript(() => {
    const tones = { count: 0 };
    Object.assign(window, { tones });
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        tones.count++;
        return super.createOscillator();
      }
    };
  });
  await terminal.openShell(SHELL);
  await set({ group: 'When a program rings the bell', choice: 'Also a tone' });
  await closeSettings();
  await terminal.focus();
  await terminal.type("head -c 20000 /dev/zero | tr '\\0' '\\a'; echo ru\"\"ng");
  await terminal.sees(/^rung$/m);
  const tones = await page.evaluate(() => (window as unknown as { tones: { count: number } }).tones.count);
  expect(tones).toBeGreaterThan(0);
  expect(tones).toBeLessThan(1000);
});

test('the screen reader mode announces output, clear empties the scrollback, and find passes axe', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('seq 1 200');
  await terminal.sees(/^200$/m);
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('^7$');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByRole('search').getByText('1 of 1').waitFor();
  await axe(page);
  await page.keyboard.press('Escape');
  // An endless search is cancelled, and the page stays responsive.
  await terminal.type("printf '%060d!\\n' 0");
  await terminal.sees(/^0{60}!$/m);
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('(0+)+$');
  await page.getByRole('button', { name: 'Regular expression' }).click();
  await page.getByRole('search').getByText('Stopped after 2 s').waitFor();
  await page.getByRole('textbox', { name: 'Find' }).fill('^0+!$');
  await page.getByRole('search').getByText('1 of 1').waitFor();
  await page.keyboard.press('Escape');
  await terminal.menu('Clear scrollback');
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('7');
  await page.getByRole('search').getByText('Not found').waitFor();
  await page.keyboard.press('Escape');
  await terminal.panes().last().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menu').getByText('Read output aloud').click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await terminal.panes().last().locator('.xterm-screen').click();
  await terminal.type('echo spoken""-words');
  await expect.poll(() => page.locator('.xterm-accessibility').textContent()).toMatch(/spoken-words/);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.getByText('Focus left the terminal. Press Enter to return').waitFor();
});

/** A shell that the page treats as older than half a minute. */
async function openOldShell(): Promise<void> {
  // Only the clock of the page: half a minute has passed since the session began.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 40_000;
  });
  await terminal.openShell(SHELL);
  // The page asks only after it has received the participants (screens §7.4).
  const sid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.waitForResponse(
    async (list) => new URL(list.url()).pathname.endsWith('/sessions') && (await list.text()).includes(sid),
  );
}

test('closing a session that is not new, or its page, asks for confirmation', async () => {
  await openOldShell();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^End session root@/ });
  await axe(page);
  await question.getByRole('button', { name: 'Keep session' }).click();
  await page.locator('.xterm-helper-textarea:focus').waitFor({ state: 'attached' });
  await terminal.type('echo kept""-alive');
  await terminal.sees(/^kept-alive$/m);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('a confirmed end of a session ends the processes of its shell at once', async () => {
  await openOldShell();
  await terminal.type('echo "pid $$"; exec sleep 4321');
  await terminal.sees(/^pid \d+$/m);
  const pid = Number(/^pid (\d+)$/m.exec(await terminal.screen())?.[1]);
  const isRunning = () => existsSync(`/proc/${pid}`);
  expect(isRunning()).toBe(true);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect.poll(isRunning, { timeout: 5000 }).toBe(false);
});

test('shells in hidden tabs have the size of their panes after a reload', async () => {
  await page.setViewportSize({ width: 1400, height: 900 });
  await terminal.openShell(SHELL);
  await page.keyboard.press('Control+Shift+D');
  await terminal.sees(PROMPT, 1);
  await terminal.type("stty size; trap 'echo now $(stty size)' WINCH");
  await terminal.sees(/^\d+ \d+$/m, 1);
  const [size] = /^\d+ \d+$/m.exec(await terminal.screen(1)) ?? [];
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('textbox', { name: 'Connect to a host by name' }).fill('root@web-1');
  await page.keyboard.press('Enter');
  await terminal.sees(PROMPT);
  const joins: string[] = [];
  page.on('websocket', (socket) => joins.push(new URL(socket.url()).searchParams.get('params') ?? ''));
  await page.reload();
  await expect.poll(() => joins.length).toBe(3);
  await terminal.sees(PROMPT);
  const sizes = joins.map((params) => JSON.parse(params).term).map(({ h, w }: { h: number; w: number }) => `${h} ${w}`);
  expect(sizes.filter((one) => one === size)).toHaveLength(2);
  await page.keyboard.press('Alt+1');
  await terminal.sees(/stty size/, 1);
  await terminal.type('echo "<$(stty size)>"');
  await terminal.sees(new RegExp(`^<${size}>$`, 'm'), 1);
});

test('a phone shows one pane with its number, and can switch to the other panes', async () => {
  await person.end();
  await enter({ size: PHONE });
  await terminal.openShell(SHELL);
  await terminal.type('NAME=first');
  await terminal.menu('Split right');
  await page.getByRole('img', { name: 'Pane 2 of 2' }).waitFor();
  await terminal.sees(PROMPT);
  await expect.poll(() => terminal.panes().count()).toBe(1);
  await axe(page);
  await page.getByRole('button', { name: /^Tabs, 1 open$/ }).click();
  await page
    .getByRole('menuitem', { name: /A pane of this tab/ })
    .first()
    .click();
  await page.getByRole('img', { name: 'Pane 1 of 2' }).waitFor();
  await terminal.type('echo "<$NAME>"');
  await terminal.sees(/^<first>$/m);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(PHONE.width);
});
