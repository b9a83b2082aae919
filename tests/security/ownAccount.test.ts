// Logins as the account of the gateway: forbidden access, and the notices about allowed access.
import { closeSync, linkSync, mkdtempSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { outcomes } from '../support/commandClient.ts';
import { addRole, nodeIdOf, openTerminal, SITE, textOf } from '../support/inProcessTerminal.ts';
import { TerminalClient } from '../support/terminalClient.ts';

const OWN = userInfo().username;
const IS_ROOT = process.getuid?.() === 0;
const DATABASE = 'postern.db';

let gateway: InProcess;
let user: ApiClient;
let nodeId: string;
let dataDir: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postern-own-'));
  gateway = await startInProcess({ node: { name: 'node-1' } });
  const admin = await gateway.admin();
  nodeId = await nodeIdOf(admin, 'node-1');
  dataDir = gateway.app.gateway.settings.dataDir;
  await addRole(admin, 'own', { allow: { logins: [OWN], node_labels: { '*': '*' } } });
  user = await gateway.user(admin, 'una', ['own']);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

const path = (what: 'scp' | 'files', query: Record<string, string>) =>
  `${SITE}/nodes/${nodeId}/${OWN}/${what}?${new URLSearchParams(query)}`;
const download = (location: string) => user.call('GET', path('scp', { location, filename: 'x' }));

function upload(location: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = `${gateway.base}/v1/webapi/${path('scp', { location, filename: 'x' })}`;
    const headers = { ...user.signedIn, 'content-length': '1', host: new URL(gateway.base).host };
    const call = request(url.replace('localhost', '127.0.0.1'), { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end('x');
  });
}

/** A link that is removed after the test. */
function linked(target: () => string, make = symlinkSync): () => string {
  return () => {
    const name = join(folder, `link-${Math.random()}`);
    make(target(), name);
    onTestFinished(() => rmSync(name, { force: true }));
    return name;
  };
}
const database = () => join(dataDir, DATABASE);
function openDescriptor(): string {
  const fd = openSync(database(), 'r');
  onTestFinished(() => closeSync(fd));
  return `/proc/self/fd/${fd}`;
}

describe("M8: a transfer as the gateway’s own account reads none of the gateway's files", () => {
  test.each<[string, () => string]>([
    ['by its path', database],
    [
      'by a path with steps back',
      () => join(dirname(dataDir), 'x', '..', basename(dataDir), DATABASE).replace('x/..', './x/..'),
    ],
    ['by a pattern', () => join(dataDir, 'postern.d*')],
    ['by a pattern for its folder', () => join(dirname(dataDir), `${basename(dataDir).slice(0, -1)}?`, DATABASE)],
    ['by a link', linked(database)],
    ['by a link to its folder', () => join(linked(() => dataDir)(), DATABASE)],
    ['by another name of the same file', linked(database, linkSync)],
    ['by the root of a process', () => `/proc/self/root${database()}`],
    ['by the root of a thread', () => `/proc/${process.pid}/task/${process.pid}/root${database()}`],
    ['by a link to the root of a process', () => `${linked(() => '/proc/self/root')()}${database()}`],
    ['by an open file', openDescriptor],
    ['by a link to an open file', linked(openDescriptor)],
    ['by the memory of the process', () => '/proc/self/environ'],
  ])('%s', async (_, location) => {
    const answer = await download(location());
    expect([500, 404]).toContain(answer.status);
    expect(answer.text).toMatch(/permission denied|file does not exist/);
  });

  test('lists no folder of the gateway', async () => {
    for (const folder of [dataDir, join(dataDir, 'recordings'), `/proc/self/root${dataDir}`]) {
      const answer = await user.call('GET', path('files', { path: folder }));
      expect([folder, answer.status]).toEqual([folder, 500]);
    }
  });

  test('writes no file to the folder of the gateway', async () => {
    const before = readdirSync(dataDir).sort();
    const link = linked(() => dataDir)();
    const dangling = linked(() => join(dataDir, 'new'))();
    for (const location of [join(dataDir, 'new'), database(), join(link, 'new'), dangling, dataDir])
      expect([location, await upload(location)]).toEqual([location, 500]);
    const made = await user.call('POST', path('files', {}), { path: join(dataDir, 'made') });
    expect(made.status).toBe(500);
    expect(readdirSync(dataDir).sort()).toEqual(before);
  });

  test('transfers other files', async () => {
    writeFileSync(join(folder, 'mine'), 'mine');
    expect((await download(join(folder, 'mine'))).text).toBe('mine');
    expect(await upload(join(folder, 'new'))).toBe(200);
    expect((await user.call('GET', path('files', { path: folder }))).status).toBe(200);
  });
});

describe('M8: the notice at startup', () => {
  const noticesOf = async (config: Parameters<typeof startInProcess>[0], roles: Record<string, object> = {}) => {
    const started = await startInProcess(config);
    onTestFinished(() => started.stop());
    const admin = await started.admin();
    for (const [name, spec] of Object.entries(roles)) await addRole(admin, name, spec);
    return (await started.app.notices()).filter((notice) => notice.includes('own account'));
  };

  test('lists the users and roles that may log in as the gateway’s own account', async () => {
    const [notice, ...others] = await noticesOf(
      { node: { name: 'node-1', labels: { env: 'lab' } } },
      {
        own: { allow: { logins: [OWN], node_labels: { env: 'lab' } } },
        elsewhere: { allow: { logins: [OWN], node_labels: { env: 'prod' } } },
      },
    );
    expect(others).toEqual([]);
    expect(notice).toContain(`user admin, role own may log in to this machine as ${OWN}`);
    expect(notice).not.toContain('elsewhere');
  });

  test.each<[string, Parameters<typeof startInProcess>[0]]>([
    ['if no role allows the login', { node: { name: 'node-1' }, admin: { logins: ['guest'] } }],
    ['if this machine is not a server of the inventory', { node: false }],
    ['if gateway.yaml forbids the login', { node: { name: 'node-1', own_account: false } }],
  ])('is omitted %s', async (_, config) => expect(await noticesOf(config)).toEqual([]));
});

describe('M8: if gateway.yaml forbids logins as the gateway’s own account', () => {
  let strict: InProcess;
  let admin: ApiClient;
  let strictId: string;
  const REFUSED = /own account/;
  beforeAll(async () => {
    const logins = [OWN, 'daemon'];
    strict = await startInProcess({ node: { name: 'node-1', own_account: false }, admin: { logins } });
    admin = await strict.admin();
    strictId = await nodeIdOf(admin, 'node-1');
  });
  afterAll(() => strict.stop());

  const term = { w: 80, h: 24 };

  test('a shell is refused', async () => {
    const terminal = openTerminal(strict, admin, { login: OWN, server_id: strictId, term });
    await terminal.closed;
    expect(textOf(terminal)).toMatch(REFUSED);
  });

  test('a command is refused', async () => {
    const params = {
      command: 'echo ran',
      login: OWN,
      query: 'name == "node-1"',
      conversation_id: 'x',
      execution_id: 'y',
    };
    const query = new URLSearchParams({ access_token: admin.bearer, params: JSON.stringify(params) });
    const url = `${strict.base.replace(/^http/, 'ws')}/v1/webapi/command/-current-/execute?${query}`;
    const client = new TerminalClient(url, { cookie: admin.cookieHeader });
    await client.closed;
    expect(outcomes(client).get(strictId)).toMatchObject({ stdout: '', error: expect.stringMatching(REFUSED) });
  });

  test('a file listing is refused', async () => {
    const answer = await admin.call('GET', `${SITE}/nodes/${strictId}/${OWN}/files?path=/`);
    expect([answer.status, answer.text]).toEqual([500, expect.stringMatching(REFUSED)]);
  });

  test.runIf(IS_ROOT)('other accounts have shells, commands and files', async () => {
    const terminal = openTerminal(strict, admin, { login: 'daemon', server_id: strictId, term });
    await terminal.closed;
    // The account exists, and its shell does not allow logins.
    expect(fromUtf8(terminal.of('r')[0]!.payload)).toContain('This account is currently not available');
  });
});
