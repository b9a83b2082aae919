// Half an hour of a recorded desktop in the player: the time until another moment is shown, and whether playback keeps
// up.
import { runnerImport } from 'vite';
import { freshBrowser, when } from '../support/browser.mjs';
import { startGateway } from '../support/gateway.mjs';
import { figure } from '../support/table.mjs';
import { FIRST_ROW, signIn } from './start.mjs';

const STEP_MS = 100;
const SCENE = { durationMs: 1_800_000, stepMs: STEP_MS, columns: 20, rows: 12, noise: 4000, user: 'bench' };
/** Targets of jumps, forward and back. */
const TARGETS_S = [1503, 191, 940, 1740, 60, 1207, 549];
const PLAYED_MS = 5000;

/**
 * With its own gateway and a recording that the gateway's recorder wrote.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureDesktopPlayback(_gateway, runs) {
  /** @type {{ module: typeof import('../../tests/support/desktopRecording.ts') }} */
  const { module } = await runnerImport('/tests/support/desktopRecording.ts', { logLevel: 'error', configFile: false });
  let sid = '';
  const gateway = await startGateway({
    before: async (dataDir) => void ({ sid } = await module.writeDesktopRecording(dataDir, SCENE)),
  });
  try {
    /** @type {Record<'seek' | 'four' | 'sixteen', number[]>} */
    const taken = { seek: [], four: [], sixteen: [] };
    for (let run = 0; run < runs; run += 1) await play(gateway, sid, module.colourAt, taken);
    return [
      figure('30 min of 1280 × 768: another moment → its picture', 'ms', taken.seek, { bar: 500 }),
      figure('recorded seconds for each second at 4×', '', taken.four, { bar: 3.8, digits: 1, better: 'more' }),
      figure('recorded seconds for each second at 16×', '', taken.sixteen, { digits: 1, better: 'more' }),
    ];
  } finally {
    await gateway.stop();
  }
}

/**
 * @param {{ base: string, cluster: string }} gateway @param {string} sid
 * @param {(step: number) => readonly number[]} colourAt @param {Record<'seek' | 'four' | 'sixteen', number[]>} taken
 */
async function play({ base, cluster }, sid, colourAt, taken) {
  const { page, close } = await freshBrowser();
  await signIn(page, base);
  await page.waitForURL(/nodes/);
  await when(page, FIRST_ROW);
  const query = `recordingType=desktop&durationMs=${SCENE.durationMs}`;
  await page.goto(`${base}/web/cluster/${cluster}/session/${sid}?${query}`);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const target of TARGETS_S) {
    const colour = colourAt((target * 1000) / STEP_MS).join();
    const seen = when(
      page,
      `[...document.querySelector('main canvas').getContext('2d').getImageData(20, 20, 1, 1).data].slice(0, 3).join() === '${colour}'`,
    );
    const begun = Number(
      await page.evaluate(`(location.hash = 't=${target}s', performance.timeOrigin + performance.now())`),
    );
    taken.seek.push((await seen) - begun);
  }
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const position = async () =>
    Number(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'));
  for (const [label, name] of /** @type {const} */ ([
    ['4×', 'four'],
    ['16×', 'sixteen'],
  ])) {
    await page.getByText(label, { exact: true }).click();
    const [from, begun] = [await position(), performance.now()];
    await page.waitForTimeout(PLAYED_MS);
    taken[name].push(((await position()) - from) / ((performance.now() - begun) / 1000));
  }
  await close();
}
