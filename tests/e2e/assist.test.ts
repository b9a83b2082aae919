// Assist in Chromium with the real gateway and its planner: ask, plan, run on this machine, read again.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { axe, launchBrowser, PHONE, visit, type SignedIn, type Visit } from '../support/browser.ts';
import { signedInAs } from '../support/signedIn.ts';
import { startOpenaiServer } from '../support/openaiServer.ts';
import { LOGIN, startTerminalGateway, TERMINAL_CONFIG, type TerminalGateway } from '../support/terminalGateway.ts';
import { terminalPage } from '../support/terminalPage.ts';

let browser: Browser;
let gateway: TerminalGateway;
let signedIn: SignedIn;
let person: Visit;
let page: Page;

beforeAll(async () => {
  [browser, gateway] = await Promise.all([launchBrowser(), startTerminalGateway()]);
  signedIn = signedInAs(gateway.admin);
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});
beforeEach(async () => {
  person = await visit(browser, gateway.base, { state: signedIn });
  page = person.page;
});
afterEach(() => person.end());

const field = () => page.getByRole('textbox', { name: 'Message to Assist' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const output = (host: string) => page.getByRole('region', { name: `Output of ${host}` });
const panel = () => page.getByRole('complementary', { name: 'Assist' });
/** The number of sockets that ran a command. */
const countRuns = () => {
  const runs: string[] = [];
  page.on('websocket', (socket) => socket.url().includes('/command/') && runs.push(socket.url()));
  return runs;
};

test('by keyboard: ask, edit the command, run it, read the summary, and reload with the same content', async () => {
  const runs = countRuns();
  await page.goto('/web/assist');
  await page
    .getByText(/^Built-in planner: understands a fixed list of requests/)
    .first()
    .waitFor();
  await axe(page);
  await field().waitFor();
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('How full are the disks on node-1?');
  await page.keyboard.press('Enter');
  await button('Run on 1 server').waitFor();
  await expect.poll(() => page.url()).toMatch(/\/web\/assist\/[\w-]{36}$/);
  const address = page.url();
  await page.getByText('Nothing has run yet').waitFor();
  await axe(page);
  const command = page.getByRole('textbox', { name: 'Command' });
  expect(await command.inputValue()).toMatch(/^df /);
  await page.getByLabel('Login').selectOption(LOGIN);
  await command.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('echo "$((6 * 7)) €"; exit 3');
  await page.reload();
  await expect.poll(() => command.inputValue()).toBe('echo "$((6 * 7)) €"; exit 3');
  // The logins are loaded with the servers, which are searched again.
  await expect.poll(() => page.getByLabel('Login').inputValue()).toBe(LOGIN);
  expect(runs).toEqual([]);
  await button('Run on 1 server').focus();
  await page.keyboard.press('Enter');
  await page.getByText(/Approved by admin, \d\d:\d\d:\d\d/).waitFor();
  await page.getByText(/^exit 3, /).waitFor({ timeout: 30_000 });
  expect(await output('node-1').textContent()).toBe('42 €\n');
  await page.getByText(/ran on 1 server/).waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  expect(runs).toHaveLength(1);
  const answers = async () =>
    (await page.getByRole('log', { name: 'Messages' }).innerText())
      .replaceAll(/just now|\d+ min ago/g, '')
      .replaceAll(/\d\d:\d\d:\d\d/g, 'a time') // of the browser's clock, and after the reload of the gateway's
      .replaceAll(/exit 3, [\d.]+ s/g, 'exit 3')
      .replaceAll(/\s+/g, ' ');
  const before = await answers();
  await axe(page);
  await page.reload();
  await page.getByText(/^exit 3, /).waitFor();
  await expect.poll(answers, { timeout: 20_000 }).toBe(before);
  expect(runs).toHaveLength(1);

  // The title is that of the first message. Search, rename and Back work.
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('disks');
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: /disk/i })
    .first()
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
  await page
    .getByRole('button', { name: /^Actions of / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Disk space');
  await button('Rename').click();
  await page.getByRole('banner').first().waitFor();
  await page.getByText('Disk space', { exact: true }).first().waitFor();
  await button('New conversation').click();
  await page.getByText('Ask about your servers').waitFor();
  await page.goBack();
  await expect.poll(() => page.url()).toBe(address);

  // Another user sees neither the list nor the conversation.
  const other = await gateway.admin.invite('ben', ['access', 'editor', 'auditor']);
  const stranger = await visit(browser, gateway.base, { state: signedInAs(other) });
  await stranger.page.goto(address);
  await stranger.page.getByText('There is no such conversation').waitFor();
  await stranger.page.getByText('No conversations yet').waitFor();
  await stranger.end();

  await page.setViewportSize(PHONE);
  await page.getByText(/^exit 3, /).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await axe(page);
  await button('Delete conversation').click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Disk space”?' });
  await dialog.getByRole('button', { name: 'Delete conversation' }).click();
  await page.getByText('Ask about your servers').waitFor();
  await page.goto(address);
  await page.getByText('There is no such conversation').waitFor();
});

test('an audit event is explained beside the log, and the panel docks, floats, grows and closes', async () => {
  const conversations = () => gateway.admin.expect('GET', '/assistant/conversations');
  const before = await conversations();
  await page.goto('/web/cluster/example.test/audit');
  await page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: /login|sign/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Explain this/ }).click();
  await panel().waitFor();
  await expect.poll(() => field().inputValue()).toBe('Explain this event. Is it unusual?');
  const text = panel().getByRole('region', { name: /^Text of Audit event: / });
  expect(await text.textContent()).toContain('"event"');
  await axe(page);
  // The page has sent no message.
  expect(await conversations()).toEqual(before);
  const main = await page.getByRole('main').boundingBox();
  const docked = await panel().boundingBox();
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual((docked?.x ?? 0) + 1);
  await field().press('Enter');
  await panel().getByRole('article', { name: 'Assist' }).nth(1).waitFor();
  await panel()
    .getByRole('button', { name: /^Audit event: / })
    .waitFor();
  await button('Undock from the page').click();
  await button('Make larger').click();
  await expect.poll(async () => (await panel().boundingBox())?.width).toBe(1100);
  await axe(page);
  await page.reload();
  await button('Assist').click();
  await button('Make smaller').click();
  expect((await panel().boundingBox())?.width).toBe(550);
  await page.mouse.click(300, 500);
  await panel().waitFor({ state: 'detached' });
});

test('selected servers and a role can be explained, and the palette fills in a question', async () => {
  const newcomer = await visit(browser, gateway.base, { state: signedIn, firstVisit: true });
  await newcomer.page.goto('/web/cluster/example.test/nodes');
  const hint = newcomer.page.getByRole('complementary', { name: 'New: Assist' });
  await hint.waitFor();
  await axe(newcomer.page);
  const isNew = () => newcomer.page.evaluate(() => localStorage.getItem('grv_teleport_show_assist') !== 'false');
  await hint.getByText('Ask about your servers').click();
  expect(await isNew()).toBe(true);
  await hint.getByRole('button', { name: 'Close hint' }).click();
  await hint.waitFor({ state: 'detached' });
  expect(await isNew()).toBe(false);
  await newcomer.page.evaluate(() => localStorage.removeItem('grv_teleport_show_assist'));
  await newcomer.page.reload();
  await hint.waitFor();
  // The hint covers the first row's button. Work with the page closes it.
  await newcomer.page.getByText('node-1', { exact: true }).first().click();
  await hint.waitFor({ state: 'detached' });
  expect(await isNew()).toBe(false);
  await newcomer.end();
  await page.goto('/web/cluster/example.test/nodes');
  await page.getByText('node-1', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+a');
  await button('Assist').click();
  await panel().getByRole('button', { name: 'Attach Servers: 2 servers' }).click();
  expect(await panel().getByRole('region', { name: 'Text of Servers: 2 servers' }).textContent()).toContain('node-1 ');
  await button('Remove Servers: 2 servers').click();
  await button('Close Assist').click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to a page, a resource or an action' }).waitFor();
  await page.keyboard.type('ask which processes use the most memory?');
  await page.getByRole('option', { name: /^Ask: which processes/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => field().inputValue()).toBe('which processes use the most memory?');
  await page.goto('/web/roles');
  await page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: /^auditor/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Explain this' }).click();
  await panel().getByRole('region', { name: 'Text of Role: auditor' }).waitFor();
  // An open editor offers its current document.
  await button('Remove Role: auditor').click();
  await button('Close Assist').click();
  await page.goto('/web/roles/auditor');
  await page.getByRole('button', { name: 'Assist', exact: true }).click();
  await panel().getByRole('button', { name: 'Attach Role: auditor' }).click();
  expect(await panel().getByRole('region', { name: 'Text of Role: auditor' }).textContent()).toContain('name: auditor');
  await axe(page);
});

test('the panel opens beside a terminal, attaches its text, resizes it, and Escape returns the focus', async () => {
  const terminal = terminalPage(page);
  await terminal.openShell(`/web/cluster/example.test/console/node/${gateway.nodeId}/${LOGIN}`);
  await terminal.type('echo marked-$((40 + 2))');
  await terminal.sees(/marked-42/);
  const widthPx = async () => (await page.locator('.xterm-screen').first().boundingBox())?.width ?? 0;
  const whole = await widthPx();
  const before = await gateway.admin.expect('GET', '/assistant/conversations');
  await terminal.menu('Explain this');
  await panel().waitFor();
  await expect.poll(() => field().inputValue()).toBe('Explain this terminal output.');
  await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(
    await panel()
      .getByRole('region', { name: /^Text of Terminal: / })
      .textContent(),
  ).toContain('marked-42');
  const panelPx = (await panel().boundingBox())?.width ?? 0;
  await expect.poll(widthPx).toBeLessThanOrEqual(whole - panelPx + 20);
  await axe(page);
  expect(await gateway.admin.expect('GET', '/assistant/conversations')).toEqual(before);
  await page.getByRole('button', { name: /^Remove Terminal: / }).click();
  await field().fill('');
  await field().press('Escape');
  await panel().waitFor({ state: 'detached' });
  await expect.poll(widthPx).toBe(whole);
  await terminal.type('echo keys-$((1 + 1))');
  await terminal.sees(/keys-2/);
  // The screen's content is offered, and only the user attaches it. The panel's button also closes it.
  await terminal.menu('Select all');
  await button('Assist').click();
  await panel()
    .getByRole('button', { name: /^Attach Terminal: .*, last 200 lines$/ })
    .waitFor();
  await panel()
    .getByRole('button', { name: /^Attach Terminal: .*, selection$/ })
    .click();
  expect(
    await panel()
      .getByRole('region', { name: /^Text of Terminal: / })
      .textContent(),
  ).toContain('keys-2');
  await page.setViewportSize(PHONE);
  await expect.poll(() => panel().boundingBox()).toMatchObject({ x: 0, y: 0, ...PHONE });
  await axe(page);
  await button('Close Assist').click();
  await panel().waitFor({ state: 'detached' });
  await terminal.type('echo again-$((1 + 1))');
  await terminal.sees(/again-2/);
  expect(person.context.pages()).toHaveLength(1);
});

test('a hostile answer runs no command, opens no page and renders no markup', async () => {
  const runs = countRuns();
  const send = (type: string, payload: string) =>
    JSON.stringify({ type, created_time: new Date().toISOString(), payload });
  await page.routeWebSocket(/\/assistant\?/, (socket) => {
    socket.send(send('CHAT_MESSAGE_ASSISTANT', 'Hello'));
    socket.onMessage(() => {
      socket.send(
        send(
          'CHAT_MESSAGE_ASSISTANT',
          '<img src=x onerror=alert(1)> ![p](https://evil.test/p) [a](javascript:alert(1)) <script>alert(1)</script>',
        ),
      );
      socket.send(send('COMMAND_RUN', JSON.stringify({ execution_id: 'e', command: 'id', nodes: ['node-1'] })));
      socket.send(send('COMMAND', JSON.stringify({ command: 'id', query: 'search("node")' })));
    });
  });
  await page.goto('/web/assist');
  await field().fill('hello');
  await field().press('Enter');
  await page.getByText('Nothing has run yet').waitFor();
  await page.getByText('<script>alert(1)</script>').waitFor();
  await page.waitForTimeout(500);
  expect(runs).toEqual([]);
  expect(person.context.pages()).toHaveLength(1);
  expect(await page.locator('[role=log] img, [role=log] script, [role=log] a[href^="javascript"]').count()).toBe(0);
});

test('a model streams its answer, calls a tool and proposes a command', async () => {
  const model = await startOpenaiServer();
  onTestFinished(() => model.stop());
  const asked = await startTerminalGateway({
    config: `${TERMINAL_CONFIG}assist: { base_url: '${model.base}', model: test-model }\n`,
  });
  onTestFinished(async () => void (await asked.stop()));
  let release = () => undefined as void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const query = 'labels["env"] == "dev"';
  model.answer(async ({ messages, tools = [] }) => {
    // The title is requested without tools.
    if (tools.length === 0) return { text: 'Disks in dev' };
    const done = messages.filter(({ role }) => role === 'tool').length;
    if (done === 0) return { text: 'Let me look.', calls: [{ name: 'search_servers', arguments: { query } }] };
    if (done === 1) {
      await isReleased;
      const proposal = { command: 'df -h', query, reason: 'Shows how full the disks are.' };
      const text = `One server is in **dev**.\n\n\`\`\`sh\n${'df -h; '.repeat(60)}\n\`\`\``;
      return { text, calls: [{ name: 'propose_command', arguments: proposal }] };
    }
    return { text: 'Run it to see.' };
  });
  const theirs = await visit(browser, asked.base, { state: signedInAs(asked.admin) });
  onTestFinished(() => theirs.end());
  const tab = theirs.page;
  await tab.goto('/web/assist');
  await tab.getByRole('textbox', { name: 'Message to Assist' }).fill('How full are the disks in dev?');
  await tab.keyboard.press('Enter');
  // The answer is not complete: the page shows the text so far and the tool calls.
  const log = tab.getByRole('log', { name: 'Messages' });
  await log.getByText('Let me look.').waitFor();
  const call = log.getByRole('button', { name: /^Looked up: search servers/ });
  await call.click();
  expect(await log.getByRole('region', { name: 'What was asked for' }).textContent()).toContain('env');
  await tab.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  expect(await tab.getByText('Nothing has run yet').count()).toBe(0);
  release();
  await log.locator('strong', { hasText: 'dev' }).waitFor();
  // The button to copy never covers the code, which scrolls.
  const code = log.getByRole('region', { name: 'Code' });
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  const copy = log.getByRole('button', { name: 'Copy', exact: true }).first();
  const [shown, button] = await Promise.all([code.boundingBox(), copy.boundingBox()]);
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  await tab.getByText('Nothing has run yet').waitFor();
  await tab.getByText('Shows how full the disks are.').waitFor();
  const command = tab.getByRole('textbox', { name: 'Command' });
  expect(await command.inputValue()).toBe('df -h');
  const isWhole = () => command.evaluate((field) => field.scrollHeight <= field.clientHeight);
  const height = async () => (await command.boundingBox())?.height ?? 0;
  const ofOneLine = await height();
  await command.fill(`df -h ${'/srv/data '.repeat(60)}; reboot`);
  expect(await isWhole()).toBe(true);
  await command.fill('df -h');
  expect([await isWhole(), await height()]).toEqual([true, ofOneLine]);
  await tab.getByRole('button', { name: 'Run on 1 server' }).waitFor();
  await axe(tab);
});
