// Panes, tabs, find, settings and broadcast of the console, with real shells in Chromium.
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axe, DESKTOP, launchBrowser, visit, type SignedIn, type Visit } from '../support/browser.ts';
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

const splitRight = async () => {
  const before = await terminal.panes().count();
  await page.keyboard.press('Control+Shift+D');
  await terminal.sees(PROMPT, before);
};
beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config: CONFIG })]);
  ({ signedIn } = await firstAccount(gateway));
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  person = await visit(browser, gateway.base, {
    state: signedIn,
    permissions: ['clipboard-read', 'clipboard-write'],
    theme: 'dark',
  });
  page = person.page;
  terminal = terminalPage(page);
});
afterEach(() => person.end());

test('the menu of a pane does not cut off its labels, shortcuts and reasons', async () => {
  await terminal.openShell(SHELL);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await terminal.panes().last().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Type into several terminals' }).waitFor();
    await page
      .getByRole('menu')
      .getByText(/^Latency \d+ ms, the session is recorded$/)
      .waitFor();
    const labels = page.locator('[role=menuitem] .cut');
    const cut = await labels.evaluateAll((all) => {
      const text = document.createRange(); // exact: a fraction of a pixel can cut off a word
      const widthOf = (of: Element | Range) => of.getBoundingClientRect().width;
      const isCut = (label: Element) => (text.selectNodeContents(label), widthOf(text) > widthOf(label));
      return all.filter(isCut).map((label) => label.textContent);
    });
    expect(cut, `${width} px wide`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('panes have their own shells, and keys switch between them, maximize one and move its edge', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('NAME=left');
  await splitRight();
  await terminal.type('NAME=right');
  await page.keyboard.press('Control+Shift+E');
  await terminal.sees(PROMPT, 2);
  await terminal.type('NAME=below; echo "<$NAME>"');
  await terminal.sees(/^<below>$/m, 2);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await terminal.type('echo "<$NAME>"');
  await terminal.sees(/^<right>$/m, 1);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await terminal.type('echo "<$NAME>"; stty size');
  await terminal.sees(/^<left>$/m);
  const widths = () =>
    terminal.panes().evaluateAll((all) => all.map((pane) => Math.round(pane.getBoundingClientRect().width)));
  await expect.poll(widths).toEqual([720, 720, 720]);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(750);
  const divider = page.getByRole('separator', { name: 'Width of the panes' });
  await divider.dblclick({ position: { x: 3, y: 100 } });
  await expect.poll(widths).toEqual([720, 720, 720]);
  await axe(page);

  await terminal.panes().first().locator('.xterm').click();
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(widths).toEqual([1440]);
  await terminal.type('echo alone');
  await terminal.sees(/^alone$/m);
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => terminal.panes().count()).toBe(3);
  await terminal.type('exit');
  await expect.poll(() => terminal.panes().count()).toBe(2);
});

test('in a low pane output stays visible after the end of a session, and the menu offers the next step', async () => {
  await page.setViewportSize({ width: 1440, height: 460 });
  await terminal.openShell(SHELL);
  await page.keyboard.press('Control+Shift+E');
  await terminal.sees(PROMPT, 1);
  await terminal.type('exit 5');
  const pane = terminal.panes().last();
  await pane.getByRole('button', { name: 'New session on web-1' }).waitFor();
  const last = pane.locator('.xterm-rows > div', { hasText: 'Process exited with status 5' });
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top(terminal.banner())) - (await top(pane))).toBeGreaterThan(100);
  await expect.poll(async () => (await top(terminal.banner())) - (await top(last))).toBeGreaterThan(16);
  await page.setViewportSize({ width: 1440, height: 200 });
  await terminal.banner().waitFor({ state: 'hidden' });
  await expect.poll(async () => (await top(page.getByRole('contentinfo'))) - (await top(last))).toBeGreaterThan(16);
  await axe(page);
  await terminal.menu('New session in this pane');
  await terminal.sees(PROMPT, 1);
});

test('a reload restores tabs, panes and names, with the same shells', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('KEPT=left');
  await splitRight();
  await terminal.type('KEPT=right');
  const tab = page.getByRole('tab', { selected: true });
  await page.keyboard.press('Control+Shift+ArrowUp');
  await tab.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('incident');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('textbox', { name: 'Connect to a host by name' }).fill('root@web-1');
  await page.keyboard.press('Enter');
  await terminal.sees(PROMPT);
  await terminal.type('KEPT=second');
  await page.reload();
  await expect.poll(() => page.getByRole('tab').count()).toBe(2);
  await expect.poll(() => page.getByRole('tab').first().textContent()).toContain('incident');
  await terminal.sees(/KEPT=second/);
  await page.keyboard.press('Alt+1');
  await terminal.sees(/KEPT=left/);
  await terminal.sees(/KEPT=right/, 1);
  await terminal.type('echo "<$KEPT>"');
  await terminal.sees(/^<right>$/m, 1);
});

test('a closed tab is restored with its shell, and keys reorder tabs', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('KEPT=closed');
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Reopen root@/ }).click();
  await terminal.sees(/KEPT=closed/);
  await page.getByRole('tab').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await terminal.sees(PROMPT);
  await terminal.type('echo "<$KEPT>"');
  await terminal.sees(/^<>$/m);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Enter');
  await terminal.sees(/^<>$/m);
  await expect.poll(() => page.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
});

test('each of nine tabs shows its host, and other text in the tab shrinks', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('exit 5');
  const tabs = page.getByRole('tab');
  for (let n = 2; n <= 9; n++) {
    await tabs.last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => tabs.count()).toBe(n);
    await terminal.sees(PROMPT);
    await terminal.type('exit 5');
    await tabs.last().filter({ hasText: 'ended, exit 5' }).waitFor();
  }
  const cutHosts = () =>
    tabs
      .getByText('web-1', { exact: true })
      .evaluateAll((hosts) => hosts.filter((host) => host.scrollWidth > host.clientWidth).length);
  expect(await tabs.getByText('web-1', { exact: true }).count()).toBe(9);
  expect(await cutHosts()).toBe(0);
  const hidden = () =>
    tabs.last().evaluate((tab) => {
      const strip = tab.closest('[role=tablist]')?.getBoundingClientRect();
      return Math.max(0, Math.round(tab.getBoundingClientRect().right - (strip?.right ?? 0)));
    });
  await page.setViewportSize({ width: 720, height: 900 });
  await expect
    .poll(() => tabs.last().evaluate((tab) => tab.closest('[role=tablist]')?.clientWidth ?? 0))
    .toBeLessThan(720);
  await expect.poll(hidden).toBe(0);
  await page.setViewportSize(DESKTOP);
});

test('find marks and counts all matches, by case and by regular expression', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('clear; for i in $(seq 1 300); do echo "Line $i"; done');
  await terminal.sees(/^Line 300$/m);
  await page.keyboard.press('Control+Shift+F');
  const field = page.getByRole('textbox', { name: 'Find' });
  const bar = page.getByRole('search');
  await field.fill('line 29');
  // 29 and 290 to 299.
  await bar.getByText('11 of 11').waitFor();
  await page.keyboard.press('Enter');
  await bar.getByText('10 of 11').waitFor();
  await bar.getByRole('button', { name: 'Match case' }).click();
  await bar.getByText('Not found').waitFor();
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('^Line [12]$');
  await bar.getByText('2 of 2').waitFor();
  await terminal.sees(/^Line 2$/m);
  await field.fill('Line [');
  await bar.getByText('Not a regular expression').waitFor();
  await terminal.panes().locator('.xterm-screen').click();
  await page.locator('.xterm-helper-textarea:focus').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+Shift+F');
  await page.locator('input[aria-label=Find]:focus').waitFor();
  await field.press('Escape');
  await terminal.type('echo back in');
  await terminal.sees(/^back in$/m);

  const download = page.waitForEvent('download');
  await terminal.menu('Save as text');
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.split('\n').filter((line) => /^Line \d+$/.test(line))).toHaveLength(300);
});

test('an endless regular expression is cancelled, and the page stays responsive', async () => {
  await terminal.openShell(SHELL);
  await terminal.type('clear; for i in $(seq 40); do printf "word "; done; echo end');
  await terminal.sees(/end$/m);
  await page.keyboard.press('Control+Shift+F');
  const bar = page.getByRole('search');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  const field = page.getByRole('textbox', { name: 'Find' });
  await field.fill('(\\w+\\s*)+\\d$');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await bar.getByText('Stopped after 2 s').waitFor();
  await field.fill('end');
  await bar.getByText(/^\d of \d$/).waitFor();
});

test('typed text is sent to the selected panes, with a visible notice, until one of them closes', async () => {
  await terminal.openShell(SHELL);
  await splitRight();
  await page.keyboard.press('Control+Shift+B');
  const group = page.getByRole('dialog').getByRole('group');
  expect(await group.evaluate((panes) => getComputedStyle(panes).borderStyle)).toBe('none');
  await page.getByRole('button', { name: 'Type into 2 terminals' }).click();
  await page.getByText('Typing goes to 2 of 2 panes').waitFor();
  await terminal.type('echo both-$((20+1))');
  await terminal.sees(/^both-21$/m);
  await terminal.sees(/^both-21$/m, 1);
  await axe(page);
  // The page asks for no confirmation for terminals that use bracketed paste.
  await terminal.type('bind "set enable-bracketed-paste off"; echo bare""-prompt');
  await terminal.sees(/^bare-prompt$/m);
  await terminal.sees(/^bare-prompt$/m, 1);
  await page.evaluate(() => navigator.clipboard.writeText('echo one\necho two\n'));
  await page.keyboard.press('Control+Shift+V');
  const question = page.getByRole('dialog', { name: 'Paste 2 lines into 2 terminals?' });
  await question.getByRole('button', { name: 'Paste 2 lines' }).click();
  await page.keyboard.press('Enter');
  await terminal.sees(/^two$/m);
  await terminal.sees(/^two$/m, 1);
  await splitRight();
  await terminal.type('echo not-here; exit');
  await expect.poll(() => terminal.panes().count()).toBe(2);
  expect(await terminal.screen()).not.toContain('not-here');
  await page.getByText('Typing goes to 2 of 2 panes').waitFor();
  await terminal.panes().first().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.getByText('Typing goes to').count()).toBe(0);
});

test('new session, next tab and close tab have shortcuts', async () => {
  await terminal.openShell(SHELL);
  const tabs = page.getByRole('tablist', { name: 'Sessions' }).getByRole('tab');
  const front = () => tabs.evaluateAll((all) => all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'));
  await page.keyboard.press('Control+Shift+L');
  await expect.poll(() => tabs.count()).toBe(2);
  await page.keyboard.press('Control+Shift+L'); // the list of servers is already open
  await page.getByRole('main').getByRole('table').or(page.getByRole('main').getByRole('searchbox')).first().waitFor();
  await page.keyboard.press('Control+Shift+G');
  await expect.poll(front).toBe(0);
  await terminal.type('echo typed-$((40+2))');
  await terminal.sees(/^typed-42$/m);
  await terminal.type(String.raw`printf '\033]0;building\a'; sleep 20`);
  const hint = async () => {
    await tabs.last().hover();
    await tabs.first().hover();
    return tabs.first().getAttribute('title');
  };
  await expect.poll(hint).toMatch(/\nbuilding$/);
  await page.keyboard.press('Control+Shift+K');
  await expect.poll(() => tabs.count()).toBe(1);
});

test('settings apply at once in every pane, and survive a reload', async () => {
  await terminal.openShell(SHELL);
  await splitRight();
  await terminal.menu('Terminal settings');
  const size = page.getByRole('textbox', { name: /^Size of the text/ });
  await size.fill('20');
  const sizes = () =>
    page.evaluate(() => [...document.querySelectorAll('.xterm-rows')].map((rows) => getComputedStyle(rows).fontSize));
  await expect.poll(sizes).toEqual(['20px', '20px']);
  await size.fill('99');
  await page.getByText('A whole number from 10 to 24').waitFor();
  await axe(page);
  // This page is dark.
  await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Light', { exact: true }).click();
  const luminance = () =>
    page
      .locator('.xterm-scrollable-element')
      .first()
      .evaluate((screen) => Number(/\d+/.exec(getComputedStyle(screen).backgroundColor)?.[0]));
  await expect.poll(luminance).toBeGreaterThan(200);
  await page.reload();
  await expect.poll(sizes).toEqual(['20px', '20px']);
  await expect.poll(luminance).toBeGreaterThan(200);
});

test('a program can write to the clipboard only with permission, and cannot read it', async () => {
  await terminal.openShell(SHELL);
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await terminal.type("printf '\\033]52;c;?\\007'; printf '\\033]52;c;aGVsbG8=\\007'");
  const note = page.getByRole('alert').filter({ hasText: 'wants to put text on your clipboard' });
  await note.getByText('hello').waitFor();
  expect(await clipboard()).toBe('mine');
  await note.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(clipboard).toBe('hello');
  await terminal.type("printf '\\033]52;c;bmV4dA==\\007'");
  await note.getByText('next').waitFor();
  await note.getByRole('button', { name: 'Always allow' }).click();
  await expect.poll(clipboard).toBe('next');
  await terminal.type("printf '\\033]52;c;YWdhaW4=\\007'");
  await expect.poll(clipboard).toBe('again');
});

test('keys that the browser reserves can be sent from a menu', async () => {
  await terminal.openShell(SHELL);
  await page.keyboard.type('echo one two');
  await page.getByRole('button', { name: 'Send a key' }).click();
  await page.getByRole('menuitem', { name: 'Ctrl W' }).click();
  await page.keyboard.press('Enter');
  await terminal.sees(/^one$/m);
});
