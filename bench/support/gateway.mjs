// A gateway of its own for a measurement: fresh data directory, seeded inventory, one signed-up administrator.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const USER = 'bench';
export const PASSWORD = 'bench-password';

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/**
 * Starts a gateway and completes its invitation. `seed` are arguments of `npm run seed`.
 * @param {{ seed?: string[] }} [options]
 */
export async function startGateway({ seed = [] } = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-bench-'));
  const config = path.join(dataDir, 'gateway.yaml');
  writeFileSync(config, `cluster_name: bench.test\nauth: { second_factor: off }\nadmin: { name: ${USER} }\n`);
  if (seed.length > 0) {
    const seeded = spawnSync('node', ['gateway/launcher/seed.cjs', '--data-dir', dataDir, ...seed], {
      cwd: root,
      encoding: 'utf8',
    });
    if (seeded.status !== 0) throw new Error(`seed failed: ${seeded.stderr || seeded.stdout}`);
  }
  const port = await freePort();
  const started = performance.now();
  const child = spawn(
    'node',
    ['gateway/launcher/start.cjs', '--port', String(port), '--data-dir', dataDir, '--config', config],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const invite = await new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      const link = /\/web\/invite\/([0-9a-f]{32})/.exec(output);
      if (link) resolve(link[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`gateway ended with ${code}: ${output}`)));
  });
  const startMs = performance.now() - started;
  const base = `http://localhost:${port}`;
  await acceptInvite(base, String(invite));
  return {
    base,
    pid: child.pid ?? 0,
    startMs,
    stop: async () => {
      child.removeAllListeners('exit');
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @param {string} base @param {string} token */
async function acceptInvite(base, token) {
  const page = await fetch(`${base}/web/invite/${token}`);
  const cookie =
    page.headers
      .getSetCookie()
      .find((c) => c.startsWith('__Host-grv_csrf='))
      ?.split(';')[0] ?? '';
  const answer = await fetch(`${base}/v1/webapi/users/password/token`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie, 'X-CSRF-Token': cookie.split('=')[1] ?? '' },
    body: JSON.stringify({ token, password: Buffer.from(PASSWORD).toString('base64'), second_factor_token: '' }),
  });
  if (!answer.ok) throw new Error(`invite refused: ${await answer.text()}`);
}
