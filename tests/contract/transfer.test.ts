// File transfer with a real sshd and the accounts of this machine (http-resources §16).
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, startSshGateway } from '../support/sshGateway.ts';
import { LOGIN, type TerminalGateway } from '../support/terminalGateway.ts';

const BIG_BYTES = 50 * 1024 * 1024 + 13;

let sshd: Sshd;
let gateway: TerminalGateway;
let directory: string;
beforeAll(async () => {
  sshd = await startSshd();
  directory = mkdtempSync(join(tmpdir(), 'postern-files-'));
  chmodSync(directory, 0o777);
  gateway = await startSshGateway([
    { hostname: 'far', addr: sshd.addr, connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts } },
    { hostname: 'gone', addr: '127.0.0.1:1', connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts } },
  ]);
}, 240_000);
afterAll(async () => {
  try {
    await gateway.stop();
  } finally {
    // sshd must stop even if the gateway did not start.
    await sshd.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const at = (name: string) => join(directory, name);

type Where = { server?: string; login?: string };
const pathOf = (params: Record<string, string>, { server = serverId(0), login = LOGIN }: Where = {}) =>
  `/sites/-current-/nodes/${encodeURIComponent(server)}/${login}/scp?${new URLSearchParams(params)}`;
const get = (params: Record<string, string>, where?: Where) => gateway.admin.get(pathOf(params, where));
const put = (params: Record<string, string>, body: Uint8Array<ArrayBuffer>, where?: Where) =>
  fetch(`${gateway.base}/v1/webapi${pathOf(params, where)}`, {
    method: 'POST',
    headers: { ...gateway.admin.signedIn, 'content-type': 'application/octet-stream' },
    body,
  });

const HOSTS: [name: string, where: () => Where][] = [
  ['another machine', () => ({})],
  ['this machine', () => ({ server: gateway.nodeId })],
];

describe.each(HOSTS)('on %s', (_, where) => {
  test('an uploaded file is downloaded unchanged', async () => {
    const name = 'a "b" ü.bin';
    const bytes = randomBytes(300_013);
    const up = await put({ location: at(name), filename: name }, bytes, where());
    expect([up.status, await up.text(), up.headers.get('content-type')]).toEqual([200, '', null]);
    expect(statSync(at(name)).mode & 0o777).toBe(0o644);
    const down = await get({ location: at(name), filename: at(name) }, where());
    expect(down.headers.get('content-disposition')).toBe('attachment;filename="a+%22b%22+%C3%BC.bin"');
    expect(down.headers.get('content-type')).toBe('application/octet-stream');
    expect(down.headers.get('content-length')).toBe('300013');
    expect(sha(new Uint8Array(await down.arrayBuffer()))).toBe(sha(bytes));
  });

  test('a longer file is replaced, an empty file is stored, and a directory gets a file of that name', async () => {
    writeFileSync(at('long'), 'x'.repeat(100_000), { mode: 0o600 });
    await put({ location: at('long'), filename: 'long' }, Buffer.from('short'), where());
    expect(readFileSync(at('long'), 'utf8')).toBe('short');
    expect(statSync(at('long')).mode & 0o777).toBe(0o644);
    await put({ location: directory, filename: 'in/named' }, Buffer.alloc(0), where());
    expect(statSync(at('named')).size).toBe(0);
    expect(await (await get({ location: at('named'), filename: 'named' }, where())).text()).toBe('');
  });

  test('an upload with replace=no keeps an existing file and gets 409', async () => {
    const keep = (location: string, filename = 'kept') =>
      put({ location, filename, replace: 'no' }, Buffer.from('other'), where());
    rmSync(at('kept'), { force: true });
    expect((await keep(at('kept'))).status).toBe(200);
    for (const location of [at('kept'), directory]) {
      const refused = await keep(location);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ error: { message: `"${at('kept')}" already exists` } });
    }
    expect((await put({ location: at('kept'), filename: 'kept' }, Buffer.from('new'), where())).status).toBe(200);
    expect(readFileSync(at('kept'), 'utf8')).toBe('new');
    expect((await keep(at('nowhere/kept'))).status).toBe(500);
  });

  test('a relative path or one with ~ is resolved in the home directory', async () => {
    const name = `.postern-test-${process.pid}`;
    onTestFinished(() => rmSync(join(homedir(), name), { force: true }));
    expect((await put({ location: `~/${name}`, filename: name }, Buffer.from('home'), where())).status).toBe(200);
    expect(readFileSync(join(homedir(), name), 'utf8')).toBe('home');
    for (const location of [`~/${name}`, name])
      expect(await (await get({ location, filename: name }, where())).text()).toBe('home');
  });

  test('a pattern downloads its only match, and is refused if it matches no file or several', async () => {
    mkdirSync(at('globs'), { recursive: true });
    for (const name of ['one.log', 'two.log', 'two.txt']) writeFileSync(at(`globs/${name}`), name);
    expect(await (await get({ location: at('glob?/o*.log'), filename: 'x' }, where())).text()).toBe('one.log');
    expect((await get({ location: at('globs/*.log'), filename: 'x' }, where())).status).toBe(400);
    expect((await get({ location: at('globs/*.md'), filename: 'x' }, where())).status).toBe(404);
  });

  test.each<[string, () => Record<string, string>, number, object]>([
    [
      'missing',
      () => ({ location: at('nope'), filename: 'nope' }),
      404,
      {
        error: { message: 'file does not exist' },
        messages: [expect.stringContaining('could not access remote path')],
      },
    ],
    [
      'a directory',
      () => ({ location: directory, filename: 'x' }),
      400,
      { error: { message: expect.stringContaining('is a directory, but the recursive option was not passed') } },
    ],
    [
      'of another user’s home directory',
      () => ({ location: '~nobody/x', filename: 'x' }),
      400,
      {
        error: { message: 'expanding remote ~user paths is not supported, specify an absolute path instead' },
        messages: ['error expanding "~nobody/x"'],
      },
    ],
    ['without a location', () => ({ filename: 'x' }), 400, { error: { message: 'source path is empty' } }],
    ['without a name', () => ({ location: '/x' }), 400, { error: { message: 'destination path is empty' } }],
    [
      'with only one ID of a moderation',
      () => ({ location: '/etc/hostname', filename: 'x', moderatedSessionId: serverId(0) }),
      400,
      { error: { message: expect.any(String) } },
    ],
    [
      'with an invalid answer of a key',
      () => ({ location: '/etc/hostname', filename: 'x', webauthn: '{' }),
      500,
      { error: { message: 'unexpected end of JSON input' } },
    ],
  ])('a file %s is refused with the text of the contract', async (_, params, status, body) => {
    const answer = await get(params(), where());
    expect([answer.status, await answer.json()]).toEqual([status, body]);
  });

  test.each([
    ['/proc/version', 0],
    ['/sys/class/net/lo/mtu', 4096],
  ])('%s is sent completely with its length, although its size is reported as %i', async (path, reported) => {
    expect(statSync(path).size).toBe(reported);
    const down = await get({ location: path, filename: path }, where());
    const text = readFileSync(path, 'utf8');
    expect([down.status, down.headers.get('content-length')]).toEqual([200, String(text.length)]);
    expect(await down.text()).toBe(text);
  });

  test('a long file of the kernel is sent completely without a length', async () => {
    const before = sha(readFileSync('/proc/kallsyms'));
    const down = await get({ location: '/proc/kallsyms', filename: 'x' }, where());
    expect(down.headers.get('content-length')).toBeNull();
    const sent = sha(new Uint8Array(await down.arrayBuffer()));
    // The kernel adds and removes symbols at any time.
    expect([before, sha(readFileSync('/proc/kallsyms'))]).toContain(sent);
  });

  test('an upload into a missing directory creates no file', async () => {
    const into = (location: string) => put({ location, filename: 'x' }, Buffer.from('x'), where());
    const missing = await into(at('no/x'));
    expect([missing.status, (await missing.json()).error.message]).toEqual([
      500,
      `error creating remote file "${at('no/x')}": file does not exist`,
    ]);
    expect((await into(at('no/'))).status).toBe(404);
    expect(existsSync(at('no'))).toBe(false);
  });

  test('50 MB are transferred completely with less than 64 MiB of memory', async () => {
    const bytes = randomBytes(BIG_BYTES);
    const peak = watchMemory(gateway.process.pid ?? 0);
    expect((await put({ location: at('big'), filename: 'big' }, bytes, where())).status).toBe(200);
    expect(sha(readFileSync(at('big')))).toBe(sha(bytes));
    const down = await get({ location: at('big'), filename: 'big' }, where());
    const sum = createHash('sha256');
    for await (const piece of down.body ?? []) sum.update(piece);
    expect(sum.digest('hex')).toBe(sha(bytes));
    expect(peak()).toBeLessThan(64 * 1024);
  }, 60_000);

  test('an interrupted upload leaves no file', async () => {
    const into = at('broken');
    mkdirSync(into, { recursive: true });
    const url = `${gateway.base}/v1/webapi${pathOf({ location: join(into, 'file'), filename: 'x' }, where())}`;
    const sent = request(url, { method: 'POST', headers: { ...gateway.admin.signedIn, 'content-length': 10_000_000 } });
    sent.on('error', () => undefined);
    sent.write(new Uint8Array(64 * 1024));
    await expect.poll(() => readdirSync(into), { timeout: 15_000 }).toEqual([expect.stringMatching(/^\..*\.part$/)]);
    sent.destroy();
    await expect.poll(() => readdirSync(into), { timeout: 15_000 }).toEqual([]);
  });

  test('a file stays unchanged until the complete upload replaces it', async () => {
    const into = at('replaced');
    mkdirSync(into, { recursive: true });
    const file = join(into, 'file');
    writeFileSync(file, 'old');
    const url = `${gateway.base}/v1/webapi${pathOf({ location: file, filename: 'file' }, where())}`;
    const sent = request(url, { method: 'POST', headers: { ...gateway.admin.signedIn, 'content-length': 10_000_000 } });
    sent.on('error', () => undefined);
    sent.write(new Uint8Array(64 * 1024));
    await expect.poll(() => readdirSync(into).length, { timeout: 15_000 }).toBe(2);
    sent.destroy();
    await expect.poll(() => readdirSync(into), { timeout: 15_000 }).toEqual(['file']);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect((await put({ location: file, filename: 'file' }, Buffer.from('new'), where())).status).toBe(200);
    expect([readFileSync(file, 'utf8'), readdirSync(into)]).toEqual(['new', ['file']]);
  });

  test('of two uploads that keep existing files, the first to end gets the name', async () => {
    const into = at(`raced-${where().server ?? 'far'}`);
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into);
    const file = join(into, 'file');
    const query = { location: file, filename: 'file', replace: 'no' };
    const url = `${gateway.base}/v1/webapi${pathOf(query, where())}`;
    const late = request(url, { method: 'POST', headers: { ...gateway.admin.signedIn, 'content-length': 6 } });
    const answered = new Promise<number | undefined>((resolve) =>
      late.on('response', (answer) => resolve(answer.resume().statusCode)),
    );
    late.write('sec');
    await expect.poll(() => readdirSync(into).length, { timeout: 15_000 }).toBe(1);
    expect((await put(query, Buffer.from('first'), where())).status).toBe(200);
    late.end('ond');
    expect(await answered).toBe(409);
    expect([readFileSync(file, 'utf8'), readdirSync(into)]).toEqual(['first', ['file']]);
  });
});

describe.each(HOSTS)('a folder of %s as an archive', (_, where) => {
  const archiveOf = (location: string) =>
    gateway.admin.get(pathOf({ location }, where()).replace('/scp?', '/archive?'));

  test('has every file with name, content, time and permissions, and a list of missing files', async () => {
    const base = mkdtempSync(join(directory, 'tree-'));
    const long = `${'n'.repeat(120)}/${'m'.repeat(120)}`;
    mkdirSync(join(base, long), { recursive: true });
    mkdirSync(join(base, 'empty'));
    writeFileSync(join(base, 'run ü'), 'script', { mode: 0o755 });
    writeFileSync(join(base, long, 'big'), Buffer.alloc(700_001, 7));
    writeFileSync(join(base, 'back\\slash'), 'odd');
    symlinkSync('run ü', join(base, 'link'));
    symlinkSync('..', join(base, 'around'));
    utimesSync(join(base, 'run ü'), 1e9, 1e9);
    const answer = await archiveOf(`${base}/`);
    const top = basename(base);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/x-tar',
      `attachment;filename="${top}.tar"`,
    ]);
    const into = mkdtempSync(join(directory, 'unpacked-'));
    execFileSync('tar', ['-x', '-f', '-', '-C', into], { input: Buffer.from(await answer.arrayBuffer()) });
    const got = join(into, top);
    expect(readdirSync(got).toSorted()).toEqual([
      expect.stringMatching(/^back_slash~[0-9a-f]{8}$/),
      'empty',
      'link',
      'n'.repeat(120),
      'run ü',
    ]);
    expect(statSync(join(got, 'run ü'))).toMatchObject({ mode: 0o100755, mtimeMs: 1e12 });
    expect(readFileSync(join(got, 'link'), 'utf8')).toBe('script');
    expect(sha(readFileSync(join(got, long, 'big')))).toBe(sha(Buffer.alloc(700_001, 7)));
    expect(readFileSync(join(into, `${top}.not-included.txt`), 'utf8')).toBe(
      `These are not in the archive:\n"${base}/around": it is a link to a folder\n`,
    );
    const opened = async () =>
      (await gateway.admin.expect('GET', '/sites/-current-/events/search?include=sftp&limit=20')).events as object[];
    await expect
      .poll(opened)
      .toContainEqual(expect.objectContaining({ code: 'TS001I', path: join(base, long, 'big'), flags: 1 }));
  });

  test('is refused if it is not a folder or if single downloads are refused', async () => {
    writeFileSync(at('plain'), 'x');
    const answers = [at('plain/'), at('missing/'), directory].map((path) => archiveOf(path));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 404, 400]);
    const stranger = await gateway.admin.get(
      pathOf({ location: `${directory}/` }, { ...where(), login: 'stranger' }).replace('/scp?', '/archive?'),
    );
    expect(stranger.status).toBe(403);
  });
});

test('the number of folders that a user reads at once is limited', async () => {
  mkdirSync(at('large'));
  writeFileSync(at('large/file'), '');
  truncateSync(at('large/file'), 200_000_000);
  const listed = async () =>
    (await gateway.admin.get(pathOf({ path: at('large') }).replace('/scp?', '/files?'))).status;
  const leave = new AbortController();
  const archive = () =>
    fetch(`${gateway.base}/v1/webapi${pathOf({ location: `${at('large')}/` }).replace('/scp?', '/archive?')}`, {
      headers: gateway.admin.signedIn,
      signal: leave.signal,
    });
  const opened = await Promise.all(Array.from({ length: 32 }, archive));
  expect(opened.filter(({ status }) => status !== 200)).toEqual([]);
  expect([(await archive()).status, await listed()]).toEqual([429, 429]);
  expect((await get({ location: at('large/file'), filename: 'file' })).status).toBe(200);
  leave.abort();
  await expect.poll(() => listed()).toBe(200);
});

test.each(['/scp?', '/archive?'])('an interrupted %s download is not an error in the log', async (endpoint) => {
  const folder = mkdtempSync(join(directory, 'cut-'));
  writeFileSync(join(folder, 'big'), Buffer.alloc(BIG_BYTES, 1));
  const params = { location: join(folder, endpoint === '/scp?' ? 'big' : '/'), filename: 'big' };
  const path = pathOf(params).replace('/scp?', endpoint);
  const stop = new AbortController();
  const answer = await fetch(`${gateway.base}/v1/webapi${path}`, {
    headers: gateway.admin.signedIn,
    signal: stop.signal,
  });
  await answer.body?.getReader().read();
  const before = gateway.log().length;
  stop.abort();
  await expect.poll(() => gateway.log().slice(before)).toContain(endpoint.slice(1, -1));
  expect(gateway.log().slice(before)).not.toMatch(/already sent|"level":[45]0/);
});

test('a batch of files uses one SSH connection', async () => {
  const logins = () => sshd.log().split('Accepted publickey').length - 1;
  const before = logins();
  for (let i = 0; i < 10; i++) {
    const name = `batch-${i}`;
    const answers = [
      put({ location: at(name), filename: name }, Buffer.from(name)),
      get({ location: at('batch-0'), filename: 'x' }),
    ];
    await Promise.all((await Promise.all(answers)).map((answer) => answer.text()));
  }
  expect(logins() - before).toBeLessThanOrEqual(1);
});

describe('access', () => {
  const hostname = { location: '/etc/hostname', filename: 'hostname' };
  const refusal = async (answer: Response) => [answer.status, (await answer.json()).error.message];

  test('a login that no role grants is refused', async () => {
    expect(await refusal(await get(hostname, { login: 'daemon' }))).toEqual([
      403,
      `access denied to daemon connecting to ${serverId(0)}:0`,
    ]);
  });

  test('a missing node and an unreachable node have different messages', async () => {
    const unknown = 'c0ffee00-0000-4000-8000-000000000001';
    expect(await refusal(await get(hostname, { server: unknown }))).toEqual([
      504,
      `failed connecting to host ${unknown}:0: failed to dial target host\n\tunable to locate node matching UUID-like target ${unknown}`,
    ]);
    expect(await refusal(await get(hostname, { server: serverId(1) }))).toEqual([
      504,
      'failed to connect to gone (127.0.0.1:1): the connection was refused',
    ]);
  });

  test('the name of a host is accepted like its ID', async () => {
    expect((await get(hostname, { server: 'far' })).status).toBe(200);
  });

  test('missing accounts and accounts without a login are refused', async () => {
    for (const login of ['no-such-user', 'nobody'])
      expect((await get(hostname, { server: gateway.nodeId, login })).status).toBe(500);
  });

  test('roles can forbid transfers and hide servers', async () => {
    const { admin } = gateway;
    await admin.addRole('no-files', {
      allow: { logins: [LOGIN], node_labels: { env: 'prod' } },
      options: { ssh_file_copy: false },
    });
    const limited = await admin.invite('lena', ['no-files']);
    expect(await refusal(await limited.get(pathOf(hostname)))).toEqual([
      500,
      'file copying via SCP or SFTP is not permitted\n',
    ]);
    expect(await refusal(await limited.get(pathOf(hostname, { server: gateway.nodeId })))).toEqual([
      403,
      `access denied to ${LOGIN} connecting to ${gateway.nodeId}:0`,
    ]);
  });

  test('all transfers are in the audit log', async () => {
    await put({ location: at('logged'), filename: 'logged' }, Buffer.from('twelve bytes'));
    await (await get({ location: at('logged'), filename: 'logged' })).text();
    const search = () =>
      gateway.admin.expect('GET', '/sites/-current-/events/search?include=sftp;session.data&limit=6');
    const about = { user: 'admin', login: LOGIN, server_id: serverId(0), sid: '' };
    await expect
      .poll(async () => (await search()).events, { timeout: 5000 })
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...about, code: 'TS001I', path: at('logged'), flags: 26, action: 1 }),
          expect.objectContaining({ ...about, code: 'TS007I', path: at('logged'), flags: 4, action: 7 }),
          expect.objectContaining({
            ...about,
            code: 'TS001I',
            path: at('logged'),
            flags: 1,
            working_directory: homedir(),
          }),
          expect.objectContaining({ ...about, code: 'T2006I', rx: 12, tx: 0 }),
          expect.objectContaining({ ...about, code: 'T2006I', rx: 0, tx: 12 }),
        ]),
      );
  });
});

/** The maximum growth of a process's memory in kilobytes, from now on. */
function watchMemory(pid: number): () => number {
  const residentKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const before = residentKb();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentKb())), 20);
  return () => {
    clearInterval(timer);
    return peak - before;
  };
}

describe.each(HOSTS)('folders on %s', (_, where) => {
  const folderOf = (query: Record<string, string> = {}) =>
    pathOf(query, where()).replace('/scp?', '/files?').replace(/\?$/, '');
  const entries = async (path: string) => (await gateway.admin.expect('GET', folderOf({ path }))) as unknown;

  test('can be listed and created', async () => {
    const base = mkdtempSync(join(directory, 'folders-'));
    writeFileSync(join(base, 'ü b'), 'abc');
    expect((await gateway.admin.request('POST', folderOf(), { path: `${base}/made/` })).status).toBe(200);
    expect((await gateway.admin.request('POST', folderOf(), { path: `${base}/made` })).status).toBe(200);
    expect(await entries(base)).toEqual({
      entries: [
        { name: 'made', kind: 'directory', size: expect.any(Number) as number, changed: expect.any(Number) as number },
        { name: 'ü b', kind: 'file', size: 3, changed: expect.any(Number) as number },
      ],
      truncated: false,
    });
    expect((await gateway.admin.get(folderOf({ path: `${base}/none` }))).status).toBe(404);
    expect((await gateway.admin.request('POST', folderOf(), { path: `${base}/none/deeper` })).status).toBe(404);
    expect((await gateway.admin.request('POST', folderOf(), { path: `${base}/ü b` })).status).toBe(500);
    expect((await gateway.admin.get(folderOf({ path: '~nobody/' }))).status).toBe(400);
  });

  test('return a thousand entries, and report that the list is truncated', async () => {
    const base = mkdtempSync(join(directory, 'many-'));
    for (let i = 0; i < 1001; i++) writeFileSync(join(base, `f${String(i).padStart(4, '0')}`), '');
    const all = (await gateway.admin.expect('GET', folderOf({ path: base }))) as {
      entries: unknown[];
      truncated: boolean;
    };
    expect([all.entries.length, all.truncated]).toEqual([1000, true]);
  });

  test('are refused for a login that no role grants', async () => {
    expect((await gateway.admin.get(folderOf({ path: '/' }).replace(`/${LOGIN}/`, '/stranger/'))).status).toBe(403);
  });
});
