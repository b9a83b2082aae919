// Panes, tabs, find, settings and broadcast of the console, with real shells in Chromium.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acceptInvite } from '../support/account.ts';
import { axe, launchBrowser, visit } from '../support/browser.ts';
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
let cookies: Awaited<ReturnType<Visit['context']['cookies']>>;
let person: Visit;
let page: Page;

const panes = () => page.locator('[role=tabpanel]:not([hidden]) section[aria-label]:visible');
/** The text of a pane of the tab in front, row by row; they count in the order in which they were opened. */
const screen = (n: number): Promise<string> =>
  panes()
    .nth(n)
    .evaluate((pane) =>
      [...pane.querySelectorAll('.xterm-rows > div')]
        .map((row) => row.textContent.replace(/\u00a0/g, ' ').trimEnd())
        .join('\n'),
    );
const sees = (text: RegExp, n = 0) => expect.poll(() => screen(n), { timeout: 15_000 }).toMatch(text);
const type = (line: string) => page.keyboard.type(`${line}\n`);
const PROMPT = /[#$] ?$/m;
const openShell = async () => {
  await page.goto(`${CONSOLE}/node/web-1/root`);
  await sees(PROMPT);
};
const splitRight = async () => {
  const before = await panes().count();
  await page.keyboard.press('Control+Shift+D');
  await sees(PROMPT, before);
};
const menu = async (item: string) => {
  await panes().last().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
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
beforeEach(async () => {
  person = await visit(browser, gateway.base, { permissions: ['clipboard-read', 'clipboard-write'], theme: 'dark' });
  await person.context.addCookies(cookies);
  page = person.page;
});
afterEach(() => person.end());

test('panes have shells of their own; keys go from one to the other, make one large and move its edge', async () => {
  await openShell();
  await type('NAME=left');
  await splitRight();
  await type('NAME=right');
  await page.keyboard.press('Control+Shift+E');
  await sees(PROMPT, 2);
  await type('NAME=below; echo "<$NAME>"');
  await sees(/^<below>$/m, 2);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await type('echo "<$NAME>"');
  await sees(/^<right>$/m, 1);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await type('echo "<$NAME>"; stty size');
  await sees(/^<left>$/m, 0);
  const widths = () => panes().evaluateAll((all) => all.map((pane) => Math.round(pane.getBoundingClientRect().width)));
  expect(await widths()).toEqual([720, 720, 720]);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  expect((await widths())[0]).toBeGreaterThan(750);
  const divider = page.getByRole('separator', { name: 'Width of the panes' });
  await divider.dblclick({ position: { x: 3, y: 100 } });
  await expect.poll(widths).toEqual([720, 720, 720]);
  await axe(page);

  await panes().first().locator('.xterm').click();
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(widths).toEqual([1440]);
  await type('echo alone');
  await sees(/^alone$/m);
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => panes().count()).toBe(3);
  await type('exit');
  await expect.poll(() => panes().count()).toBe(2);
});

test('a reload brings tabs, panes and names back, with the same shells', async () => {
  await openShell();
  await type('KEPT=left');
  await splitRight();
  await type('KEPT=right');
  const tab = page.getByRole('tab', { selected: true });
  await page.keyboard.press('Control+Shift+ArrowUp');
  await tab.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('incident');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New session' }).click();
  await page.getByRole('textbox', { name: 'Connect to a host by name' }).fill('root@web-1');
  await page.keyboard.press('Enter');
  await sees(PROMPT);
  await type('KEPT=second');
  await page.reload();
  await expect.poll(() => page.getByRole('tab').count()).toBe(2);
  expect(await page.getByRole('tab').first().textContent()).toContain('incident');
  await sees(/KEPT=second/);
  await page.keyboard.press('Alt+1');
  await sees(/KEPT=left/, 0);
  await sees(/KEPT=right/, 1);
  await type('echo "<$KEPT>"');
  await sees(/^<right>$/m, 1);
});

test('a tab that was closed comes back with its shell, and its order changes by keys', async () => {
  await openShell();
  await type('KEPT=closed');
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Reopen root@/ }).click();
  await sees(/KEPT=closed/);
  await page.getByRole('tab').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await sees(PROMPT);
  await type('echo "<$KEPT>"');
  await sees(/^<>$/m);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Enter');
  await sees(/^<>$/m);
  expect(await page.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
});

test('find marks and counts all matches, by case and by regular expression', async () => {
  await openShell();
  await type('clear; for i in $(seq 1 300); do echo "Line $i"; done');
  await sees(/^Line 300$/m);
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
  await sees(/^Line 2$/m);
  await field.fill('Line [');
  await bar.getByText('Not a regular expression').waitFor();
  await field.press('Escape');
  await type('echo back in');
  await sees(/^back in$/m);

  const download = page.waitForEvent('download');
  await menu('Save as text');
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text.split('\n').filter((line) => /^Line \d+$/.test(line))).toHaveLength(300);
});

test('typing goes to the chosen panes, with a sign, until one of them closes', async () => {
  await openShell();
  await splitRight();
  await page.keyboard.press('Control+Shift+B');
  await page.getByRole('button', { name: 'Type into 2 terminals' }).click();
  await page.getByText('Typing goes to 2 of 2 panes').waitFor();
  await type('echo both-$((20+1))');
  await sees(/^both-21$/m, 0);
  await sees(/^both-21$/m, 1);
  await axe(page);
  await page.evaluate(() => navigator.clipboard.writeText('echo one\necho two\n'));
  await page.keyboard.press('Control+Shift+V');
  const question = page.getByRole('dialog', { name: 'Paste 2 lines into 2 terminals?' });
  await question.getByRole('button', { name: 'Paste 2 lines' }).click();
  await page.keyboard.press('Enter');
  await sees(/^two$/m, 0);
  await sees(/^two$/m, 1);
  await splitRight();
  await type('echo not-here; exit');
  await expect.poll(() => panes().count()).toBe(2);
  expect(await screen(0)).not.toContain('not-here');
  await page.getByText('Typing goes to 2 of 2 panes').waitFor();
  await panes().first().getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.getByText('Typing goes to').count()).toBe(0);
});

test('settings hold at once in every pane, and for the next page', async () => {
  await openShell();
  await splitRight();
  await menu('Terminal settings');
  const size = page.getByRole('textbox', { name: /^Size of the text/ });
  await size.fill('20');
  const sizes = () =>
    page.evaluate(() => [...document.querySelectorAll('.xterm-rows')].map((rows) => getComputedStyle(rows).fontSize));
  await expect.poll(sizes).toEqual(['20px', '20px']);
  await size.fill('99');
  await page.getByText('A whole number from 10 to 24').waitFor();
  await axe(page);
  await page.reload();
  await expect.poll(sizes).toEqual(['20px', '20px']);
});

test('a program may write to the clipboard only when somebody has said so, and never reads it', async () => {
  await openShell();
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await type("printf '\\033]52;c;?\\007'; printf '\\033]52;c;aGVsbG8=\\007'");
  const note = page.getByRole('alert').filter({ hasText: 'wants to put text on your clipboard' });
  await note.getByText('hello').waitFor();
  expect(await clipboard()).toBe('mine');
  await note.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.poll(clipboard).toBe('hello');
  await type("printf '\\033]52;c;YWdhaW4=\\007'");
  await expect.poll(clipboard).toBe('again');
});

test('keys that the browser keeps are sent from a menu', async () => {
  await openShell();
  await page.keyboard.type('echo one two');
  await page.getByRole('button', { name: 'Send a key' }).click();
  await page.getByRole('menuitem', { name: 'Ctrl W' }).click();
  await page.keyboard.press('Enter');
  await sees(/^one$/m);
});
