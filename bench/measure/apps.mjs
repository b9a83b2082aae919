// Requests to a web application through the gateway and directly, and big bodies both ways with the memory of the
// gateway during them.
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runnerImport } from 'vite';
import { startGateway } from '../support/gateway.mjs';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';
import { residentMb } from './gateway.mjs';

const BODY_BYTES = 1_000_000_000;
const PIECE = Buffer.alloc(64 * 1024, 'b');
const REQUESTS = 2_000;
const AT_ONCE = 16;
const SAMPLE_MS = 100;
/** The maximum overhead of the gateway. */
const OVERHEAD_MAX_MS = 1;
const GROWTH_MAX_MB = 64;

/** @typedef {{ port: number, headers: Record<string, string>, agent: http.Agent }} Way */

/**
 * With its own gateway.
 * @param {unknown} _gateway @param {number} runs
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureApps(_gateway, runs) {
  /** @type {{ module: typeof import('../../tests/support/webApp.ts') }} */
  const { module } = await runnerImport('/tests/support/webApp.ts', { logLevel: 'error', configFile: false });
  const web = await module.startWebApp();
  const document = { kind: 'app', version: 'v3', metadata: { name: 'web' } };
  const gateway = await startGateway({
    inventory: [{ ...document, spec: { uri: `http://127.0.0.1:${web.port}`, public_addr: 'web.localhost' } }],
  });
  const agent = () => new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const [directAgent, throughAgent] = [agent(), agent()];
  try {
    const direct = { port: web.port, headers: {}, agent: directAgent };
    const port = Number(new URL(gateway.base).port);
    const through = { port, headers: await signIn(gateway, port), agent: throughAgent };
    /** @type {{ p50: number[], p95: number[], overhead: number[], rate: number[], directRate: number[] }} */
    const taken = { p50: [], p95: [], overhead: [], rate: [], directRate: [] };
    for (let run = 0; run < runs; run += 1) {
      const [straight, proxied] = [await oneByOne(direct), await oneByOne(through)];
      taken.p50.push(percentile(proxied, 0.5));
      taken.p95.push(percentile(proxied, 0.95));
      taken.overhead.push(percentile(proxied, 0.5) - percentile(straight, 0.5));
      taken.directRate.push(await perSecond(direct));
      taken.rate.push(await perSecond(through));
    }
    const before = residentMb(gateway.pid);
    const down = await watched(gateway.pid, () => download(through));
    const up = await watched(gateway.pid, () => upload(through));
    return [
      figure('a request through the gateway, one after the other', 'ms', taken.p50, { digits: 2 }),
      figure('– 95 of 100', 'ms', taken.p95, { digits: 2 }),
      figure('– more than straight to the application', 'ms', taken.overhead, { digits: 2, bar: OVERHEAD_MAX_MS }),
      figure(`requests in a second, ${AT_ONCE} at once`, '', taken.rate, { better: 'more' }),
      figure('– straight to the application', '', taken.directRate, { better: 'more' }),
      figure('1 GB downloaded', 'MB/s', [down.mbPerS], { better: 'more' }),
      figure('– memory of the gateway grows by', 'MB', [down.mb - before], { bar: GROWTH_MAX_MB }),
      figure('1 GB uploaded', 'MB/s', [up.mbPerS], { better: 'more' }),
      figure('– memory of the gateway grows by', 'MB', [up.mb - before], { bar: GROWTH_MAX_MB }),
    ];
  } finally {
    directAgent.destroy();
    throughAgent.destroy();
    await gateway.stop();
    await web.stop();
  }
}

/** @param {{ base: string, headers: Record<string, string> }} gateway @param {number} port */
async function signIn({ base, headers }, port) {
  const answer = await fetch(`${base}/v1/webapi/sessions/app`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ fqdn: 'web.localhost' }),
  });
  if (!answer.ok) throw new Error(`no session: ${await answer.text()}`);
  const { cookie_value: cookie, subject_cookie_value: subject } = await answer.json();
  return {
    host: `web.localhost:${port}`,
    cookie: `__Host-grv_app_session=${cookie}; __Host-grv_app_session_subject=${subject}`,
  };
}

/** @param {Way} way @param {string} path @param {Readable} [body] @returns {Promise<http.IncomingMessage>} */
const send = ({ port, headers, agent }, path, body) =>
  new Promise((resolve, reject) => {
    const method = body ? 'PUT' : 'GET';
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent }, resolve);
    request.on('error', reject);
    if (body) body.pipe(request);
    else request.end();
  });

/** @param {Way} way @param {string} path @param {Readable} [body] */
async function ask(way, path, body) {
  const answer = await send(way, path, body);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
  let bytes = 0;
  for await (const piece of answer) bytes += piece.length;
  return bytes;
}

/** @param {Way} way */
async function oneByOne(way) {
  const times = [];
  for (let at = 0; at < REQUESTS; at += 1) {
    const begun = performance.now();
    await ask(way, '/download?bytes=100');
    times.push(performance.now() - begun);
  }
  return times.slice(REQUESTS / 10); // the first ones warm up
}

/** @param {Way} way */
async function perSecond(way) {
  const begun = performance.now();
  const row = async () => {
    for (let at = 0; at < REQUESTS / AT_ONCE; at += 1) await ask(way, '/download?bytes=100');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, row));
  return (REQUESTS / (performance.now() - begun)) * 1000;
}

/** @param {Way} way */
async function download(way) {
  const bytes = await ask(way, `/download?bytes=${BODY_BYTES}`);
  if (bytes !== BODY_BYTES) throw new Error('the download is not whole');
}

/** @param {Way} way */
async function upload(way) {
  let left = BODY_BYTES;
  const body = new Readable({
    read() {
      const piece = PIECE.subarray(0, left);
      left -= piece.length;
      this.push(piece.length > 0 ? piece : null);
    },
  });
  const answer = await send(way, '/upload', body);
  let text = '';
  await pipeline(answer, async (pieces) => {
    for await (const piece of pieces) text += String(piece);
  });
  if (JSON.parse(text).bytes !== BODY_BYTES) throw new Error('the upload is not whole');
}

/** The maximum of memory during the work. @param {number} pid @param {() => Promise<void>} move */
async function watched(pid, move) {
  let mb = 0;
  const timer = setInterval(() => (mb = Math.max(mb, residentMb(pid))), SAMPLE_MS);
  const begun = performance.now();
  await move();
  clearInterval(timer);
  return { mb, mbPerS: BODY_BYTES / 1000 / (performance.now() - begun) };
}
