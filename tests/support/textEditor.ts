// The text of a document page, read and written with the keyboard.
import type { Page } from 'playwright-core';

const lines = (page: Page) => page.locator('.monaco-editor .view-lines');

/** The editor is shown and has drawn its text. */
export const editorIsOpen = (page: Page): Promise<void> => page.locator('.monaco-editor .view-line').first().waitFor();

/** The visible text. The editor draws blanks as no-break spaces. Waits for the editor as long as usual. */
export const shownText = async (page: Page, timeout?: number): Promise<string> =>
  (await lines(page).innerText(timeout === undefined ? {} : { timeout })).replaceAll('\u00a0', ' ');

async function selectAll(page: Page): Promise<void> {
  await lines(page).click();
  await page.keyboard.press('Control+A');
}

/** Replaces the whole text, as Ctrl V does. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await selectAll(page);
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** The whole text as a copy, including lines that are not visible. */
export async function copyText(page: Page): Promise<string> {
  await selectAll(page);
  return page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    );
    return clipboardData.getData('text/plain');
  });
}
