// The main flow, from a new gateway to an enforced role, without stand-ins.
import { hostname, userInfo } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptInvite, signIn } from '../support/account.ts';
import { launchBrowser, visit } from '../support/browser.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { editorIsOpen } from '../support/textEditor.ts';

const LOGIN = userInfo().username;
const NODE = hostname();

let gateway: Gateway;
let browser: Browser;

// An invite works once: a second attempt needs another gateway.
beforeEach(async () => {
  gateway = await startGateway();
  browser = await launchBrowser();
});
afterEach(async () => {
  await browser.close();
  await gateway.stop();
});

/** The rows of a list, without the head. */
const rows = (page: Page) => page.getByRole('grid').locator('[role="row"][id]');

const screen = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\n'));

/** Pastes another text into the editor and saves it through the review. */
async function saveRole(page: Page, change: (text: string) => string): Promise<void> {
  const name = page.url().split('/').at(-1) ?? '';
  const answer = await page.request.get(`/v1/webapi/roles`, { headers: await bearer(page) });
  const items = (await answer.json()) as { name: string; content: string }[];
  const before = items.find((role) => role.name === name)?.content ?? '';
  const after = change(before);
  expect(after).not.toBe(before);
  await page.locator('.monaco-editor').first().click();
  await page.keyboard.press('Control+A');
  await page.evaluate((text) => navigator.clipboard.writeText(text), after);
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: /^Review changes/ }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('button', { name: 'Save role' }).click();
  await review.waitFor({ state: 'detached' });
}

/** A second bearer of the same session, as for every page load. */
async function bearer(page: Page): Promise<{ authorization: string }> {
  const html = await (await page.request.get('/web')).text();
  const content = /name="grv_bearer_token" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#43;', '+') ?? '';
  const { token } = JSON.parse(atob(content)) as { token: string };
  return { authorization: `Bearer ${token}` };
}

test('an invited user opens a shell, and a changed role is enforced', async () => {
  const { page, context, end } = await visit(browser, gateway.base, {
    // The terminal of a hidden server is refused.
    expects: [/40[34]/],
    permissions: ['clipboard-read', 'clipboard-write'],
  });

  const account = await acceptInvite(page, gateway.invite ?? '');
  expect(account.totp?.secret).toMatch(/^[A-Z2-7]{16,}$/);

  await rows(page).filter({ hasText: NODE }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);

  await page.getByRole('button', { name: /^Connect/ }).click();
  const [shell] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: new RegExp(`^${LOGIN}\\b`) }).click(),
  ]);
  await expect.poll(() => screen(shell), { timeout: 20_000 }).toMatch(/[#$] *$/m);
  await shell.keyboard.type('echo "I am $(id -un) on $(uname -n)"\n');
  await expect.poll(() => screen(shell)).toContain(`I am ${LOGIN} on ${NODE}`);
  await shell.keyboard.type('exit\n');
  await shell.close({ runBeforeUnload: false });

  await page.getByRole('link', { name: 'Roles' }).click();
  await rows(page).getByRole('link', { name: 'access' }).click();
  await editorIsOpen(page);
  await saveRole(page, (text) => text.replace(/node_labels:\n\s+'\*': '\*'/, 'node_labels:\n      env: elsewhere'));

  await page.getByRole('link', { name: 'Servers' }).click();
  await expect.poll(() => rows(page).count(), { timeout: 10_000 }).toBe(0);
  const refused = await context.newPage();
  await refused.goto(
    new URL(`${new URL(page.url()).pathname.replace(/nodes$/, 'console')}/node/${NODE}/${LOGIN}`, gateway.base).href,
  );
  // A server that a role hides cannot be opened by its address.
  await refused.getByText(`There is no server "${NODE}"`).first().waitFor();
  await refused.close({ runBeforeUnload: false });

  // The change applies to new sign-ins, and can be undone.
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('grv_teleport_show_assist', 'false');
  });
  await signIn(page, account, '/web/roles/access');
  await editorIsOpen(page);
  await saveRole(page, (text) => text.replace('env: elsewhere', "'*': '*'"));
  await page.getByRole('link', { name: 'Servers' }).click();
  await rows(page).filter({ hasText: NODE }).waitFor();
  await end();
});
