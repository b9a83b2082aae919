// Chromium as a person has it before them: what goes wrong behind the picture fails the test.
import AxeBuilder from '@axe-core/playwright';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
export const THEMES = ['light', 'dark'] as const;

/** One per spec file; close it in `afterAll`. As root Chromium has no sandbox. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

type VisitOptions = {
  theme?: (typeof THEMES)[number];
  size?: { width: number; height: number };
  /** Permissions, such as `clipboard-read`. */
  permissions?: string[];
  /** Cookies and storage of another visit, from `context.storageState()`: signed in without signing in. */
  state?: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** What the browser may say on its console: a refused request is an error for it, not for us. */
  expects?: readonly RegExp[];
};

export type Visit = {
  /** `page.goto('/web')` works: the gateway is the base. */
  page: Page;
  /** A cookie jar and a local storage of its own; `context.newPage()` is a second tab. */
  context: BrowserContext;
  /** Fails on any console error, uncaught exception, CSP violation or request to a foreign origin of any tab. */
  end: () => Promise<void>;
};

/** A person with a fresh browser profile. `base` is the gateway's origin. Motion is reduced: nothing waits for it. */
export async function visit(browser: Browser, base: string, options: VisitOptions = {}): Promise<Visit> {
  const { theme = 'light', size = DESKTOP, permissions = [], state, expects = [] } = options;
  const context = await browser.newContext({
    baseURL: base,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    permissions,
    ...(state && { storageState: state }),
  });
  const faults: string[] = [];
  const note = (fault: string) => {
    if (!expects.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  context.on('console', (message) => {
    // Chromium reports CSP violations here too.
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(base).host) note(`foreign origin: ${url.href}`);
  });
  return {
    context,
    page: await context.newPage(),
    async end() {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
}

/** Fails with what axe finds against WCAG 2.2 A and AA on the page as it stands. */
export async function axe(page: Page): Promise<void> {
  await page.evaluate(stillness);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
    .analyze();
  expect(
    violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([]);
}

/** In the page: resolves when what fades in has done so; what turns for ever does not count. */
async function stillness(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
