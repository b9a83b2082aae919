// Firefox with the profile of a user, driven over WebDriver BiDi: finds differences between engines.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { DESKTOP } from './browser.ts';

export type Firefox = {
  /** The folder of downloads. */
  downloads: string;
  /** Errors on the consoles of pages, and uncaught exceptions. */
  faults: readonly string[];
  newPage(): Promise<Page>;
  end(): Promise<void>;
};

/** A browser with a fresh profile. `FIREFOX` names another browser than that of Debian. */
export async function launchFirefox(): Promise<Firefox> {
  const downloads = mkdtempSync(join(tmpdir(), 'postern-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: DESKTOP,
    protocolTimeout: 60_000,
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'ui.prefersReducedMotion': 1,
    },
  });
  const faults: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`uncaught: ${error instanceof Error ? error.message : String(error)}`));
  };
  return {
    downloads,
    faults,
    async newPage() {
      const page = await browser.newPage();
      watch(page);
      return page;
    },
    async end() {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}

/** An element by its role and name, through the driver's `aria` selectors. Waits until it exists. */
export const named = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

/** Sets the whole text of a field at once, as a paste does. The driver's `fill` types letter by letter. */
export async function pasteInto(page: Page, role: string, name: string, text: string): Promise<void> {
  const field = await named(page, role, name).waitHandle();
  await field.focus();
  await field.evaluate((element, value) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('this is no field');
    // Uses the browser's setter: React notices values that bypass its own property.
    Reflect.set(HTMLInputElement.prototype, 'value', value, element);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: value }));
  }, text);
}
