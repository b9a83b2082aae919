// A gateway for a measurement: fresh data directory, seeded inventory, one signed-up administrator.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { selfSigned } from './selfSigned.mjs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const USER = 'bench';
export const PASSWORD = 'measured-again-and-again';
const CLUSTER = 'bench.test';
/** Host name of the one real server among the seeded ones. */
export const MACHINE = 'bench-machine';
/** The same machine through its sshd. */
const BY_SSH = '00000000-0000-4000-8000-0000000000b5';

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
 * Starts a gateway and completes its invitation. `seed` are arguments of `npm run seed`. With an sshd this machine is a
 * second server. `inventory` has more documents. With `tls` it serves HTTPS and HTTP/2, as users reach it. `before`
 * writes the initial files of its data directory.
 * @param {{ seed?: string[], sshd?: { addr: string, identity: string, knownHosts: string }, tls?: boolean, inventory?:
 * object[], before?: (dataDir: string) => unknown }} [options]
 */
export async function startGateway({ seed = [], sshd, tls = false, inventory = [], before } = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postern-bench-'));
  await before?.(dataDir);
  const config = path.join(dataDir, 'gateway.yaml');
  writeFileSync(
    config,
    // JSON is valid YAML.
    JSON.stringify({
      cluster_name: CLUSTER,
      auth: { second_factor: 'off' },
      admin: { name: USER },
      node: { name: MACHINE },
      inventory: [...inventory, ...(sshd ? [sshServer(sshd)] : [])],
    }),
  );
  if (seed.length > 0) {
    const seeded = spawnSync('node', ['gateway/launcher/seed.cjs', '--data-dir', dataDir, ...seed], {
      cwd: root,
      encoding: 'utf8',
    });
    if (seeded.status !== 0) throw new Error(`seed failed: ${seeded.stderr || seeded.stdout}`);
  }
  const port = await freePort();
  const certificate = tls ? selfSigned(dataDir) : undefined;
  const started = performance.now();
  const child = spawn(
    'node',
    [
      ...['gateway/launcher/start.cjs', '--port', String(port), '--data-dir', dataDir, '--config', config],
      ...(certificate ? ['--tls-cert', certificate.cert, '--tls-key', certificate.key] : []),
    ],
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
  const base = `${tls ? 'https' : 'http'}://localhost:${port}`;
  const headers = await acceptInvite(base, String(invite));
  const call = (/** @type {string} */ path) => fetch(base + path, { headers });
  const { items } = await (await call(`/v1/webapi/sites/${CLUSTER}/nodes?search=${MACHINE}`)).json();
  return {
    base,
    cluster: CLUSTER,
    dataDir,
    /** Ids of this machine: as the gateway's own, and through its sshd. */
    nodes: { machine: String(items[0].id), ssh: BY_SSH },
    login: userInfo().username,
    /** Headers that authenticate requests and sockets. */
    headers,
    call,
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

/** @param {{ addr: string, identity: string, knownHosts: string }} sshd */
const sshServer = ({ addr, identity, knownHosts }) => ({
  kind: 'node',
  version: 'v2',
  sub_kind: 'openssh',
  metadata: { name: BY_SSH, labels: { env: 'bench' } },
  spec: { addr, hostname: 'bench-by-ssh' },
  connect: { identity_file: identity, known_hosts: knownHosts },
});

/**
 * Completes the invitation. Returns the headers that authenticate requests as that user.
 * @param {string} base @param {string} token
 */
async function acceptInvite(base, token) {
  const csrf = cookieOf(await fetch(`${base}/web/invite/${token}`), '__Host-grv_csrf');
  const answer = await fetch(`${base}/v1/webapi/users/password/token`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: csrf, 'X-CSRF-Token': csrf.split('=')[1] ?? '' },
    body: JSON.stringify({ token, password: Buffer.from(PASSWORD).toString('base64'), second_factor_token: '' }),
  });
  if (!answer.ok) throw new Error(`invite refused: ${await answer.text()}`);
  const cookie = cookieOf(answer, '__Host-session');
  const page = await (await fetch(`${base}/web`, { headers: { cookie } })).text();
  const meta = /name="grv_bearer_token" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#43;', '+') ?? '';
  const authorization = `Bearer ${JSON.parse(Buffer.from(meta, 'base64').toString()).token}`;
  return { cookie, authorization };
}

/** @param {Response} answer @param {string} name */
const cookieOf = (answer, name) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';
