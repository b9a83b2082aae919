// Recordings in the player, as a reviewer uses them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  axe,
  DESKTOP,
  launchBrowser,
  PHONE,
  visit,
  ZOOMED,
  type SignedIn,
  type Visit,
  type VisitOptions,
} from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount } from '../support/signedIn.ts';
import { terminalPage } from '../support/terminalPage.ts';
import type { WebClient } from '../support/webClient.ts';
import { writeRecording, type Printed } from '../support/writeRecording.ts';

const CONFIG = `
cluster_name: example.test
auth: { second_factor: "off" }
node: { name: node-1 }
`;
const PROMPT = '\x1b[32mroot@node-1\x1b[0m:~# ';

/** Commands of a shell, each with its output and the pause before it. */
function shell(commands: readonly (readonly [command: string, output: string, pauseMs: number])[]): Printed[] {
  const printed: Printed[] = [
    { ms: -10, size: '100:30' },
    { ms: 0, text: PROMPT },
  ];
  let ms = 0;
  for (const [command, output, pauseMs] of commands) {
    ms += pauseMs;
    printed.push({ ms, text: command }, { ms: ms + 200, text: `\r\n${output}${PROMPT}` });
    ms += 200;
  }
  return printed;
}

const STORY = shell([
  ['ls -la /var/tmp', 'total 20480\r\n', 1000],
  ['systemctl reload nginx', 'Job for nginx.service failed.\r\n', 5000],
  ['psql payments', 'psql (16.4)\r\n', 170_000],
  ['delete from settle_tmp where created < now();', 'DELETE 184203\r\n', 3000],
  ['seq 1 200', Array.from({ length: 200 }, (_, n) => `${n + 1}\r\n`).join(''), 60_000],
  ['exit', 'logout\r\n', 2000],
]);

let gateway: Gateway;
let browser: Browser;
let state: SignedIn;
let admin: WebClient;
let sid = '';

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  browser = await launchBrowser();
  ({ signedIn: state, admin } = await firstAccount(gateway));
  sid = writeRecording(gateway.dataDir, STORY);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const address = (id: string, more = '') => `/web/cluster/example.test/session/${id}?recordingType=ssh${more}`;
async function open(id: string, more = '', options: VisitOptions = {}): Promise<Visit> {
  const person = await visit(browser, gateway.base, { state, ...options });
  await person.page.goto(address(id, more));
  return person;
}
const screen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.xterm-rows > div')]
      .map((row) => row.textContent.replace(/\u00a0/g, ' ').trimEnd())
      .join('\n')
      .trimEnd(),
  );
const shows = (page: Page, text: RegExp) => expect.poll(() => screen(page), { timeout: 15_000 }).toMatch(text);
const position = (page: Page) =>
  page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow').then(Number);
const transcript = (page: Page) => page.getByRole('complementary', { name: 'Transcript' });
const pause = (page: Page) => page.getByRole('button', { name: 'Pause', exact: true }).click();

test('playback starts automatically, skips long pauses, and stops on pause', async () => {
  const { page, end } = await open(sid);
  await shows(page, /systemctl reload nginx/);
  await expect.poll(() => page.title()).toBe(`example.test • Play ${sid}`);
  await expect.poll(() => position(page)).toBeGreaterThan(10);
  await page.getByRole('main').click();
  await page.keyboard.press('Space');
  const at = await position(page);
  await page.waitForTimeout(400);
  expect(await position(page)).toBe(at);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await end();
});

test('menu labels are aligned, with and without a check mark', async () => {
  const { page, end } = await open(sid);
  await page.getByRole('button', { name: 'More of the player' }).click();
  const labels = page.getByRole('menu').locator('[role^=menuitem] .cut');
  await labels.nth(5).waitFor();
  const starts = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().left));
  expect(starts.length).toBeGreaterThan(5);
  expect(new Set(starts).size).toBe(1);
  await end();
});

test('on a phone the actions of a recording are on one line', async () => {
  const { page, end } = await open(sid, '#t=2m59s', { size: PHONE, touch: true });
  const actions = ['Mark reviewed', 'Copy link', 'Export'].map((name) => page.getByRole('button', { name }));
  for (const action of actions) await action.waitFor();
  const lines = await Promise.all(actions.map(async (action) => (await action.boundingBox())?.y));
  expect(new Set(lines).size).toBe(1);
  await end();
});

test('the bar, keys and the transcript seek forwards and backwards', async () => {
  const { page, end } = await open(sid, '#t=2m59s');
  await shows(page, /psql \(16\.4\)/);
  await pause(page);
  expect(await position(page)).toBeGreaterThanOrEqual(179);
  const slider = page.getByRole('slider', { name: 'Position' });
  await slider.focus();
  await page.keyboard.press('Home');
  await shows(page, /^root@node-1:~#$/);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await position(page)).toBe(30);
  await shows(page, /nginx\.service failed/);
  await page.keyboard.press('ArrowLeft');
  expect(await position(page)).toBe(25);
  await page.keyboard.press('End');
  await shows(page, /logout/);
  await transcript(page)
    .getByRole('button', { name: /ls -la \/var\/tmp/ })
    .click();
  await shows(page, /total 20480|ls -la/);
  expect(await screen(page)).not.toContain('systemctl');
  const bar = await slider.evaluate((element) => {
    const box = (element.parentElement ?? element).getBoundingClientRect();
    return { x: box.left, y: box.top + box.height / 2, width: box.width };
  });
  await page.mouse.move(bar.x + bar.width * 0.2, bar.y);
  await page.mouse.down();
  await page.mouse.move(bar.x + bar.width * 0.999, bar.y, { steps: 5 });
  await page.mouse.up();
  await shows(page, /200\nroot@node-1:~#/);
  await page.mouse.click(5, 400); // the keys belong to the page again
  await page.keyboard.press('c');
  await shows(page, /logout|exit/);
  await end();
});

test('a search finds text in the recording, steps through the matches, and reports an invalid expression', async () => {
  const { page, end } = await open(sid);
  await shows(page, /root@node-1/);
  await pause(page);
  await page.keyboard.press('/');
  const field = page.getByLabel('Search in the recording');
  await field.fill('tmp');
  await transcript(page).getByText('1 of 2').waitFor();
  await page.keyboard.press('Enter');
  await transcript(page).getByText('2 of 2').waitFor();
  await shows(page, /settle_tmp/);
  await transcript(page).getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('SETTLE_\\w+|DELETE \\d+');
  await transcript(page).getByText(/of 2/).waitFor();
  await transcript(page).getByRole('button', { name: 'Match case' }).click();
  await transcript(page).getByText('1 of 1').waitFor();
  await field.fill('(');
  await transcript(page).getByText('Not a regular expression').waitFor();
  await field.fill('nothing like it');
  await transcript(page).getByText('Not found').waitFor();
  await page.getByText('Full text', { exact: true }).click();
  await transcript(page)
    .getByRole('button', { name: /DELETE 184203/ })
    .waitFor();
  await page.getByText(/^Events/).click();
  await transcript(page)
    .getByRole('button', { name: /started the session/ })
    .waitFor();
  await end();
});

/** In the page: records the longest time in which the main thread was busy. */
function longestPause(): void {
  let [last, longest] = [performance.now(), 0];
  setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    document.documentElement.dataset['pauseMs'] = String(longest);
  }, 10);
}

/** Playback stops late under load: seeks back in steps of 5 s to the given time, or shortly before it. */
async function backTo(page: Page, seconds: number): Promise<void> {
  await page.getByRole('slider', { name: 'Position' }).focus();
  for (let past = (await position(page)) - seconds; past > 0; past -= 5) await page.keyboard.press('ArrowLeft');
}

test('a link opens the same time of the recording', async () => {
  const { page, end } = await open(sid, '#t=3m1s', { permissions: ['clipboard-read', 'clipboard-write'] });
  await pause(page);
  await backTo(page, 186);
  await shows(page, /psql/);
  await page.keyboard.press('ArrowRight');
  const at = await position(page);
  await page.getByRole('button', { name: /^Copy link at/ }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [, minutes, seconds] = /#t=(\d+)m(?:(\d+)s)?$/.exec(link) ?? [];
  expect(60 * Number(minutes) + Number(seconds ?? 0)).toBe(at); // under load more time passes before the pause
  await page.goto('about:blank');
  await page.goto(link);
  await pause(page);
  expect(await position(page)).toBeGreaterThanOrEqual(at);
  await backTo(page, at);
  await shows(page, /psql/);
  await end();
});

test('a recording is exported as a cast for asciinema, a page that plays offline, and a text with times', async () => {
  const { page, end, context } = await open(sid);
  await shows(page, /root@node-1/);
  await transcript(page).getByRole('button', { name: /exit/ }).waitFor();
  const folder = mkdtempSync(join(tmpdir(), 'postern-exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const save = async (form: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: form }).click(),
    ]);
    const name = download.suggestedFilename();
    const path = join(folder, name);
    await download.saveAs(path);
    return { path, name };
  };
  const cast = await save(/asciicast/);
  expect(cast.name).toMatch(/^root@node-1.*\.cast$/);
  // asciinema needs a terminal.
  const played = execFileSync('script', ['-qec', `asciinema cat '${cast.path}'`, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect(played).toContain('DELETE 184203\r\n');
  const text = await save(/Plain text/);
  expect(readFileSync(text.path, 'utf8')).toMatch(/^ {3}02:59 {2}DELETE 184203$|^ +0?[23]:\d\d {2}DELETE 184203$/m);
  const html = await save(/HTML page/);
  const offline = await context.newPage();
  const asked: string[] = [];
  offline.on('request', (request) => asked.push(request.url()));
  await offline.goto(pathToFileURL(html.path).href);
  await expect.poll(() => offline.locator('.xterm-rows').textContent()).toContain('root@node-1');
  expect(await offline.locator('textarea').evaluate((area) => getComputedStyle(area).opacity)).toBe('0');
  await offline.getByLabel('Position').evaluate((bar: HTMLInputElement) => {
    bar.value = bar.max;
    bar.dispatchEvent(new Event('input'));
  });
  await expect.poll(() => offline.locator('.xterm-rows').textContent()).toContain('logout');
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  await end();
});

test('text of the screen is selected and copied', async () => {
  const { page, end } = await open(sid, '#t=2m59s', { permissions: ['clipboard-read', 'clipboard-write'] });
  await pause(page);
  await shows(page, /psql \(16\.4\)/);
  const row = page.locator('.xterm-rows > div', { hasText: 'psql (16.4)' });
  const box = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.dblclick(box.x + 10, box.y + box.height / 2);
  await page.keyboard.press('Control+C');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('psql');
  await page.keyboard.press('Space'); // after a click on the screen the player still gets the keys
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await end();
});

test('a session that has just ended can be played from the list', async () => {
  const person = await visit(browser, gateway.base, { state });
  const { page } = person;
  const there = terminalPage(page);
  const { items } = (await admin.expect('GET', '/sites/-current-/nodes?limit=1')) as { items: { id: string }[] };
  await there.openShell(`/web/cluster/example.test/console/node/${items[0]?.id}/${userInfo().username}`);
  await there.focus();
  await there.type('echo recorded-$((40+2)); exit');
  const { from, to } = { from: new Date(Date.now() - 3600_000), to: new Date(Date.now() + 3600_000) };
  const ended = `/sites/-current-/events/search/sessions?from=${from.toISOString()}&to=${to.toISOString()}`;
  await expect.poll(async () => (await admin.expect('GET', ended)).events.length, { timeout: 20_000 }).toBe(1);
  await page.goto('/web/cluster/example.test/recordings');
  const play = page.getByText('Play', { exact: true }).first();
  // The player's files are requested before the click.
  await Promise.all([page.waitForResponse(/\/TerminalRecording-[^/]+\.js$/), play.hover()]);
  const [player] = await Promise.all([person.context.waitForEvent('page', { timeout: 30_000 }), play.click()]);
  await shows(player, /recorded-42/);
  await transcript(player)
    .getByRole('button', { name: /echo recorded/ })
    .waitFor();
  await person.end();
});

test.each<[string, () => string, string, RegExp]>([
  ['without output', () => writeRecording(gateway.dataDir, [], { lastMs: 5000 }), '', /no output/],
  [
    'whose bytes are missing',
    () => writeRecording(gateway.dataDir, STORY, { lostBytes: 600 }),
    '#t=4m10s',
    /is missing/,
  ],
])('a recording %s shows an error', async (_, write, more, words) => {
  // The first output is requested before the events show that the recording has no output.
  const { page, end } = await open(write(), more, { expects: [/404 .*\/stream\?offset=0/] });
  await page.getByText(words).waitFor();
  await end();
});

test('the page stays responsive during a recording with a flood of output', async () => {
  const flood = { ms: 300, text: `a${'\u0301'.repeat(20_000)}${'\x1b[2J'.repeat(6000)}` };
  const hostile = writeRecording(gateway.dataDir, [{ ms: -10, size: '1000:500' }, { ms: 0, text: 'one' }, flood]);
  const person = await visit(browser, gateway.base, { state });
  await person.page.addInitScript(longestPause);
  await person.page.goto(address(hostile));
  await expect.poll(() => position(person.page), { timeout: 15_000 }).toBe(0);
  await person.page.waitForTimeout(4000);
  expect(await person.page.evaluate(() => Number(document.documentElement.dataset['pauseMs']))).toBeLessThan(3000);
  await person.end();
});

test.each<[string, string, RegExp]>([
  ['an unknown session', address('0b0b0b0b-1111-4222-8333-444444444444'), /no such recording/],
  ['an invalid ID', address('nonsense'), /could not be loaded/],
  ['an invalid type', `/web/cluster/example.test/session/x?recordingType=film`, /“film” is not a type/],
])('the address of %s shows an explanation', async (_, path, words) => {
  const person = await visit(browser, gateway.base, { state, expects: [/status of 40[04]/] });
  await person.page.goto(path);
  await person.page.getByText(words).first().waitFor();
  await axe(person.page);
  await person.end();
});

test.each([
  ['light', DESKTOP],
  ['dark', PHONE],
  ['light', ZOOMED],
] as const)('axe finds no violations, %s %o', async (theme, size) => {
  const { page, end } = await open(sid, '#t=2m59s', { theme, size });
  await shows(page, /psql/);
  expect(await page.getByRole('textbox', { name: 'Terminal input' }).count()).toBe(0); // a recording accepts no input
  await pause(page);
  await axe(page);
  if (size !== DESKTOP) await page.getByRole('button', { name: 'Transcript' }).click();
  await page.getByLabel('Search in the recording').fill('tmp');
  await transcript(page).getByText(/of 2/).waitFor();
  await axe(page);
  await page.getByRole('button', { name: 'More of the player' }).click();
  await axe(page);
  await end();
});
