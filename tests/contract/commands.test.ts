// Commands on many nodes, against this machine and a real sshd (streams §8).
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { finished, outcomes } from '../support/commandClient.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, startSshGateway } from '../support/sshGateway.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const FAR = serverId(0);
const GONE = serverId(1);
const FLOOD_BYTES = 100 * 1024 * 1024;
const SITE = '/sites/-current-';

let sshd: Sshd;
let gateway: TerminalGateway;
let admin: WebClient;
let here: string;
let directory: string;
beforeAll(async () => {
  sshd = await startSshd();
  directory = mkdtempSync(join(tmpdir(), 'postern-commands-'));
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  gateway = await startSshGateway([
    { hostname: 'far', addr: sshd.addr, connect },
    { hostname: 'gone', addr: '127.0.0.1:1', connect },
  ]);
  admin = gateway.admin;
  here = gateway.nodeId;
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

const BOTH = 'name == "node-1" || name == "far"';
const paramsOf = (command: string, query: string, login = LOGIN) => ({
  ...{ command, query, login },
  conversation_id: 'none',
  execution_id: randomUUID(),
});

function start(command: string, query = BOTH, { client = admin, login = LOGIN } = {}): TerminalClient {
  const socket = client.command(paramsOf(command, query, login));
  onTestFinished(() => socket.drop());
  return socket;
}
const run = (...args: Parameters<typeof start>) => finished(start(...args));
/** Output is sent as bytes. It is ASCII unless a test states otherwise. */
const plain = { stderr: '', error: '', done: true, sid: expect.any(String) };

describe('a refusal before the upgrade has the text of the reference', () => {
  type Entry = { name: string; path: string; httpAnswer?: { status: number; body: string } };
  const { entries }: { entries: Entry[] } = JSON.parse(
    readFileSync(new URL('../fixtures/recorded/streams/command-execution.json', import.meta.url), 'utf8'),
  );
  const sent = ({ path }: Entry) => new URL(path, gateway.base).searchParams.get('params') ?? '';

  test.each(['exec-missing-command', 'exec-missing-execution-id', 'exec-missing-conversation'])('%s', async (name) => {
    const entry = entries.find((found) => found.name === name)!;
    expect(await admin.command(sent(entry)).opened).toEqual({
      status: entry.httpAnswer?.status,
      body: entry.httpAnswer?.body,
    });
  });

  test.each([['{nope'], ['{"command":1}'], [undefined]])('%j', async (params) => {
    expect(await admin.command(params).opened).toMatchObject({ status: 400 });
  });

  test('a request without an upgrade', async () => {
    const params = JSON.stringify(paramsOf('true', BOTH));
    const answer = await admin.get(`/command/-current-/execute?${new URLSearchParams({ params })}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  });
});

describe('a command', () => {
  test('runs on every node that the query finds, with separate output for each node', async () => {
    const { code, nodes } = await run('echo "$USER"; echo err >&2; printf "\\342\\202\\254\\377\\n"');
    expect(code).toBe(1005);
    expect([...nodes.keys()].sort()).toEqual([here, FAR].sort());
    for (const outcome of nodes.values())
      expect(outcome).toEqual({ ...plain, stdout: `${LOGIN}\n\xe2\x82\xac\xff\n`, stderr: 'err\n' });
  });

  test('is announced as a session without a kind in its first frame', async () => {
    const socket = start('true', 'name == "far"');
    expect(await socket.session()).toMatchObject({
      ...{ kind: '', namespace: 'default', parties: null, terminal_params: { w: 0, h: 0 }, login: LOGIN },
      ...{ server_id: FAR, server_hostname: 'far', server_hostport: 0, server_addr: '', owner: 'admin' },
      ...{ cluster_name: 'example.test', moderated: false },
    });
    await socket.closed;
    expect(socket.frames.map(({ type }) => type).join('')).toBe('sc');
  });

  test.each([
    ['exit 3', 3],
    ['kill -9 $$', 255],
  ])('that ends by %s reports its status on each node', async (command, status) => {
    const { code, nodes } = await run(`echo before; ${command}`);
    expect(code).toBe(1005);
    for (const outcome of nodes.values())
      expect(outcome).toEqual({
        ...plain,
        stdout: 'before\n',
        error: `Process exited with status ${status}`,
        done: false,
      });
    expect(nodes.size).toBe(2);
  });

  test.each(['name == "nosuch"', 'not a query ((', 'name =='])('without nodes has no output: %s', async (query) => {
    const { code, nodes } = await run('true', query);
    expect([code, nodes.size]).toEqual([1005, 0]);
  });

  test('reports the reason for each unreachable node', async () => {
    const { nodes } = await run('true', 'name == "gone" || name == "node-1"');
    expect(nodes.get(GONE)?.error).toBe('failed to connect to gone (127.0.0.1:1): the connection was refused');
    expect(nodes.get(here)?.done).toBe(true);
  });

  test('with a login without an account fails on each node separately', async () => {
    const { nodes } = await run('true', BOTH, { login: 'no-such-user' });
    expect(nodes.get(here)?.error).toContain('unknown user no-such-user');
    expect(nodes.get(FAR)?.error).toContain('it refused the login no-such-user.');
  });

  test('has no terminal and an empty input', async () => {
    const { nodes } = await run('tty; cat | wc -c');
    for (const { stdout, error } of nodes.values()) {
      expect(stdout.replace(/ /g, '')).toMatch(/^nota[^0-9]*\n0\n$/);
      expect(error).toBe('');
    }
  });

  test('runs on at most thirty nodes at a time', async () => {
    const calls: Socket[] = [];
    const silent = createServer((socket) => {
      socket.resume();
      calls.push(socket);
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const crowd = await startSshGateway(
      Array.from({ length: 33 }, (_, i) => ({ hostname: `crowd-${i}`, addr: `127.0.0.1:${port}` })),
      { ssh: { identity_file: sshd.identity } },
    );
    onTestFinished(async () => {
      silent.close();
      await crowd.stop();
    });
    const socket = start('true', 'labels["env"] == "prod"', { client: crowd.admin });
    await vi.waitFor(() => expect(calls).toHaveLength(30), 10_000);
    expect(socket.of('s')).toHaveLength(30);
    for (const call of calls.splice(0)) call.destroy();
    await vi.waitFor(() => expect(calls).toHaveLength(3), 10_000);
    expect(socket.of('s')).toHaveLength(33);
    const open = () => calls.filter(({ destroyed }) => !destroyed);
    expect(open()).toHaveLength(3);
    // The client leaves before the last outcomes.
    socket.close();
    await expect.poll(open).toEqual([]);
    const errors = [...outcomes(socket).values()].map(({ error }) => error).filter((error) => error !== '');
    expect(errors).toHaveLength(30);
    expect(errors.filter((error) => !error.includes('failed to connect'))).toEqual([]);
  }, 60_000);
});

describe('access', () => {
  test('a login that no role grants is refused on each node, and the refusals are logged', async () => {
    const { nodes } = await run('true', BOTH, { login: 'daemon' });
    expect(nodes.get(here)?.error).toBe('access denied to daemon connecting to node-1');
    expect(nodes.get(FAR)?.error).toBe('access denied to daemon connecting to far');
    const { events } = await admin.expect('GET', `${SITE}/events/search?include=auth`);
    expect(events[0]).toMatchObject({ code: 'T3007W', login: 'daemon', user: 'admin' });
  });

  test('hidden nodes are not found', async () => {
    await admin.addRole('dev-only', { allow: { logins: [LOGIN], node_labels: { env: 'dev' } } });
    const dev = await admin.invite('dora', ['dev-only']);
    const { nodes } = await run('true', BOTH, { client: dev });
    expect([...nodes.keys()]).toEqual([here]);
  });

  test('a lock on a node ends its running command and prevents new commands', async () => {
    const lock = (name: string) =>
      admin.expect('PUT', `${SITE}/locks`, { targets: { node: name }, message: 'on hold', ttl: '' });
    const running = start('echo up; exec sleep 1000', 'name == "node-1"');
    await running.until(() => outcomes(running).get(here)?.stdout === 'up\n', 'the command');
    const made = await lock(here);
    onTestFinished(() => void admin.request('DELETE', `${SITE}/locks/${made.name}`));
    expect((await finished(running)).nodes.get(here)?.error).toContain('on hold');
    const { nodes } = await run('true', BOTH);
    expect(nodes.get(here)?.error).toContain('on hold');
    expect(nodes.get(FAR)?.done).toBe(true);
  });

  test('a command whose sessions require a moderator is refused', async () => {
    await admin.addRole('watched', {
      allow: {
        logins: [LOGIN],
        node_labels: { '*': '*' },
        require_session_join: [
          { name: 'two', filter: 'equals("a", "a")', kinds: ['ssh'], modes: ['moderator'], count: 1 },
        ],
      },
    });
    const mona = await admin.invite('mona', ['watched']);
    const { nodes } = await run('true', 'name == "node-1"', { client: mona });
    expect(nodes.get(here)).toMatchObject({ error: expect.stringContaining('another participant'), done: false });
  });

  test('a command of a user with max_connections 1 runs on one node at a time', async () => {
    await admin.addRole('single', {
      allow: { logins: [LOGIN], node_labels: { '*': '*' } },
      options: { max_connections: 1 },
    });
    const client = await admin.invite('sina', ['single']);
    const file = join(directory, 'single');
    const { nodes } = await run(`[ ! -e ${file} ] && touch ${file} && sleep 0.2 && rm ${file}`, BOTH, { client });
    for (const outcome of nodes.values()) expect(outcome).toEqual({ ...plain, stdout: '' });
    expect(nodes.size).toBe(2);
  });

  test('a sign-out ends running commands without a message', async () => {
    const client = await admin.invite('otto', ['access'], [LOGIN]);
    await admin.addRole('all-nodes', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
    await admin.expect('PUT', '/users', { name: 'otto', roles: ['all-nodes'], traits: { logins: [LOGIN] } });
    const mark = join(directory, 'otto');
    const socket = start(`trap 'touch ${mark}; exit' TERM; echo up; while :; do sleep 0.05; done`, 'name == "node-1"', {
      client,
    });
    await socket.until(() => outcomes(socket).get(here)?.stdout === 'up\n', 'the command');
    await client.signOut();
    expect(await socket.closed).toBe(1006);
    await expect.poll(() => existsSync(mark)).toBe(true);
  });
});

describe('a socket that closes', () => {
  test.each([
    ['node-1', () => here],
    ['far', () => FAR],
  ])('ends all processes of the command on %s', async (name, id) => {
    const mark = join(directory, `closed-${name}`);
    const child = `(trap 'touch ${mark}; exit' TERM; echo up; while :; do sleep 0.05; done)`;
    const socket = start(`${child} & wait; sleep 1000`, `name == "${name}"`);
    await socket.until(() => outcomes(socket).get(id())?.stdout === 'up\n', 'the command');
    const { sid } = outcomes(socket).get(id())!;
    socket.close();
    await expect.poll(() => existsSync(mark), { timeout: 5000 }).toBe(true);
    await expect.poll(() => exitCodeOf(sid), { timeout: 8000 }).toBe('255');
  });

  test.each([
    ['node-1', () => here],
    ['far', () => FAR],
  ])('ends processes that ignore signals on %s', async (name, id) => {
    const socket = start(`trap '' TERM HUP; echo $$; while :; do sleep 1; done`, `name == "${name}"`);
    await socket.until(() => /\n/.test(outcomes(socket).get(id())?.stdout ?? ''), 'the command');
    const pid = Number(outcomes(socket).get(id())?.stdout);
    socket.drop();
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 8000 }).toBe(false);
  });
});

async function eventsOf(sid: string) {
  const answer = await admin.get(`${SITE}/sessions/${sid}/events`);
  return answer.status === 200 ? ((await answer.json()).events as Record<string, unknown>[]) : undefined;
}
const exitCodeOf = async (sid: string) => (await eventsOf(sid))?.find(({ event }) => event === 'exec')?.['exitCode'];

describe('a recording', () => {
  test('has the command, only its standard output, and its exit status', async () => {
    const command = 'echo one; echo err >&2; sleep 0.1; echo two; exit 4';
    const { nodes } = await run(command, 'name == "far"');
    const { sid } = nodes.get(FAR)!;
    const events = (await eventsOf(sid)) ?? [];
    expect(events.map(({ event }) => event)).toEqual(['session.start', 'print', 'print', 'exec', 'session.end']);
    const [begin, , , exec, end] = events;
    expect(begin).toMatchObject({ initial_command: [command], login: LOGIN, server_hostname: 'far', ei: 0 });
    expect(begin).not.toHaveProperty('size');
    expect(exec).toMatchObject({
      ...{ code: 'T3002E', command, exitCode: '4', exitError: 'exit status 4', ei: 3, sid },
      ...{ server_id: FAR, server_hostname: 'far', 'addr.local': sshd.addr, user: 'admin' },
    });
    expect(end).toMatchObject({ interactive: false, participants: ['admin'], ei: 4 });
    const stream = await admin.get(`${SITE}/sessions/${sid}/stream?offset=0&bytes=4096`);
    expect(await stream.text()).toBe('one\ntwo\n');
  });

  test('and its session have audit events', async () => {
    const { nodes } = await run('true', 'name == "node-1"');
    const { sid } = nodes.get(here)!;
    const { events } = await admin.expect('GET', `${SITE}/events/search?limit=20`);
    const ours = events.filter((event: { sid?: string }) => event.sid === sid);
    expect(ours.map(({ event }: { event: string }) => event).sort()).toEqual(
      ['exec', 'session.data', 'session.end', 'session.start', 'session.upload'].sort(),
    );
    expect(ours.find(({ event }: { event: string }) => event === 'exec')).toMatchObject({
      ...{ code: 'T3002I', exitCode: '0', command: 'true' },
    });
  });

  test('of a command without output has no stream', async () => {
    const { nodes } = await run('true', 'name == "node-1"');
    const answer = await admin.get(`${SITE}/sessions/${nodes.get(here)?.sid}/stream`);
    expect(answer.status).toBe(404);
  });
});

describe('an output', () => {
  const memoryMb = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8'))?.[1]) / 1024;

  test.each([
    ['node-1', () => here],
    ['far', () => FAR],
  ])(
    'of 100 MB arrives completely from %s with little memory, also if the browser does not read',
    async (name, id) => {
      const socket = start(`head -c ${FLOOD_BYTES} /dev/zero`, `name == "${name}"`);
      let bytes = 0;
      socket.onOutput = (payload) => {
        const { payload: base64, node_id: node } = JSON.parse(fromUtf8(payload));
        expect(node).toBe(id());
        bytes += Buffer.from(base64, 'base64').length;
      };
      await socket.session();
      socket.pause();
      const before = memoryMb();
      let most = before;
      const watch = setInterval(() => (most = Math.max(most, memoryMb())), 20);
      onTestFinished(() => clearInterval(watch));
      // Long enough to buffer all of it without backpressure.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      socket.resume();
      expect(await socket.closed).toBe(1005);
      expect(bytes).toBe(FLOOD_BYTES);
      expect(most - before).toBeLessThan(80);
    },
    120_000,
  );
});
