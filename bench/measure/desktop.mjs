// A desktop of 1920 × 1080 in a tab: pictures per second, time until a click is visible, and the costs.
// `DESKTOP_BENCH_MINUTES=10` makes the runs with noise that long: the memory of the gateway and of the tab must stay
// constant.
import { runnerImport } from 'vite';
import { startGateway } from '../support/gateway.mjs';
import { openPlainTab } from '../support/plainTab.mjs';
import { gatewayProcess, growth, tabProcess, usage } from '../support/processes.mjs';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { openXClient } from '../support/xClient.mjs';
import { signIn } from './start.mjs';

const SIZE = { width: 1920, height: 1080 };
const BAR_HEIGHT = 40;
const NOISE_MS = Number(process.env['DESKTOP_BENCH_MINUTES'] ?? 1) * 60_000;
const MOVING_MS = 10_000;
const STEP_MS = 16;
const CLICKS = 40;
/** Pictures are garbage of some megabytes each: growth counts the memory after a collection. */
const GARBAGE_S = 10;
const FENCE = 66;
/** The place of the desktop's 20th pixel on the page, across and down: a press changes the pixels around it. */
const PIXEL_PLACE = `(() => {
  const { left, top, width, height } = document.querySelector('canvas').getBoundingClientRect();
  return [left + (20 * width) / ${SIZE.width}, top + (20 * height) / ${SIZE.height}];
})()`;
/** In ten minutes the garbage collector runs regularly. In one minute memory has not settled yet. */
const GROWTH_MAX = NOISE_MS >= 300_000 ? { bar: 1 } : {};

/**
 * With its own gateway, whose only desktop is an X display of this machine.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureDesktop(_gateway, runs) {
  /** @type {{ module: typeof import('../../tests/support/desktopServers.ts') }} */
  const { module } = await runnerImport('/tests/support/desktopServers.ts', { logLevel: 'error', configFile: false });
  const vnc = await module.startVncServer([], `${SIZE.width}x${SIZE.height}`);
  const desktop = {
    kind: 'windows_desktop',
    version: 'v3',
    metadata: { name: 'screen' },
    spec: { addr: `127.0.0.1:${vnc.port}`, screen_size: SIZE },
  };
  const gateway = await startGateway({ inventory: [{ ...desktop, connect: { vnc: {} } }] });
  const program = await openXClient(vnc.display, SIZE);
  try {
    await allow(gateway);
    /** @type {Record<string, number[]>} */
    const taken = {};
    for (let run = 0; run < runs; run += 1)
      for (const [name, values] of Object.entries(await session(gateway, program)))
        (taken[name] ??= []).push(...[values].flat());
    const of = (/** @type {string} */ name) => taken[name] ?? [];
    const costs = (/** @type {string} */ what, /** @type {string} */ name) => [
      figure(`${what}: pictures painted in a second`, '', of(`${name}Rate`), { digits: 1, better: 'more' }),
      figure(`– processor of the gateway`, 'ms/s', of(`${name}GatewayMs`)),
      figure(`– processor of the tab`, 'ms/s', of(`${name}TabMs`)),
    ];
    return [
      figure('press of a button → its pixel', 'ms', of('click')),
      figure('– 95 of 100', 'ms', [percentile(of('click'), 0.95)]),
      ...costs('window of 640 × 480 that moves', 'moving'),
      ...costs('noise on the whole screen', 'noise'),
      figure('– memory of the gateway', 'MB', of('noiseGatewayMb')),
      figure('– it grows by', 'MB/min', of('noiseGatewayGrowth'), { digits: 1, ...GROWTH_MAX }),
      figure('– memory of the tab', 'MB', of('noiseTabMb')),
      figure('– it grows by, without garbage', 'MB/min', of('noiseTabGrowth'), { digits: 1, ...GROWTH_MAX }),
    ];
  } finally {
    program.close();
    await gateway.stop();
    await vnc.stop();
  }
}

/** The user may open every desktop. @param {{ base: string, headers: Record<string, string> }} gateway */
async function allow({ base, headers }) {
  const send = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body) => {
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(`${base}/v1/webapi/${path}`, { method, headers: json, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const spec = { allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['bench'] } };
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'desktops' }, spec });
  await send('POST', 'roles', { content });
  await send('PUT', 'users', { name: 'bench', roles: ['access', 'editor', 'auditor', 'desktops'] });
}

/**
 * @param {{ base: string, cluster: string, pid: number }} gateway
 * @param {Awaited<ReturnType<typeof openXClient>>} program
 */
async function session({ base, cluster, pid }, program) {
  const enter = async (/** @type {import('playwright-core').Page} */ page) => {
    await signIn(page, base);
    await page.waitForURL(/nodes/);
  };
  const url = `${base}/web/cluster/${cluster}/desktops/screen/bench`;
  const tab = await openPlainTab(enter, url, { width: SIZE.width, height: SIZE.height + BAR_HEIGHT });
  try {
    await tab.when(`document.querySelector('canvas')?.width === ${SIZE.width}`);
    await tab.evaluate(`(${watchPage})(${FENCE})`);
    await pause(1000);
    const [x, y] = await tab.evaluate(PIXEL_PLACE);
    const click = [];
    for (let at = 0; at < CLICKS; at += 1) {
      await tab.evaluate('void (globalThis.__seen = __pixel())');
      await tab.click(x, y);
      const tookMs = Number(await tab.evaluate('__seen'));
      if (Number.isNaN(tookMs)) throw new Error('a press changed nothing on the screen');
      click.push(tookMs);
    }
    /** @param {string} name @param {number} forMs @param {() => Promise<void>} step */
    const under = async (name, forMs, step) => {
      const until = performance.now() + forMs;
      const painting = (async () => {
        while (performance.now() < until) await Promise.all([step(), pause(STEP_MS)]);
      })();
      const fences = () => tab.evaluate('__fences');
      const inUse = /** @type {{ atMs: number, mb: number }[]} */ ([]);
      const processes = { gateway: gatewayProcess(pid), tab: tabProcess(tab.pid) };
      const [fencesBefore, before, beganMs] = [await fences(), usage(processes), performance.now()];
      const samples = [before];
      for (let second = 1; performance.now() < until; second += 1, await pause(1000)) {
        samples.push(usage(processes));
        if (second % GARBAGE_S !== 0) continue;
        await tab.collectGarbage();
        const { atMs, tab: now } = usage(processes);
        inUse.push({ atMs, mb: now.mb });
      }
      await painting;
      const after = usage(processes);
      const seconds = (performance.now() - beganMs) / 1000;
      return {
        [`${name}Rate`]: ((await fences()) - fencesBefore) / seconds,
        [`${name}GatewayMs`]: (after.gateway.cpuMs - before.gateway.cpuMs) / seconds,
        [`${name}TabMs`]: (after.tab.cpuMs - before.tab.cpuMs) / seconds,
        [`${name}GatewayMb`]: after.gateway.mb,
        [`${name}TabMb`]: after.tab.mb,
        [`${name}GatewayGrowth`]: growth(samples.map(({ atMs, gateway }) => ({ atMs, mb: gateway.mb }))),
        [`${name}TabGrowth`]: growth(inUse),
      };
    };
    await program.showWindow();
    let step = 0;
    const moving = await under('moving', MOVING_MS, () =>
      program.moveWindow(80 + ((++step * 8) % 1100), 80 + ((step * 5) % 500)),
    );
    await program.hideWindow();
    return { click, ...moving, ...(await under('noise', NOISE_MS, program.paintNoise)) };
  } finally {
    await tab.close();
  }
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page: counts answered fences, and reports when a press has changed a pixel. */
function watchPage(/** @type {number} */ fence) {
  const world = /** @type {any} */ (globalThis);
  world.__fences = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (/** @type {Parameters<WebSocket["send"]>[0]} */ data) {
    if (data instanceof Uint8Array && data[0] === fence) world.__fences += 1;
    send.call(this, data);
  };
  const context = document.querySelector('canvas')?.getContext('2d');
  const pixel = () => String(context?.getImageData(20, 20, 1, 1).data);
  /** From the event of the press to the message task after the frame that shows another colour. */
  world.__pixel = () =>
    new Promise((resolve, reject) => {
      const before = pixel();
      setTimeout(() => reject(new Error('the press changed nothing')), 10_000);
      let pressedMs = Number.NaN;
      addEventListener('pointerdown', ({ timeStamp }) => (pressedMs = timeStamp), { capture: true, once: true });
      const look = () => {
        if (pixel() === before) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - pressedMs);
        port2.postMessage(0);
      };
      look();
    });
}
