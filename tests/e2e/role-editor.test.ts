// The role editor: typed text is never lost, and no text is saved without a review.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { fillLogin, type Account } from '../support/account.ts';
import { axe, launchBrowser, PHONE, TABLET, tapHeight, visit, ZOOMED, type Visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { firstAccount, signedInAs } from '../support/signedIn.ts';
import { editorIsOpen, pasteText, shownText } from '../support/textEditor.ts';
import { WebClient } from '../support/webClient.ts';

let gateway: Gateway;
let browser: Browser;
let account: Account;
/** The same user in another client. */
let elsewhere: WebClient;
let mara: Visit;
let page: Page;

/** A step that takes longer has failed. The file must not wait half a minute for each step. */
const STEP_MS = 12_000;
/** The browser reports a refused call as an error on its console. */
const REFUSED = [/status of (400|403|404|409)/];

beforeAll(async () => {
  gateway = await startGateway({ config: 'auth: { second_factor: "off" }' });
  browser = await launchBrowser();
  const first = await firstAccount(gateway);
  account = first.account;
  elsewhere = new WebClient(gateway.base);
  await elsewhere.signIn(account.user);
  mara = await visit(browser, gateway.base, { state: first.signedIn, expects: REFUSED });
  mara.context.setDefaultTimeout(STEP_MS);
  await mara.page.close();
});
afterAll(async () => {
  await mara.end();
  await browser.close();
  await gateway.stop();
});

// One sign-in for all tests. Each test has its own tab and roles.
beforeEach(async () => {
  page = await mara.context.newPage();
});
afterEach(() => page.close());

const role = (name: string, ...allow: string[]): string =>
  ['kind: role', 'version: v6', 'metadata:', `  name: ${name}`, 'spec:', '  allow:', ...allow, ''].join('\n');
const LOGINS = '    logins: [ubuntu]';

const open = async (where: string, on: Page = page): Promise<void> => {
  await on.goto(`/web/roles/${where}`);
  await ready(on);
};
const ready = (on: Page = page) => editorIsOpen(on);
const paste = (text: string, on: Page = page) => pasteText(on, text);
const shown = (on: Page = page) => shownText(on);

const review = (on: Page = page) => on.getByRole('dialog');
const button = (name: RegExp | string, on: Page = page) => on.getByRole('button', { name });

async function save(on: Page = page): Promise<void> {
  await on.keyboard.press('Control+S');
  await review(on).getByRole('button', { name: /^Save/ }).click();
  await review(on).waitFor({ state: 'detached' });
}

/** Writes a new role with another client and opens it. */
async function create(name: string, ...allow: string[]): Promise<void> {
  await elsewhere.expect('POST', '/roles', { content: role(name, ...allow) });
  await open(name);
  // Its last line: the page draws the lines one by one.
  await expect.poll(() => shown(), { timeout: STEP_MS }).toContain(allow.at(-1)?.trim());
}

test('brackets have the colour of punctuation at any depth', async () => {
  await create('brackets', '    logins: [ubuntu]', "    node_labels: { env: ['prod', 'dev'] }");
  const line = page.locator('.view-line').filter({ hasText: 'node_labels' });
  await line.getByText('env').waitFor();
  expect(await page.locator('[class*="bracket-highlighting"]').count()).toBe(0);
});

const listed = (name: string) => page.getByRole('grid').getByRole('link').filter({ hasText: name });

test('a new role starts from a template, is reviewed, saved and listed, and can be undone', async () => {
  await page.goto('/web/roles');
  await button(/^Create role/).click();
  await ready();
  await expect.poll(shown).toContain('name: new-role');
  await paste(role('fresh', LOGINS));
  await button(/^Review changes/).click();
  await review().getByText('+7').waitFor();
  await review().getByText('No user has this role yet.').waitFor();
  await button('Save role').click();
  await page.waitForURL('**/web/roles/fresh');
  await page.getByText('Role fresh saved').waitFor();
  await button('Undo').click();
  await page.waitForURL('**/web/roles');
  await page.getByText('Role fresh was removed again').waitFor();
  await listed('access').waitFor();
  await expect.poll(() => listed('fresh').count()).toBe(0);
});

test('the list prefetches the role editor and the role before the click', async () => {
  await create('ahead', LOGINS);
  let lastMs = Date.now();
  page.on('requestfinished', () => (lastMs = Date.now()));
  const last = [/\/role\.form-/, /\/role\.schema-/, /\/metadata\.schema-/, /\/commonInputs-/];
  await Promise.all([page.goto('/web/roles'), ...last.map((part) => page.waitForResponse(part))]);
  // One file loads the next.
  await expect.poll(() => Date.now() - lastMs, { timeout: 30_000 }).toBeGreaterThan(1500);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await Promise.all([page.waitForResponse('**/postern/documents/role/ahead'), listed('ahead').hover()]);
  await listed('ahead').click();
  await ready();
  expect(asked.filter((url) => url.endsWith('/documents/role/ahead'))).toHaveLength(1);
  expect(asked.filter((url) => /\/(\w*[eE]ditor|role|yaml|metadata)[^/]*\.js$/.test(url))).toEqual([]);
});

test('the review marks the changed words, the edit is saved once, and undo restores the text', async () => {
  await create('edited', '    # kept as it is', LOGINS);
  await paste(role('edited', '    # kept as it is', '    logins: [ubuntu, root]'));
  await page.getByText('Unsaved').waitFor();
  await page.keyboard.press('Control+S');
  await expect.poll(() => review().locator('mark').allInnerTexts()).toEqual([', root']);
  await button('Save role').click();
  await review().waitFor({ state: 'detached' });
  await page.getByText('Role edited saved').first().waitFor();
  await expect.poll(() => page.getByText('Unsaved').count()).toBe(0);
  await page.reload();
  await ready();
  await expect.poll(shown).toContain('[ubuntu, root]');
  await expect.poll(shown).toContain('# kept as it is');
});

describe('errors', () => {
  test('are shown at their line, block the review, and can be fixed with a key', async () => {
    await open('new');
    await paste(role('wrong', LOGINS, '    rules:', '      - resources: [session]', '        verbs: [list, raed]'));
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('“raed” is not a known value. Did you mean “read”?').waitFor();
    await page.keyboard.press('F8');
    await page.getByText('Line 10, column 23', { exact: true }).waitFor();
    await page.keyboard.press('Control+.');
    await page.getByText('Change to read').waitFor();
    await page.keyboard.press('Enter');
    await problems.waitFor({ state: 'detached' });
    await expect.poll(shown).toContain('verbs: [list, read]');
  });

  test('in the syntax show line and column', async () => {
    await open('new');
    await paste('kind: role\nversion: v6\nmetadata:\n\tname: x\n');
    await page.getByText('Fix 1 error to review').waitFor();
    await page.getByText('line 4, column').waitFor();
    await page.keyboard.press('Control+S');
    await expect.poll(() => review().count()).toBe(0);
  });

  test('in the name or kind of the document are shown before a request', async () => {
    await open('access');
    await paste(role('other', LOGINS));
    await page.getByText('A role cannot be renamed: its name is “access”').waitFor();
    await paste(role('access', LOGINS).replace('kind: role', 'kind: user'));
    await page.getByText('This page edits documents of kind role').waitFor();
    await expect.poll(() => button(/^Review changes/).getAttribute('aria-disabled')).toBe('true');
  });

  test('in invalid or hostile text do not break the page', async () => {
    await open('new');
    const bomb = 'a: &a [x, x, x, x, x, x, x, x, x]\n'.concat(
      ...Array.from('bcdefghi', (c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(', ')}]\n`),
    );
    for (const text of ['x'.repeat(5_000_000), bomb, '[', '\ufeffkind: role\r\n\tb', '---\n...\n']) {
      await paste(text);
      await page.getByText('Fix 1 error to review').waitFor();
    }
  });
});

test('a refusal of the server is shown in the review, and the text is kept', async () => {
  await open('editor');
  const before = await shown();
  await paste(role('editor', '    rules:', '      - resources: [session]', '        verbs: [list, read]'));
  await page.keyboard.press('Control+S');
  await button('Save role').click();
  const alert = review().getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(
    /The role editor was not saved.*The server answered 400: “.+”.*Your text is kept/s,
  );
  await button('Back to editing').click();
  await expect.poll(shown).toContain('resources: [session]');
  await button('Discard draft').click();
  await expect.poll(shown).toBe(before);
});

describe('unsaved text', () => {
  const DRAFT = '    logins: [typed-and-not-saved]';

  test('survives the end of the session during typing', async () => {
    await create('expiring', LOGINS);
    await paste(role('expiring', DRAFT));
    await page.keyboard.type('# and then');
    // The session is ended on the server. The page detects it while the user types.
    const token = await page.evaluate(() => localStorage.getItem('grv_teleport_token') ?? '{}');
    const { accessToken } = JSON.parse(token) as { accessToken: string };
    const ended = await page.request.delete('/v1/webapi/sessions/web', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(ended.status()).toBe(200);
    // The text that the editor shows must return. A key that reaches the next page does not count.
    let seen = 0;
    const typeOn = async () => {
      await page.keyboard.type('.').catch(() => undefined);
      const text = await shownText(page, 500).catch(() => '');
      seen = Math.max(seen, /# and then(\.*)/.exec(text)?.[1]?.length ?? 0);
      return page.url();
    };
    await expect.poll(typeOn, { interval: 300, timeout: 40_000 }).toContain('/web/login');
    await page.waitForURL('**/web/login*');
    await fillLogin(page, account);
    await page.waitForURL('**/web/roles/expiring');
    await ready();
    await page.getByText('Your unsaved text was restored.').waitFor();
    await expect.poll(shown).toContain('typed-and-not-saved');
    await expect.poll(shown).toContain(`# and then${'.'.repeat(seen)}`);
    await save();
    await page.getByText('Role expiring saved').waitFor();
  });

  test('survives a reload and the end of a tab, and is removed if it is discarded', async () => {
    await create('reloaded', LOGINS);
    await page.locator('.monaco-editor .view-lines').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# one more line');
    await page.getByText(/draft kept here at/).waitFor();
    await page.close();
    page = await mara.context.newPage();
    await open('reloaded');
    await page.getByText('Your unsaved text was restored.').waitFor();
    expect(await page.locator('.monaco-editor .view-lines').innerText()).toContain('#');
    await button('Discard draft').first().click();
    await expect.poll(() => shown(), { timeout: STEP_MS }).not.toContain('#');
    await expect.poll(() => shown(), { timeout: STEP_MS }).toContain('logins: [ubuntu]');
    await page.reload();
    await ready();
    await expect.poll(() => page.getByText('Unsaved').count()).toBe(0);
  });

  test('in a field of the form is saved without Enter, and survives a reload', async () => {
    await create('unended', LOGINS);
    const logins = page.getByRole('combobox', { name: /^Logins/ }).or(page.getByRole('textbox', { name: /^Logins/ }));
    await logins.first().fill('second');
    await page.keyboard.press('Control+S');
    await review().getByText('second').first().waitFor();
    await button('Save role').click();
    await review().waitFor({ state: 'detached' });
    await expect.poll(shown, { timeout: STEP_MS }).toContain('second');
    await expect.poll(() => page.getByText('Unsaved').count()).toBe(0);
    await logins.first().fill('third');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Your unsaved text was restored.').waitFor();
    await expect.poll(shown, { timeout: STEP_MS }).toContain('third');
  });

  test('causes a confirmation when the user leaves the page by a link', async () => {
    await create('left', LOGINS);
    await paste(role('left', DRAFT));
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('dialog', { name: 'Leave role left without saving?' }).waitFor();
    await button('Stay').click();
    await expect.poll(shown).toContain('typed-and-not-saved');
    await page.getByRole('link', { name: 'Users' }).click();
    await button('Leave, keep draft').click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.goBack();
    await page.getByText('Your unsaved text was restored.').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await button('Discard changes').click();
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    await page.goBack();
    await ready();
    expect(await shown()).not.toContain('typed-and-not-saved');
  });

  test('is stored separately for each tab, and each tab reports the other', async () => {
    await create('twice', LOGINS);
    const other = await mara.context.newPage();
    await open('twice', other);
    await page.getByText('Open in 1 other tab too.').waitFor();
    await other.getByText('Open in 1 other tab too.').waitFor();
    await other.close();
    await page.getByText('Open in 1 other tab too.').waitFor({ state: 'detached' });
  });
});

describe('if another user saved in the meantime', () => {
  const meanwhile = (name: string, ...allow: string[]) =>
    elsewhere.expect('PUT', `/roles/${name}`, { content: role(name, ...allow) });

  test('changes of different lines are merged, and the result shows the author of each line', async () => {
    await create('shared', LOGINS, '    db_users: [reader]', '    db_names: [a]');
    await paste(role('shared', '    logins: [ubuntu, mine]', '    db_users: [reader]', '    db_names: [a]'));
    await meanwhile('shared', LOGINS, '    db_users: [reader]', '    db_names: [a, theirs]');
    await page.keyboard.press('Control+S');
    await page.getByRole('dialog', { name: 'Role shared changed on the server' }).waitFor();
    expect(
      await review()
        .getByRole('radio', { name: /^Merge both/ })
        .isChecked(),
    ).toBe(true);
    const merged = review().getByRole('region', { name: 'Merged text' });
    expect(await merged.innerText()).toMatch(/, mine.*mine.*, theirs.*theirs/s);
    await button('Save merged role').click();
    await review().waitFor({ state: 'detached' });
    await expect.poll(shown).toMatch(/\[ubuntu, mine\].*\[a, theirs\]/s);
  });

  test('a line that both users changed requires a choice', async () => {
    await create('fought', LOGINS);
    await paste(role('fought', '    logins: [mine]'));
    await meanwhile('fought', '    logins: [theirs]');
    await page.keyboard.press('Control+S');
    await expect.poll(() => button('Save merged role').getAttribute('aria-disabled')).toBe('true');
    await review().getByRole('radio', { name: 'Theirs', exact: true }).check();
    await review().getByText('Decided: theirs').waitFor();
    await review()
      .getByRole('radio', { name: /^Keep theirs/ })
      .check();
    await button('Load their copy').click();
    await expect.poll(shown).toContain('[theirs]');
    await page.keyboard.press('Control+Z');
    await expect.poll(shown).toContain('[mine]');
    await save();
    await page.getByText('Role fought saved').first().waitFor();
  });

  test('a deleted role can be created again', async () => {
    await create('deleted', LOGINS);
    await paste(role('deleted', '    logins: [kept]'));
    const other = await visit(browser, gateway.base, { state: signedInAs(elsewhere), expects: REFUSED });
    await other.page.goto('/web/roles/deleted');
    await ready(other.page);
    await button('More', other.page).click();
    await other.page.getByRole('menuitem', { name: 'Delete role' }).click();
    await button('Delete role', other.page).click();
    await other.page.waitForURL('**/web/roles');
    await other.end();
    await page.keyboard.press('Control+S');
    await page.getByRole('dialog', { name: 'The role deleted was deleted on the server' }).waitFor();
    await button('Create role again').click();
    await review().waitFor({ state: 'detached' });
    await page.getByText('Role deleted saved').first().waitFor();
  });
});

test('a role is cloned with an unused name', async () => {
  await open('new?from=auditor');
  await expect.poll(shown).toContain('name: auditor-copy');
});

test('the focus can leave the editor by keyboard', async () => {
  await open('access');
  await page.locator('.monaco-editor .view-lines').click();
  await page.keyboard.press('Control+M');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.monaco-editor') === null)).toBe(true);
});

test('completion offers the fields of the schema, with their descriptions', async () => {
  await open('new');
  await paste(role('complete', LOGINS, ''));
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('    node_la');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget').getByText('node_labels').first().waitFor();
});

test('axe finds no violations in the editor and the review on a tablet and a phone', async () => {
  await page.setViewportSize(TABLET);
  await open('new');
  await paste(role('seen', LOGINS, '    nod_labels: {a: b}'));
  await page.getByRole('region', { name: 'Problems' }).waitFor();
  await axe(page);
  await page.setViewportSize(PHONE);
  await axe(page);
  for (const name of [/^Review changes/, /^More/]) expect(await tapHeight(button(name))).toBeGreaterThanOrEqual(40);
  await button(/^Review changes/).click();
  await review().getByText('No user has this role yet.').waitFor();
  await axe(page);
});

test('the editor opens in a high contrast theme', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open('new');
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('at 200 % zoom the page is not wider than the window', async () => {
  await page.setViewportSize(ZOOMED);
  await open('access');
  const buttons = page.getByRole('main').getByRole('button');
  const edges = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...edges)).toBeLessThanOrEqual(ZOOMED.width);
});
