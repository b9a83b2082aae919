// Chromium with the profile of a user. Errors on the browser's console also fail the test.
import axeCore, { type RunOptions } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';

export const DESKTOP = { width: 1440, height: 900 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
/** A window of 1440 × 900 at 200 % zoom. */
export const ZOOMED = { width: 720, height: 450 };

/** The height of what a finger taps, in pixels. */
export const tapHeight = async (target: Locator): Promise<number> => (await target.boundingBox())?.height ?? 0;

/**
 * One for each spec file. Close it in `afterAll`. Chromium has no sandbox when it runs as root. The headless shell has
 * the same engine without windows and takes three quarters of the processor time. `CHROMIUM` names another browser.
 */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/** What a browser keeps of a sign-in: cookies and storage. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

export type VisitOptions = {
  theme?: 'light' | 'dark';
  size?: { width: number; height: number };
  /** With a touch screen. */
  touch?: boolean;
  /** Permissions, such as `clipboard-read`. */
  permissions?: string[];
  /** From `signedInAs`, or from another visit's `context.storageState()`: the browser starts signed in. */
  state?: SignedIn;
  /** Shows the hint about Assist of a first visit, which covers part of the page below the top bar. */
  firstVisit?: boolean;
  /** Expected messages of the browser's console: Chromium reports a refused request as an error. */
  expects?: readonly RegExp[];
};

export type Visit = {
  /** `page.goto('/web')` works: the gateway is the base URL. */
  page: Page;
  /** Has its own cookie jar and local storage. `context.newPage()` is a second tab. */
  context: BrowserContext;
  /** Fails on any console error, uncaught exception, CSP violation or request to a foreign origin of any tab. */
  end: () => Promise<void>;
};

const EMPTY: SignedIn = { cookies: [], origins: [] };

/** Marks the hint about Assist as closed. */
function withoutHint({ cookies, origins }: SignedIn, origin: string): SignedIn {
  const own = origins.find((other) => other.origin === origin)?.localStorage ?? [];
  const localStorage = [...own, { name: 'grv_teleport_show_assist', value: 'false' }];
  return { cookies, origins: [...origins.filter((other) => other.origin !== origin), { origin, localStorage }] };
}

/**
 * A user with a fresh browser profile. `base` is the gateway's origin. Motion is reduced, so that tests do not wait for
 * animations.
 */
export async function visit(browser: Browser, base: string, options: VisitOptions = {}): Promise<Visit> {
  const {
    theme = 'light',
    size = DESKTOP,
    touch = false,
    permissions = [],
    state,
    firstVisit = false,
    expects = [],
  } = options;
  const context = await browser.newContext({
    baseURL: base,
    viewport: size,
    hasTouch: touch,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    permissions,
    ignoreHTTPSErrors: true, // a gateway of a test that serves HTTPS has a self-signed certificate
    storageState: firstVisit ? (state ?? EMPTY) : withoutHint(state ?? EMPTY, new URL(base).origin),
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

/**
 * All rules except AAA, which WCAG does not require of a whole page. Includes best practices and axe's experimental
 * rules.
 */
const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  // axe treats a separator that the keyboard moves, which is a widget in ARIA, as a static separator.
  rules: { 'focus-order-semantics': { enabled: false } },
};
/**
 * Elements that need no landmark around them: those of axe, tooltips, and menus, which open outside the application as
 * dialogs do.
 */
const REGIONS = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip], .MuiPopover-root';
/** The rules that a theme can break. All others give the same result in both themes. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Fails if axe finds a violation on the current page, in the current theme and, in a window of the usual size, in the
 * other theme. A page has the same colours at every size.
 */
export async function axe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeCore.source);
    await page.evaluate(
      (regionMatcher) =>
        (window as unknown as { axe: typeof axeCore }).axe.configure({
          checks: [{ id: 'region', options: { regionMatcher } }],
        }),
      REGIONS,
    );
  }
  const found = await violations(page, ALL_RULES);
  if ((page.viewportSize()?.width ?? 0) >= DESKTOP.width) found.push(...(await inOtherTheme(page)));
  expect(found).toEqual([]);
}

async function inOtherTheme(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  const found = (await violations(page, COLOURS)).map((fault) => `${isDark ? 'light' : 'dark'}: ${fault}`);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return found;
}

async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  await page.evaluate(stillness);
  return page.evaluate(
    // Guards of MUI's focus trap: they pass the focus on and never keep it.
    async (options) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const { violations } = await axe.run({ exclude: '[data-testid^="sentinel"]' }, options);
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' | ')}`);
    },
    // Omits expensive results that the test does not read: paths to elements, and files that media rules would
    // fetch.
    { ...rules, resultTypes: ['violations'], selectors: false, preload: false } satisfies RunOptions,
  );
}

/** In the page: resolves when all animations except endless ones have ended. */
async function stillness(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}
