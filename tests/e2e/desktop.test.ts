// A desktop in Chromium: a real VNC server behind the real gateway (streams §5).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, tapHeight, visit, type Visit, type VisitOptions } from '../support/browser.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import type { WebClient } from '../support/webClient.ts';

const CLUSTER = '/web/cluster/example.test';
const SIZE = { width: 800, height: 640 };
/** The area below the bar. */
const SCREEN = '800×600';

let folder: string;
let vnc: VncServer;
let locked: VncServer;
let mortal: VncServer;
let gateway: Gateway;
let browser: Browser;
let admin: WebClient;
/** May open every desktop. */
let user: WebClient;
let visits: Visit[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postern-desktop-'));
  // An unknown password, in the form in which VNC servers store it.
  writeFileSync(join(folder, 'stored'), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  [vnc, locked, mortal] = await Promise.all([
    startVncServer(),
    startVncServer(['-SecurityTypes', 'VncAuth', '-PasswordFile', join(folder, 'stored')]),
    startVncServer(),
  ]);
  writeFileSync(join(folder, 'wrong'), 'not this');
  const desktop = (name: string, { port }: VncServer, connect = 'vnc: {}') =>
    `  - { kind: windows_desktop, version: v3, metadata: { name: ${name}, labels: { team: lab } }, spec: { addr: '127.0.0.1:${port}' }, connect: { ${connect} } }\n`;
  const config = `
cluster_name: example.test
auth: { second_factor: "off" }
inventory:
${desktop('lab-1', vnc)}${desktop('lab-2', mortal)}${desktop('wrong', locked, `vnc: { password_file: '${join(folder, 'wrong')}' }`)}`;
  [browser, gateway] = await Promise.all([launchBrowser(), startGateway({ config })]);
  ({ admin } = await firstAccount(gateway));
  const allow = {
    windows_desktop_labels: { '*': '*' },
    windows_desktop_logins: ['ann'],
    // A user who may not list sessions does not see a running session.
    rules: [
      { resources: ['windows_desktop'], verbs: ['list', 'read'] },
      { resources: ['ssh_session', 'session_tracker'], verbs: ['list'] },
    ],
  };
  await admin.addRole('desktops', { allow });
  await admin.addRole('closed', { allow, options: { desktop_clipboard: false } });
  user = await admin.invite('ann', ['desktops']);
}, 240_000);
afterEach(async () => {
  const over = visits;
  visits = [];
  for (const one of over) await one.end();
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
  for (const server of [vnc, locked, mortal]) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function enter(client: WebClient, options: VisitOptions = {}): Promise<Page> {
  const one = await visit(browser, gateway.base, { size: SIZE, ...options, state: signedInAs(client) });
  visits.push(one);
  return one.page;
}
const address = (name: string) => `${CLUSTER}/desktops/${name}/ann`;
const canvas = (page: Page) => page.getByRole('application', { name: /^Screen of / });
const isOpen = (page: Page, name = 'lab-1') =>
  page
    .getByRole('status')
    .filter({ hasText: `Connected to ${name}` })
    .waitFor({ timeout: 30_000 });
async function open(client: WebClient, name = 'lab-1', options: VisitOptions = {}): Promise<Page> {
  const page = await enter(client, options);
  await page.goto(address(name));
  await isOpen(page, name);
  return page;
}

/** The pixels of the canvas, as R, G, B bytes. */
const shown = async (page: Page): Promise<{ size: string; rgb: Buffer }> => {
  const { size, text } = await canvas(page).evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const { data } = element.getContext('2d')!.getImageData(0, 0, width, height);
    let bytes = '';
    for (let at = 0; at < data.length; at += 4) bytes += String.fromCharCode(data[at]!, data[at + 1]!, data[at + 2]!);
    return { size: `${width}×${height}`, text: btoa(bytes) };
  });
  return { size, rgb: Buffer.from(text, 'base64') };
};
const differs = async (page: Page, server: VncServer): Promise<string> => {
  const [there, here] = [server.screenshot(), await shown(page)];
  if (here.size !== `${there.width}×${there.height}`) return `${here.size} in place of ${there.width}×${there.height}`;
  const first = here.rgb.findIndex((value, at) => value !== there.rgb[at]);
  return first < 0
    ? 'nothing'
    : `the pixel at ${Math.floor(first / 3) % there.width},${Math.floor(first / 3 / there.width)}`;
};
const equals = (page: Page, server = vnc) =>
  expect.poll(() => differs(page, server), { timeout: 20_000, interval: 500 }).toBe('nothing');

/** A terminal over the whole display that writes its input into a file. */
async function terminal(name: string, before = ''): Promise<{ read: () => string; stop: () => void }> {
  const file = join(folder, name);
  writeFileSync(file, '');
  const script = `stty -echo -icanon min 1; printf '${before}'; touch ${file}.ready; exec cat > ${file}`;
  const child = vnc.run('xterm', ['-geometry', '200x60+0+0', '-e', 'sh', '-c', script], { LC_ALL: 'C.UTF-8' });
  await expect.poll(() => existsSync(`${file}.ready`), { timeout: 20_000 }).toBe(true);
  return { read: () => readFileSync(file, 'utf8'), stop: () => void child.kill() };
}
const reads = (shell: { read: () => string }, text: string | RegExp) =>
  expect.poll(shell.read, { timeout: 20_000 }).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));

/** Copies a text in another program on the display. It offers the text until another program copies. */
const copyThere = (text: string) => vnc.run('sh', ['-c', `printf %s "$0" | xclip -quiet -selection clipboard`, text]);
const copiedThere = (selection = 'clipboard'): string =>
  vnc.output('xclip', ['-o', '-selection', selection]).toString();

test('a desktop opens at the size of the window, follows its resizes, and shows the display exactly', async () => {
  const page = await open(user);
  await expect.poll(() => page.title()).toBe('example.test • ann@lab-1');
  await expect.poll(async () => (await shown(page)).size).toBe(SCREEN);
  const shell = await terminal('looks', 'some \\033[31mred\\033[44m on blue\\033[0m');
  // A VNC server paints the pointer itself until the client has moved it.
  await canvas(page).hover();
  await equals(page);
  await page.setViewportSize({ width: 940, height: 540 });
  await expect.poll(async () => (await shown(page)).size, { timeout: 20_000 }).toBe('940×500');
  await equals(page);
  shell.stop();
});

test('a desktop accepts typed text, including characters that a US keyboard does not have', async () => {
  const page = await open(user);
  const shell = await terminal('typed');
  await canvas(page).hover({ position: { x: 100, y: 100 } });
  await page.keyboard.type('Hello, World! #42 {');
  const keys = await page.context().newCDPSession(page);
  for (const [key, code] of [
    ['ß', 'Minus'],
    ['€', 'KeyE'],
  ] as const)
    for (const type of ['keyDown', 'keyUp'] as const) await keys.send('Input.dispatchKeyEvent', { type, key, code });
  await page.keyboard.type('}');
  await page.keyboard.press('Enter');
  await reads(shell, 'Hello, World! #42 {ß€}\n');
  await page.getByRole('button', { name: 'Send keys' }).click();
  await page.getByRole('menuitem', { name: 'Tab', exact: true }).click();
  // The menu returns the focus to the desktop with the next picture.
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('textarea');
  await page.keyboard.type('x');
  await reads(shell, /\n\tx$/);
  shell.stop();
});

test('a desktop accepts text that an input method composes, without a touch screen', async () => {
  const page = await open(user);
  const shell = await terminal('composed');
  await canvas(page).hover({ position: { x: 100, y: 100 } });
  await page.keyboard.type('x');
  await reads(shell, 'x');
  const keys = await page.context().newCDPSession(page);
  await keys.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  const composed = page.getByLabel('Text for the desktop');
  await expect.poll(() => composed.boundingBox()).toMatchObject({ height: 36 });
  expect(await composed.inputValue()).toBe('に');
  await keys.send('Input.insertText', { text: '日本' });
  await page.keyboard.press('Enter');
  await reads(shell, /x日本\n$/);
  expect([await composed.inputValue(), (await composed.boundingBox())?.height]).toEqual(['', 1]);
  await page.keyboard.press('Control+Shift+ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Back to desktops');
  shell.stop();
});

test('a desktop accepts typed text without our extensions, as in front of a 13.1 cluster', async () => {
  const page = await enter(user);
  await page.route('**/web/config.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('desktops.extensions', 'nothing') });
  });
  await page.goto(address('lab-1'));
  await isOpen(page);
  const shell = await terminal('plain');
  await canvas(page).hover({ position: { x: 100, y: 100 } });
  await page.keyboard.press('Shift+KeyH');
  await page.keyboard.type('ello, 42 []');
  await page.keyboard.press('Shift+Digit1');
  await page.keyboard.press('Enter');
  await reads(shell, 'Hello, 42 []!\n');
  expect((await shown(page)).size).toBe(SCREEN);
  shell.stop();
});

test('clicks, double clicks and the wheel are sent to a desktop', async () => {
  const page = await open(user);
  const shell = await terminal('clicked', '\\033[?1000h');
  const at = { position: { x: 40, y: 40 } };
  await canvas(page).click(at);
  await canvas(page).click({ ...at, button: 'right' });
  await page.mouse.wheel(0, 240);
  await page.mouse.wheel(0, -240);
  // Buttons of a mouse as a terminal reports them: left, its release, right, the wheel in both directions.
  // oxlint-disable-next-line no-control-regex -- reports begin with Escape
  await reads(shell, /^\x1b\[M ..\x1b\[M#..\x1b\[M"..\x1b\[M#..(\x1b\[Ma..)+(\x1b\[M`..)+$/);
  shell.stop();
  const words = await terminal('words', 'first-word\\r\\n');
  await canvas(page).dblclick({ position: { x: 12, y: 8 } });
  await expect.poll(() => copiedThere('primary'), { timeout: 20_000 }).toMatch(/^first/);
  words.stop();
});

test('a click after a reconnect is at the position of the mouse', async () => {
  const page = await enter(user);
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(...parts: ConstructorParameters<typeof WebSocket>) {
        super(...parts);
        window.addEventListener('lose', () => this.close(), { once: true });
      }
    };
  });
  await page.goto(address('lab-1'));
  await isOpen(page);
  const { x, y } = (await canvas(page).boundingBox()) ?? { x: 0, y: 0 };
  const there = () => vnc.output('xdotool', ['getmouselocation']).toString();
  await page.mouse.move(x + 300, y + 200);
  await expect.poll(there).toContain('x:300 y:200');
  await page.evaluate(() => window.dispatchEvent(new Event('lose')));
  await page.getByRole('status').filter({ hasText: 'Connected to lab-1' }).waitFor({ state: 'hidden' });
  await isOpen(page);
  const shell = await terminal('rested', '\\033[?1000h');
  await page.mouse.down();
  await page.mouse.up();
  await reads(shell, /^.{12}$/s); // a press and a release
  expect(there()).toContain('x:300 y:200');
  shell.stop();
});

test('on a touch screen a desktop gets taps as clicks, and fills the screen', async () => {
  const page = await open(user, 'lab-1', { touch: true });
  const shell = await terminal('tapped', '\\033[?1000h');
  const { x, y } = (await canvas(page).boundingBox()) ?? { x: 0, y: 0 };
  await page.touchscreen.tap(x + 40, y + 40);
  // The left button and its release.
  // oxlint-disable-next-line no-control-regex -- reports begin with Escape
  await reads(shell, /^\x1b\[M ..\x1b\[M#..$/);
  shell.stop();
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(isFull).toBe(true);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(isFull).toBe(false);
  await isOpen(page);
});

test('the clipboard is shared in both directions, and manually if the browser denies access', async () => {
  const page = await open(user, 'lab-1', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Clipboard on' }).waitFor();
  copyThere('from there: ä€');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()), { timeout: 20_000 })
    .toBe('from there: ä€');
  await page.evaluate(() => navigator.clipboard.writeText('from here: ö☃\nsecond line'));
  await canvas(page).click();
  await expect.poll(() => copiedThere(), { timeout: 20_000 }).toBe('from here: ö☃\nsecond line');

  await page.context().clearPermissions();
  const other = await enter(user);
  await other.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { get: () => undefined, configurable: true }),
  );
  await other.goto(address('lab-1'));
  await other.getByRole('button', { name: 'Connect anyway' }).click();
  await isOpen(other);
  await other.getByRole('button', { name: 'Clipboard by hand' }).click();
  const text = other.getByRole('textbox', { name: 'Text on the desktop’s clipboard' });
  copyThere('read by hand');
  await expect.poll(() => text.inputValue(), { timeout: 20_000 }).toBe('read by hand');
  await axe(other);
  await text.fill('sent by hand');
  await other.getByRole('button', { name: 'Send to the desktop' }).click();
  await expect.poll(() => copiedThere(), { timeout: 20_000 }).toBe('sent by hand');
});

test('a desktop has no clipboard if a role forbids it', async () => {
  const page = await open(await admin.invite('eve', ['desktops', 'closed']), 'lab-2', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'Clipboard off' }).click();
  await page.getByText('Your roles do not allow a shared clipboard').waitFor();
});

test('a desktop opens from the list, warns of a running session, and ends on request', async () => {
  const page = await enter(user);
  await page.goto(`${CLUSTER}/desktops`);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    (async () => {
      await page.getByRole('row', { name: /lab-1/ }).getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('menuitem', { name: 'ann' }).click();
    })(),
  ]);
  await isOpen(opened);
  const second = await enter(user);
  await second.goto(address('lab-1'));
  await second.getByRole('heading', { name: 'This desktop is in use' }).waitFor();
  await axe(second);
  await second.getByRole('button', { name: 'Connect anyway' }).click();
  await isOpen(second);
  await second.getByRole('button', { name: 'Disconnect' }).click();
  await second.getByRole('heading', { name: 'You have disconnected' }).waitFor();
  await second.getByRole('button', { name: 'Reconnect' }).click();
  await isOpen(second);
});

test('a wrong password and a lost server are reported', async () => {
  const page = await enter(user);
  await page.goto(address('wrong'));
  await page.getByRole('heading', { name: /ended|No session/ }).waitFor({ timeout: 30_000 });
  await page.getByText(/password/i).waitFor();
  await axe(page);
  const other = await open(user, 'lab-2');
  await mortal.kill();
  await other.getByRole('heading', { name: 'The session has ended' }).waitFor({ timeout: 30_000 });
  await other.getByRole('button', { name: 'Reconnect' }).click();
  await other.getByText(/127\.0\.0\.1|lab-2.*(answer|refuse|connect|reach)/i).waitFor({ timeout: 30_000 });
});

test('the page is accessible: contrast, labels, keyboard and phone size', async () => {
  const page = await open(user, 'lab-1', { theme: 'dark' });
  await axe(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('textarea');
  await page.keyboard.press('Control+Shift+ArrowUp');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Back to desktops');
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: '50 %', exact: true }).click();
  await expect.poll(async () => Math.round((await canvas(page).boundingBox())?.width ?? 0)).toBe(SIZE.width / 2);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await axe(page);
  const heading = page.getByRole('heading', { name: 'ann@lab-1' });
  expect(await heading.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Also with an average window the mark is more than a text for screen readers.
  for (const size of [PHONE, SIZE]) {
    await page.setViewportSize(size);
    const mark = page.getByText('Recorded', { exact: true });
    expect(await mark.evaluate((element) => getComputedStyle(element).clipPath)).toBe('none');
  }
  await page.setViewportSize(PHONE);
  for (const name of ['Send keys', 'Full screen', 'Disconnect'])
    expect(await tapHeight(page.getByRole('button', { name }))).toBeGreaterThanOrEqual(39); // the bar has a line
  await page.getByRole('button', { name: 'Send keys' }).click();
  const label = page.getByRole('menu').getByText('Capture all keys in full screen', { exact: true });
  await label.waitFor();
  expect(await label.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
});
