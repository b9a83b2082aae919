// A tab with the memory of a user's tab. Playwright listens to the network of every tab it knows, and the browser then
// keeps up to 100 MB of answers in the tab. This tab is driven only by evaluation and input.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import WebSocket from 'ws';
import { CHROMIUM } from './browser.mjs';

const WAIT_MS = 60_000;

/**
 * @param {(page: import('playwright-core').Page) => Promise<void>} prepare signs in. Its tab is closed afterwards.
 * @param {string} url
 * @param {{ width: number, height: number }} [size] of the window
 */
export async function openPlainTab(prepare, url, { width, height } = { width: 1440, height: 900 }) {
  const profile = mkdtempSync(path.join(tmpdir(), 'postern-profile-'));
  const window = `--window-size=${width},${height}`;
  const flags = ['--headless', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0', window];
  // In its own process group: its helpers must not outlive it, since they write to the profile.
  const browser = spawn(CHROMIUM, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
    detached: true,
  });
  const portFile = path.join(profile, 'DevToolsActivePort');
  await until(() => existsSync(portFile) && readFileSync(portFile, 'utf8').includes('\n'));
  const [port = '', at = ''] = readFileSync(portFile, 'utf8').split('\n');
  const playwright = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = playwright.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the browser has no tab');
  await prepare(page);
  await playwright.close();

  const socket = new WebSocket(`ws://127.0.0.1:${port}${at}`);
  await once(socket, 'open');
  let last = 0;
  /** @param {string} method @param {object} params @param {string} [sessionId] @returns {Promise<any>} */
  const send = (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const hear = (/** @type {WebSocket.RawData} */ data) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.off('message', hear);
        if (answer.error) reject(new Error(answer.error.message));
        else resolve(answer.result);
      };
      socket.on('message', hear);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    });
  const { targetId } = await send('Target.createTarget', { url });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  /** @param {string} expression */
  const evaluate = async (expression) =>
    (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, sessionId)).result.value;
  return {
    /** Process id of the browser. */
    pid: browser.pid ?? 0,
    evaluate,
    when: (/** @type {string} */ expression) => until(async () => (await evaluate(expression)) === true),
    /** @param {number} x @param {number} y */
    async click(x, y) {
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, sessionId);
    },
    /** The memory after it is in use. */
    collectGarbage: () => send('HeapProfiler.collectGarbage', {}, sessionId),
    async close() {
      socket.close();
      const ended = once(browser, 'exit');
      process.kill(-(browser.pid ?? 0), 'SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** @param {() => boolean | Promise<boolean>} holds */
async function until(holds) {
  const end = Date.now() + WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${WAIT_MS} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
