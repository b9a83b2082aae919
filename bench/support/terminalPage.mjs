// Measures pages with terminals without help of the product: hooks every xterm.js instance when it is created, with any
// renderer, and counts its input and the output that reaches its screen buffer.
import { freshBrowser } from './browser.mjs';
import { signIn } from '../measure/start.mjs';

export const SCROLLBACK_LINES = 10_000;
/** Where the console stores the appearance of terminals (src/lib/storage.ts). */
const PREFERENCES = ['postern_terminal', 'postern_terminal:bench'];

/** @typedef {{ received: number, written: number, cells: number, lines: number, waited: number }} Counts */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ base: string, cluster: string, login: string, nodes: { machine: string, ssh: string } }} Gateway */

/** A signed-in browser with instrumented pages. @param {Gateway} gateway */
export async function terminalBrowser({ base }) {
  const browser = await freshBrowser();
  await browser.context.addInitScript(installTerminals);
  await browser.context.addInitScript(
    ({ keys, lines }) => {
      for (const key of keys) localStorage.setItem(key, JSON.stringify({ scrollbackLines: lines }));
    },
    { keys: PREFERENCES, lines: SCROLLBACK_LINES },
  );
  await signIn(browser.page, base);
  await browser.page.waitForURL(/\/nodes/);
  return browser;
}

/**
 * A shell in the active tab that prints only the output of its commands.
 * @param {import('playwright-core').BrowserContext} context @param {Gateway} gateway @param {string} node
 */
export async function openShell(context, { base, cluster, login }, node) {
  const page = await context.newPage();
  await page.goto(`${base}/web/cluster/${cluster}/console/node/${node}/${login}`, { waitUntil: 'commit' });
  await page.evaluate('__when(() => __has(/[#$] *$/))');
  await quiet(page);
  return page;
}

/** No prompt, no echo. @param {Page} page */
export async function quiet(page) {
  await page.keyboard.type(
    "unset PROMPT_COMMAND; PS1=; bind 'set enable-bracketed-paste off'; stty -echo; echo re''ady\n",
  );
  await page.evaluate('__when(() => __has(/^ready$/m))');
}

/** The counts of the active terminal once all output is on the screen. @param {Page} page @returns {Promise<Counts>} */
export const counts = (page) => page.evaluate('__front().counts && { ...__front().counts }');

/**
 * The last rows of the active terminal, oldest first. @param {Page} page @param {number} count @returns
 * {Promise<string[]>}
 */
export const lastRows = (page, count) => page.evaluate(`__rows(${count})`);

/** Milliseconds from a key's event to the frame with its glyph, one per key. @param {Page} page @param {number} keys */
export async function echoes(page, keys) {
  const taken = [];
  for (let at = 0; at < keys; at += 1) {
    await page.evaluate('void (globalThis.__echoed = __echo())');
    await page.keyboard.press('abcdefghij'[at % 10] ?? 'a');
    taken.push(Number(await page.evaluate('__echoed')));
  }
  await page.keyboard.press('Control+U');
  return taken;
}

/** Runs in the page, before all of its scripts. */
function installTerminals() {
  const world = /** @type {any} */ (globalThis);
  /** @type {any[]} */
  const all = [];
  let received = 0;
  world.WebSocket = class extends WebSocket {
    /** @param {string | URL} url */
    constructor(url) {
      super(url);
      this.addEventListener('message', ({ data }) => {
        const frame = new Uint8Array(data);
        if (frame[5] !== 0x72) return; // output
        let at = 7;
        while ((frame[at++] ?? 0) & 0x80);
        received += frame.length - at;
      });
    }
  };
  /** @param {any} terminal @param {any} core */
  const watch = (terminal, core) => {
    const counts = { received: 0, written: 0, cells: 0, lines: 0, waited: 0 };
    const input = core._inputHandler;
    const [print, lineFeed, write] = [input.print, input.lineFeed, terminal.write];
    input.print = (/** @type {Uint32Array} */ codes, /** @type {number} */ start, /** @type {number} */ end) => {
      counts.cells += end - start;
      print.call(input, codes, start, end);
    };
    input.lineFeed = () => {
      counts.lines += 1;
      return lineFeed.call(input);
    };
    terminal.write = (/** @type {Uint8Array} */ bytes, /** @type {() => void} */ parsed) => {
      counts.written += bytes.length;
      counts.received = received;
      counts.waited = Math.max(counts.waited, received - counts.written);
      write.call(terminal, bytes, parsed);
    };
    all.push({ terminal, counts });
  };
  Object.defineProperty(Object.prototype, '_core', {
    configurable: true,
    get: () => undefined,
    set(core) {
      Object.defineProperty(this, '_core', { value: core, writable: true, configurable: true, enumerable: true });
      if (typeof this.registerLinkProvider === 'function' && typeof this.loadAddon === 'function') watch(this, core);
    },
  });
  const front = (world.__front = () => all.findLast(({ terminal }) => terminal.element?.checkVisibility()));
  const rows = (world.__rows = (/** @type {number} */ count) => {
    const buffer = front()?.terminal.buffer.active;
    if (!buffer) return [];
    const end = buffer.baseY + buffer.cursorY + 1;
    /** @type {string[]} */
    const texts = [];
    for (let y = Math.max(0, end - count); y < end; y += 1) texts.push(buffer.getLine(y).translateToString(true));
    return texts;
  });
  world.__has = (/** @type {RegExp} */ pattern) => pattern.test(rows(60).join('\n').trimEnd());
  world.__terminalCount = () => all.filter(({ terminal }) => terminal.element?.isConnected).length;
  /** From the key's event to the message task after the frame that shows it. */
  world.__echo = () =>
    new Promise((resolve) => {
      const { terminal } = front();
      const before = terminal.buffer.active.cursorX;
      let pressedMs = Number.NaN;
      addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { capture: true, once: true });
      const watching = terminal.onRender(() => {
        if (terminal.buffer.active.cursorX === before) return;
        watching.dispose();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - pressedMs);
        port2.postMessage(0);
      });
    });
}
