// `npm start`: one-line errors, signals, a changed file, a killed process.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { START_FLAGS } from '../../gateway/launcher/flags.mjs';
import { selfSigned } from '../support/certificate.ts';
import { Database } from '../../gateway/store/database.ts';
import { runStart, startGateway } from '../support/gateway.ts';

/** How long a busy machine may need for work of milliseconds. */
const SOON = { timeout: 20_000 };
/** Unit of processor time in /proc. */
const TICK_MS = 10;
const LAUNCHER = fileURLToPath(new URL('../../gateway/launcher', import.meta.url));

let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-launch-'));
  writeFileSync(join(dir, 'file'), '');
  writeFileSync(join(dir, 'key.pem'), selfSigned().key);
  writeFileSync(join(dir, 'bad.yaml'), 'cluster_name: a\nauth:\n  second_factor: always\n');
  writeFileSync(join(dir, 'broken.yaml'), 'auth: {\n');
  await (await startGateway()).stop(); // The first start may build. The starts that follow are timed.
}, 240_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a start that cannot succeed. */
async function refused(args: string[], env?: Record<string, string>): Promise<string> {
  const run = runStart(['--data-dir', join(dir, 'fresh'), '--port', '0', ...args], env);
  expect(await run.exit).toBe(1);
  const lines = run.log().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^postern: /);
  return lines[0] ?? '';
}

describe('one line and exit code 1 report', () => {
  test('an unknown flag', async () => {
    expect(await refused(['--prot', '1'])).toContain('unknown flag --prot. Did you mean --port?');
  });
  test('an invalid value of a flag or environment variable', async () => {
    expect(await refused(['--port', 'http'])).toContain('--port: expected a port from 0 to 65535, found "http"');
    expect(await refused([], { POSTERN_LOG_LEVEL: 'loud' })).toContain('POSTERN_LOG_LEVEL: expected one of');
  });
  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refused(['--port', String(port)])).toContain(`port ${port} on 127.0.0.1 is taken`);
    other.close();
  });
  test('an address that this machine does not have', async () => {
    expect(await refused(['--host', '192.0.2.1', '--trust-proxy'])).toContain('is not an address of this machine');
  });
  test('a non-loopback address without TLS', async () => {
    expect(await refused(['--host', '0.0.0.0'])).toMatch(/set --tls-cert and --tls-key, or --trust-proxy/);
  });
  test('an unreadable certificate', async () => {
    const tls = ['--tls-cert', join(dir, 'none.pem'), '--tls-key', join(dir, 'key.pem')];
    expect(await refused(tls)).toContain(`certificate ${join(dir, 'none.pem')} cannot be read: it does not exist`);
  });
  test('an unusable data directory', async () => {
    expect(await refused(['--data-dir', join(dir, 'file')])).toContain(
      `cannot be used: ${join(dir, 'file')} is a file`,
    );
    expect(await refused(['--data-dir', '/proc/postern'])).toContain('data directory /proc/postern cannot be used');
  });
  test('a missing, malformed or invalid configuration, with path and position', async () => {
    const at = (name: string) => join(dir, name);
    expect(await refused(['--config', at('none.yaml')])).toContain('none.yaml cannot be read: it does not exist');
    expect(await refused(['--config', at('broken.yaml')])).toContain(`${at('broken.yaml')}:`);
    expect(await refused(['--config', at('bad.yaml')])).toContain(
      `${at('bad.yaml')}:3:18: auth.second_factor: expected one of off, otp, webauthn, on, optional, found "always"`,
    );
  });
  test('an old version of Node, in files that it can parse', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '16.20.2' }); require('./start.cjs')`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', old], { cwd: LAUNCHER, encoding: 'utf8' });
    expect([status, stderr.trimEnd()]).toEqual([
      1,
      expect.stringMatching(/^postern: Node \d\S+ or newer is required, found 16\.20\.2$/),
    ]);
    for (const file of ['start.cjs', 'nodeVersion.cjs']) {
      const code = readFileSync(join(LAUNCHER, file), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\//g, '');
      expect(code, file).not.toMatch(/=>|`|\b(const|let|class|async|import)\b|\?\.|\?\?/);
    }
  });
});

test('--help lists every flag and exits with 0', async () => {
  const run = runStart(['--help']);
  expect(await run.exit).toBe(0);
  for (const flag of Object.values(START_FLAGS)) expect(run.log()).toContain(`--${flag.name}`);
});

// Wall-clock time also counts the work of other processes.
test.skipIf(process.platform !== 'linux')(
  'a second start does not build, and listens after less than two seconds of processor time',
  async () => {
    const gateway = await startGateway();
    const stat = readFileSync(`/proc/${gateway.process.pid}/stat`, 'utf8');
    expect(gateway.log()).not.toContain('Building');
    await gateway.stop();
    const [user = '', system = ''] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13); // proc(5)
    expect((Number(user) + Number(system)) * TICK_MS).toBeLessThan(2000);
  },
);

describe('signals', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a gateway with an open connection', async (signal) => {
    const gateway = await startGateway();
    const open = await fetch(`${gateway.base}/web`);
    gateway.process.kill(signal);
    const [code] = (await once(gateway.process, 'exit')) as [number | null];
    expect(code).toBe(0);
    await open.body?.cancel();
    await gateway.stop();
  });

  test('SIGHUP loads a valid file and refuses an invalid file', async () => {
    const gateway = await startGateway({ config: 'auth: { motd: first }\n' });
    onTestFinished(async () => void (await gateway.stop()));
    const file = join(gateway.dataDir, 'gateway.yaml');
    const settings = async () => (await fetch(`${gateway.base}/web/config.js`)).text();
    const motd = async () => /"motd":"(\w*)"/.exec(await settings())?.[1];
    const reload = (text: string) => {
      writeFileSync(file, text);
      gateway.process.kill('SIGHUP');
    };
    expect(await motd()).toBe('first');

    expect(await settings()).toContain('"ui":{}');
    reload('auth: { motd: second }\nui: { scrollback_lines: 5000 }\n');
    await expect.poll(motd, SOON).toBe('second');
    expect(await settings()).toContain('"ui":{"scrollbackLines":5000}');

    reload('auth:\n  moted: third\n');
    await expect.poll(gateway.log, SOON).toContain(`${file}:2:10: unknown key auth.moted; did you mean motd?`);
    expect(await motd()).toBe('second');

    reload('auth: { motd: fourth }\nlisten: { trust_proxy: true }\n');
    await expect.poll(motd, SOON).toBe('fourth');
    await expect.poll(gateway.log, SOON).toContain('listen takes effect at the next start');
  });
});

describe('a data directory with an unusable file is refused with its name', () => {
  test.each<[string, string, (file: string) => void, string]>([
    [
      'a file that is not a database',
      'postern.db',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      'the file is not a database',
    ],
    ['a directory in place of the database', 'postern.db', (file) => mkdirSync(file), 'it is a directory'],
    ['a file in place of the recordings', 'recordings', (file) => writeFileSync(file, ''), 'a file has its name'],
    [
      'a database of a newer version',
      'postern.db',
      (file) => new Database(file).exec('PRAGMA user_version = 9999'),
      'written by a newer version',
    ],
  ])('%s', async (_what, name, make, reason) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'postern-data-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    make(join(dataDir, name));
    const line = await refused(['--data-dir', dataDir]);
    expect(line).toContain(`${join(dataDir, name)} cannot be used: `);
    expect(line).toContain(reason);
  });
});

describe('one data directory', () => {
  test('can be used by one gateway at a time', async () => {
    const gateway = await startGateway();
    expect(await refused(['--data-dir', gateway.dataDir])).toContain(
      `is in use by another gateway (process ${gateway.process.pid})`,
    );
    await gateway.stop();
  });

  test('is available at once after its gateway was killed', async () => {
    const killed = await startGateway();
    await killed.kill();
    const next = await startGateway({ dataDir: killed.dataDir });
    expect(await next.stop()).toBe(0);
    rmSync(killed.dataDir, { recursive: true, force: true });
  });
});
