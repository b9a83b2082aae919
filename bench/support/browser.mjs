// How time is measured: a condition is tested on every animation frame. When it holds, the clock is read in a message
// task posted from that frame, that is after the frame was produced. Granularity: one frame.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { trustSwitch } from './selfSigned.mjs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];
export const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find((file) => existsSync(file)) ?? 'chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--enable-precise-memory-info',
];

/** A browser process with its own profile: cold until its first visit. */
export async function freshBrowser() {
  const profile = mkdtempSync(path.join(tmpdir(), 'postern-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...ARGS, trustSwitch()],
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
  });
  await context.addInitScript(installWatcher);
  const page = context.pages()[0] ?? (await context.newPage());
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, page, close };
}

/** Runs in the page: `__when(fn)` resolves with the epoch time (ms) after the first frame in which `fn()` is true. */
function installWatcher() {
  /** @type {any} */ (globalThis).__when = (/** @type {() => boolean} */ holds, timeoutMs = 60_000) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const look = () => {
        if (holds()) {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          port2.postMessage(0);
        } else if (performance.now() - started > timeoutMs) reject(new Error(`not within ${timeoutMs} ms: ${holds}`));
        else requestAnimationFrame(look);
      };
      look();
    });
}

/**
 * Bytes on the wire as Chromium counts them (headers included, compressed as sent), by kind.
 * @param {import('playwright-core').Page} page
 */
export async function countBytes(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  /** @type {Map<string, string>} */
  const kinds = new Map();
  /** @type {Record<string, number>} */
  const bytes = { all: 0, requests: 0 };
  cdp.on('Network.responseReceived', (e) => kinds.set(e.requestId, e.type));
  cdp.on('Network.loadingFinished', (e) => {
    const kind = kinds.get(e.requestId) ?? 'Other';
    bytes['all'] = (bytes['all'] ?? 0) + e.encodedDataLength;
    bytes[kind] = (bytes[kind] ?? 0) + e.encodedDataLength;
    bytes['requests'] = (bytes['requests'] ?? 0) + 1;
  });
  return bytes;
}

/** Collected heap of the page, MB. @param {import('playwright-core').Page} page */
export async function heapMb(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find((m) => m.name === 'JSHeapUsedSize')?.value ?? 0) / 1e6;
}

/**
 * Epoch ms of the first frame in which the expression matches.
 * @param {import('playwright-core').Page} page @param {string} expression
 * @returns {Promise<number>}
 */
export const when = (page, expression) => page.evaluate(`window.__when(() => ${expression})`);
