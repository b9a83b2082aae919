// One shell with several users, each in their own browser (streams §3.5–3.9, screens §9).
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type Visit, type VisitOptions } from '../support/browser.ts';
import { signedInAs } from '../support/signedIn.ts';
import { LOGIN, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import { PROMPT, terminalPage } from '../support/terminalPage.ts';
import type { WebClient } from '../support/webClient.ts';

const CLUSTER = '/web/cluster/example.test';
const NODES = { node_labels: { '*': '*' }, logins: [LOGIN] };

let browser: Browser;
let gateway: TerminalGateway;
/** May join every session in every mode. */
let guest: WebClient;
/** May only observe. */
let watcher: WebClient;
/** May open shells only while a moderator is present. */
let ward: WebClient;
let visits: Visit[] = [];

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startTerminalGateway()]);
  const { admin } = gateway;
  const joining = (modes: string[]) => ({
    allow: { join_sessions: [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes }] },
  });
  await admin.addRole('guest', joining(['observer', 'moderator', 'peer']));
  await admin.addRole('watcher', joining(['observer']));
  const needed = {
    name: 'guest',
    filter: 'contains(user.spec.roles, "guest")',
    kinds: ['ssh'],
    modes: ['moderator'],
    count: 1,
    on_leave: 'pause',
  };
  await admin.addRole('ward', { allow: { ...NODES, require_session_join: [needed] } });
  guest = await admin.invite('guest', ['guest']);
  watcher = await admin.invite('watcher', ['watcher']);
  ward = await admin.invite('ward', ['ward'], [LOGIN]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});
afterEach(async () => {
  const over = visits;
  visits = [];
  for (const one of over) await one.end();
});

/** A browser in which a user is signed in. */
async function enter(client: WebClient, options: VisitOptions = {}): Promise<Page> {
  const one = await visit(browser, gateway.base, { ...options, state: signedInAs(client) });
  visits.push(one);
  return one.page;
}

const screen = (page: Page) => terminalPage(page).screen();
const sees = (page: Page, text: RegExp) => terminalPage(page).sees(text);
const type = async (page: Page, line: string) => {
  await terminalPage(page).focus();
  await terminalPage(page).type(line);
};
const band = (page: Page) => page.getByRole('group', { name: 'Your role in this session' });
const banner = (page: Page) => terminalPage(page).banner().last();
const size = (page: Page) => page.getByText(/^\d+ × \d+/).textContent();
const sidOf = (page: Page) => /session\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

async function openShell(client: WebClient = gateway.admin): Promise<Page> {
  const page = await enter(client);
  await page.goto(`${CLUSTER}/console/node/node-1/${LOGIN}`);
  await page.waitForURL(/\/console\/session\//);
  return page;
}
async function join(client: WebClient, sid: string, mode: string, options: VisitOptions = {}): Promise<Page> {
  const page = await enter(client, options);
  await page.goto(`${CLUSTER}/console/session/${sid}?mode=${mode}`);
  await band(page).waitFor();
  return page;
}

/** The page asks for confirmation before it closes a session older than half a minute. */
async function leave(page: Page): Promise<void> {
  await band(page).getByRole('button', { name: 'Leave session' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Leave session' });
  const left = page.getByText('No session is open');
  await confirm.or(left).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await left.waitFor();
}

test('the list shows sessions when they start and end, and its menu joins them in a new tab', async () => {
  const list = await enter(watcher);
  await list.goto(`${CLUSTER}/sessions`);
  await list.getByRole('heading', { name: 'No active sessions' }).waitFor();
  const owner = await openShell();
  await sees(owner, PROMPT);
  const ownSize = await size(owner);
  const row = list.getByRole('row', { name: /node-1/ });
  await row.waitFor({ timeout: 20_000 });
  await row.getByRole('button', { name: /^Join/ }).click();
  const menu = list.getByRole('menu');
  await menu.getByText('Your roles lack join_sessions: moderator').waitFor();
  await menu.getByText('Your roles lack join_sessions: peer').waitFor();
  await axe(list);
  const opened = list.context().waitForEvent('page');
  await menu.getByRole('menuitem', { name: /^Observer/ }).click();
  const observer = await opened;
  await observer.setViewportSize({ width: 900, height: 500 });
  await band(observer).getByText('You observe.').waitFor();
  await sees(observer, PROMPT);
  await owner.getByText(`watcher joined ${LOGIN}@node-1`).waitFor();
  await owner.getByRole('button', { name: '2 participants' }).waitFor();

  // The size remains that of the owner's window.
  await observer.getByText(`${ownSize}, size set by admin`).waitFor();
  await expect.poll(() => size(owner)).toBe(ownSize);
  await type(owner, "seq 1 60; echo bot''tom");
  // A smaller window shows the part with the cursor.
  const isInView = () =>
    observer.evaluate(() => {
      const row = [...document.querySelectorAll('.xterm-rows > div')].find((one) =>
        one.textContent.startsWith('bottom'),
      );
      const box = document.querySelector('[data-shared-size]')?.getBoundingClientRect();
      return row && box && row.getBoundingClientRect().bottom <= box.bottom;
    });
  await expect.poll(isInView, { timeout: 10_000 }).toBe(true);

  await type(observer, 'echo typed-by-observer');
  await band(observer).getByText('Your input was not sent').waitFor();
  await observer.setViewportSize({ width: 800, height: 450 });
  await type(owner, 'echo from-$((40+2))');
  await sees(observer, /^from-42$/m);
  expect(await screen(owner)).not.toContain('typed-by-observer');
  expect(await size(observer)).toBe(`${ownSize}, size set by admin`);
  await axe(observer);

  await leave(observer);
  await owner.getByText(`watcher left ${LOGIN}@node-1`).waitFor();
  await type(owner, 'exit');
  await owner.getByRole('heading', { name: /has ended$/ }).waitFor();
  await list.getByRole('heading', { name: 'No active sessions' }).waitFor({ timeout: 20_000 });
});

test('a peer types in the session, and the session continues if its owner closes the window', async () => {
  const owner = await openShell();
  await sees(owner, PROMPT);
  await join(watcher, sidOf(owner), 'observer');
  const peer = await join(guest, sidOf(owner), 'peer');
  await band(peer).getByText('You can type. admin started this session').waitFor();
  await type(peer, 'echo by-$((1+1))');
  await sees(owner, /^by-2$/m);
  await type(owner, 'echo by-$((2+1))');
  await sees(peer, /^by-3$/m);

  await owner.getByRole('button', { name: '3 participants' }).click();
  for (const words of ['you, owner, types', /^watches, since/, /^types, since/])
    await owner.getByRole('menu').getByText(words).waitFor();
  await owner.getByRole('menuitem', { name: 'Share session' }).click();
  const dialog = owner.getByRole('dialog', { name: `Share session ${LOGIN}@node-1` });
  await dialog.getByText(`/console/session/${sidOf(owner)}?mode=moderator`).waitFor();
  await dialog.getByRole('listitem').filter({ hasText: 'owner' }).first().waitFor();
  await axe(owner);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await owner.close();
  await peer.getByText(`admin left ${LOGIN}@node-1`).waitFor();
  await type(peer, 'echo by-$((3+1))');
  await sees(peer, /^by-4$/m);
  // A program that queries the cursor gets the answer of a participant who may type, even if another joined first.
  await peer.getByRole('button', { name: '2 participants' }).waitFor();
  await type(peer, 'printf \'\\033[6n\'; IFS= read -rsd R at; echo "answered ${at#*[}"');
  await sees(peer, /^answered \d+;\d+$/m);
  await type(peer, 'exit');
  await peer.getByRole('heading', { name: /has ended$/ }).waitFor();
});

test('a moderator ends the session for all participants, and it can no longer be joined', async () => {
  const owner = await openShell();
  await sees(owner, PROMPT);
  const sid = sidOf(owner);
  const moderator = await join(guest, sid, 'moderator', {
    size: PHONE,
    expects: [/WebSocket connection to .* failed/, /status of 404/],
  });
  const observer = await join(watcher, sid, 'observer');
  await sees(moderator, PROMPT);
  // The letter that would end the session is not a shortcut for them.
  await type(moderator, 't');
  await band(moderator).getByText('Your input was not sent').waitFor();
  await axe(moderator);
  await type(owner, 'echo still-$((40+2))');
  await sees(moderator, /^still-42$/m);
  await band(moderator).getByRole('button', { name: 'End for everyone' }).click();
  await moderator.getByRole('button', { name: 'End session' }).click();
  for (const page of [owner, observer])
    await banner(page)
      .getByText(/The server ended it: “.* ended the session”/)
      .waitFor();
  await expect.poll(() => band(observer).count()).toBe(0);
  await moderator.goto(`${CLUSTER}/console/session/${sid}?mode=observer`);
  await banner(moderator).getByText('The session has ended, or its address is wrong').waitFor();
});

test('a user who may not join in the mode of the address sees the reason', async () => {
  const owner = await openShell();
  await sees(owner, PROMPT);
  const page = await enter(watcher);
  await page.goto(`${CLUSTER}/console/session/${sidOf(owner)}?mode=peer`);
  await banner(page)
    .getByText(/could not start shell.*do not allow joining in this mode/)
    .waitFor();
  await type(owner, 'exit');
});

test('a moderated session waits for its moderator, pauses when they leave and continues when they return', async () => {
  const owner = await openShell(ward);
  await band(owner).getByText('No other participant is here').waitFor();
  await owner.getByText('Moderated', { exact: true }).waitFor();
  await sees(owner, /Waiting for/);
  const waiting = owner.getByRole('tab').getByText('waiting', { exact: true });
  await waiting.waitFor();
  await axe(owner);
  const sid = sidOf(owner);
  // A participant is present, but not one that the session requires.
  const observer = await join(watcher, sid, 'observer');
  await owner.getByRole('button', { name: '2 participants' }).waitFor();
  await waiting.waitFor();
  await leave(observer);
  const moderator = await join(guest, sid, 'moderator');
  await sees(owner, PROMPT);
  await waiting.waitFor({ state: 'detached' });
  await band(owner).getByText('The session runs only while the people your roles require are present').waitFor();
  await type(owner, 'echo runs-$((40+2))');
  await sees(moderator, /^runs-42$/m);

  const { width } = PHONE;
  for (const page of [owner, moderator]) {
    const size = page.viewportSize();
    await page.setViewportSize(PHONE);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await expect
      .poll(async () => {
        const box = await more.boundingBox();
        return box && box.x + box.width <= width;
      })
      .toBe(true);
    if (size) await page.setViewportSize(size);
  }

  await leave(moderator);
  await sees(owner, /Paused/);
  await waiting.waitFor();
  await band(owner).getByText('No other participant is here').waitFor();
  await type(owner, 'echo lost-$((40+2))');
  const back = await join(guest, sid, 'moderator');
  await sees(owner, /continues/);
  await type(owner, 'echo again-$((40+2))');
  await sees(back, /^again-42$/m);

  // After a reload they moderate as before, although the address does not contain the mode.
  expect(new URL(back.url()).search).toBe('');
  await back.reload();
  await band(back).getByText('You moderate.').waitFor();
  expect(await screen(owner)).not.toContain('lost-42');
  await type(owner, 'exit');
  await back.getByRole('heading', { name: /has ended$/ }).waitFor();
});

test('files of a moderated session are transferred only after an approval', async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'postern-asked-'));
  const owner = await openShell(ward);
  const moderator = await join(guest, sidOf(owner), 'moderator');
  await sees(owner, PROMPT);
  const panel = owner.getByRole('dialog', { name: 'Files of node-1' });
  const row = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
  const requests = (page: Page) => page.getByRole('list', { name: 'Requests for files' });
  const ask = async (path: string) => {
    await panel.getByLabel('File or folder on node-1').fill(path);
    await panel.getByRole('button', { name: 'Ask to download' }).click();
    await requests(moderator).getByText(`ward asks to download ${path}`).waitFor();
  };

  await owner.getByRole('button', { name: 'Upload files', exact: true }).click();
  await panel.getByLabel('Into this folder on node-1').fill(folder);
  const [field] = await Promise.all([
    owner.waitForEvent('filechooser'),
    panel.getByRole('button', { name: 'choose files' }).click(),
  ]);
  await field.setFiles({ name: 'b, ü.txt', mimeType: 'text/plain', buffer: Buffer.from('asked for') });
  await requests(moderator).getByText(`ward asks to upload b, ü.txt to ${folder}/`).waitFor();
  await requests(owner).getByText('You asked to upload b, ü.txt').waitFor();
  await row('b, ü.txt').getByText('Waiting for approval').waitFor();
  await axe(owner);
  await axe(moderator);
  expect(readdirSync(folder)).toEqual([]);
  await requests(moderator).getByRole('button', { name: 'Approve upload' }).click();
  await row('b, ü.txt')
    .getByText(/^9 B, approved by guest, \d\d:\d\d:\d\d$/)
    .waitFor();
  expect(readdirSync(folder)).toEqual(['b, ü.txt']);
  const file = joinPath(folder, 'b, ü.txt');
  expect(readFileSync(file, 'utf8')).toBe('asked for');
  for (const page of [owner, moderator]) await requests(page).waitFor({ state: 'detached' });

  await panel.getByText('Download', { exact: true }).click();
  const downloads: string[] = [];
  owner.on('download', (download) => downloads.push(download.suggestedFilename()));
  await ask('/etc/hostname');
  await requests(moderator).getByRole('button', { name: 'Deny' }).click();
  await row('/etc/hostname')
    .getByText(/^denied, \d\d:\d\d:\d\d$/)
    .waitFor();
  await requests(moderator).waitFor({ state: 'detached' });
  await ask('/etc/passwd');
  await row('/etc/passwd').getByRole('button', { name: 'Withdraw' }).click();
  for (const page of [owner, moderator]) await requests(page).waitFor({ state: 'detached' });
  await expect.poll(() => row('/etc/passwd').count()).toBe(0);
  await ask(file);
  const [allowed] = await Promise.all([
    owner.waitForEvent('download'),
    requests(moderator).getByRole('button', { name: 'Approve download' }).click(),
  ]);
  expect(readFileSync(await allowed.path(), 'utf8')).toBe('asked for');
  expect(downloads).toEqual(['b, ü.txt']);
  await type(owner, 'exit');
  await moderator.getByRole('heading', { name: /has ended$/ }).waitFor();
  rmSync(folder, { recursive: true });
});

test('the player follows a running session, seeks back, and plays the recording after the end', async () => {
  const owner = await openShell();
  await sees(owner, PROMPT);
  await type(owner, "echo fir''st");
  await sees(owner, /^first$/m);
  const player = await enter(gateway.admin, { expects: [/404 .*\/sessions\//] });
  const shown = () =>
    player.evaluate(() => [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\n'));
  const shows = (text: RegExp) => expect.poll(shown, { timeout: 15_000 }).toMatch(text);
  await player.goto(`${CLUSTER}/session/${sidOf(owner)}?recordingType=ssh`);
  await player.getByText('Live', { exact: true }).waitFor();
  await player.getByRole('heading', { name: `${LOGIN}@node-1` }).waitFor();
  await shows(/first/);
  await type(owner, "echo sec''ond");
  await shows(/second/);

  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await player.getByRole('button', { name: 'Pause', exact: true }).click();
  await type(owner, "echo thi''rd");
  await sees(owner, /^third$/m);
  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await expect.poll(shown).not.toMatch(/second/);
  expect(await shown()).not.toMatch(/third/);
  await player.getByRole('link', { name: 'Join as peer' }).waitFor();
  await axe(player);
  await player.getByRole('button', { name: 'Go to live' }).click();
  await shows(/third/);
  await player.getByText('Full text', { exact: true }).click();
  await player.getByRole('complementary', { name: 'Transcript' }).getByText('second', { exact: true }).waitFor();

  await type(owner, 'exit');
  await player.getByRole('button', { name: 'Export' }).waitFor({ timeout: 30_000 });
  await shows(/third/);
  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await expect.poll(shown).not.toMatch(/third/);
});

test('a running session can be played without access to recordings, but not without the right to join', async () => {
  const owner = await openShell();
  await sees(owner, PROMPT);
  const player = await enter(watcher, { expects: [/403 .*\/sessions\//] });
  await player.goto(`${CLUSTER}/session/${sidOf(owner)}?recordingType=ssh`);
  await player.getByText('Live', { exact: true }).waitFor();
  expect(await player.getByRole('link', { name: /^Join/ }).count()).toBe(0);
  const stranger = await enter(ward, { expects: [/403 .*\/sessions\//] });
  await stranger.goto(`${CLUSTER}/session/${sidOf(owner)}?recordingType=ssh`);
  await stranger.getByRole('heading', { name: /There is no such recording|could not be loaded/ }).waitFor();
});
