// A big file up to this machine and down again over its sshd, with the panel of a terminal: the speed, and how much of
// it the page and the gateway hold at once. A plain client measures the same without the browser.
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure } from '../support/table.mjs';
import { openShell, terminalBrowser } from '../support/terminalPage.mjs';
import { residentMb } from './gateway.mjs';

const FILE_BYTES = 2_000_000_000;
const NAME = 'big.bin';
const SAMPLE_MS = 200;
const AT_MOST_MS = 600_000;

/**
 * @typedef {import('../support/terminalPage.mjs').Gateway & { pid: number, call: (path: string) => Promise<Response> }} Gateway
 * @typedef {import('playwright-core').Page} Page
 */

/**
 * Runs once, independent of the requested number of runs: it moves 6 GB.
 * @param {Gateway} gateway
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureTransfer(gateway) {
  const folder = mkdtempSync(path.join(tmpdir(), 'postern-files-'));
  const [own, there] = [path.join(folder, NAME), path.join(folder, 'there')];
  mkdirSync(there);
  const file = openSync(own, 'w');
  ftruncateSync(file, FILE_BYTES);
  closeSync(file);
  const browser = await terminalBrowser(gateway);
  try {
    const page = await openShell(browser.context, gateway, gateway.nodes.ssh);
    const atRestMb = residentMb(gateway.pid);
    const up = await watched(gateway, page, () => upload(page, own, there));
    const moved = path.join(there, NAME);
    if (statSync(moved).size !== FILE_BYTES) throw new Error('the upload is not whole');
    const down = await watched(gateway, page, () => download(page, moved));
    const plain = await watched(gateway, page, () => plainDownload(gateway, moved));
    const size = `${FILE_BYTES / 1e9} GB`;
    return [
      figure('gateway before, memory', 'MB', [atRestMb]),
      figure(`${size} uploaded`, 'MB/s', [up.mbPerS]),
      figure('– heap of the page, most', 'MB', [up.heapMb], { digits: 1 }),
      figure('– memory of the gateway, most', 'MB', [up.gatewayMb]),
      figure(`${size} downloaded`, 'MB/s', [down.mbPerS]),
      figure('– heap of the page, most', 'MB', [down.heapMb], { digits: 1 }),
      figure('– memory of the gateway, most', 'MB', [down.gatewayMb]),
      figure(`${size} downloaded by a client that keeps nothing`, 'MB/s', [plain.mbPerS]),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures the memory during a transfer, including garbage. @param {Gateway} gateway @param {Page} page @param {() =>
 * Promise<void>} move
 */
async function watched({ pid }, page, move) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  let [heapMb, gatewayMb, isOver] = [0, 0, false];
  const begun = performance.now();
  const moving = move().finally(() => (isOver = true));
  while (!isOver) {
    const { metrics } = await cdp.send('Performance.getMetrics');
    heapMb = Math.max(heapMb, (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6);
    gatewayMb = Math.max(gatewayMb, residentMb(pid));
    await Promise.race([moving, new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))]);
  }
  await moving;
  await cdp.detach();
  return { mbPerS: FILE_BYTES / 1000 / (performance.now() - begun), heapMb, gatewayMb };
}

/** @param {Page} page @param {string} file @param {string} folder */
async function upload(page, file, folder) {
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  await page.getByLabel(/^Into this folder on/).fill(folder);
  const [field] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'choose files' }).click(),
  ]);
  await field.setFiles(file);
  await page.getByRole('status').getByText('1 done', { exact: true }).waitFor({ timeout: AT_MOST_MS });
}

/** @param {Page} page @param {string} file */
async function download(page, file) {
  await page.getByRole('dialog').getByText('Download', { exact: true }).click();
  await page.getByLabel(/^File or folder on/).fill(file);
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: AT_MOST_MS }),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  if (statSync(await saved.path()).size !== FILE_BYTES) throw new Error('the download is not whole');
}

/** @param {Gateway} gateway @param {string} file */
async function plainDownload({ call, cluster, login, nodes }, file) {
  const query = new URLSearchParams({ location: file, filename: file });
  const { body, status } = await call(`/v1/webapi/sites/${cluster}/nodes/${nodes.ssh}/${login}/scp?${query}`);
  let bytes = 0;
  for await (const piece of body ?? []) bytes += piece.length;
  if (bytes !== FILE_BYTES) throw new Error(`${bytes} bytes came, with status ${status}`);
}
