// The terminal page as a user sees and uses it.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const PROMPT = /[#$] ?$/m;

export type TerminalPage = {
  /** Panes of the active tab, in the order of their opening. */
  panes: () => Locator;
  /** The text of one pane, row by row. */
  screen: (n?: number) => Promise<string>;
  sees: (text: RegExp, n?: number) => Promise<void>;
  /** Focuses the first pane. */
  focus: () => Promise<void>;
  /** Types a line with Enter into the focused pane, as soon as a pane has the focus. */
  type: (line: string) => Promise<void>;
  banner: () => Locator;
  /** Opens a page of the console and waits for the prompt. */
  openShell: (path: string) => Promise<void>;
  /** The menu of the last pane. */
  menu: (item: string) => Promise<void>;
};

export function terminalPage(page: Page): TerminalPage {
  const panes = () => page.locator('[role=tabpanel]:not([hidden]) section[aria-label]:visible');
  const screen = (n = 0) =>
    panes()
      .nth(n)
      .evaluate((pane) =>
        [...pane.querySelectorAll('.xterm-rows > div')]
          .map((row) => row.textContent.replace(/\u00a0/g, ' ').trimEnd())
          .join('\n'),
      );
  const sees = (text: RegExp, n = 0) => expect.poll(() => screen(n), { timeout: 30_000 }).toMatch(text);
  return {
    panes,
    screen,
    sees,
    focus: () => panes().first().locator('.xterm-helper-textarea').focus(),
    async type(line) {
      await page.locator('[role=tabpanel]:not([hidden]) .xterm-helper-textarea:focus').waitFor({ state: 'attached' });
      await page.keyboard.type(`${line}\n`);
    },
    banner: () => page.locator('[role=tabpanel]:not([hidden])').getByRole('alert'),
    async openShell(path) {
      await page.goto(path);
      await sees(PROMPT);
    },
    async menu(item) {
      await panes().last().getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
  };
}
