// Connection tests of servers, on real sshds (http-resources §13.3).
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, startSshGateway, writeBeside } from '../support/sshGateway.ts';
import { LOGIN, type TerminalGateway } from '../support/terminalGateway.ts';
import { newKeys, newToken, publicKey, register } from '../support/tunnelHost.ts';
import type { WebClient } from '../support/webClient.ts';

const PATH = '/sites/-current-/diagnostics/connections';
const ALL = ['RBAC_NODE', 'CONNECTIVITY', 'RBAC_PRINCIPAL', 'NODE_PRINCIPAL'];

type Trace = { traceType: string; status: string; details: string; error?: string };
type Result = { id: string; success: boolean; message: string; traces: Trace[] };

let sshd: Sshd;
let gateway: TerminalGateway;
/** Accepts connections and sends nothing. */
let silent: { port: number; stop: () => void };

beforeAll(async () => {
  sshd = await startSshd();
  const server = createServer(() => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  silent = { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
  const connect = { identity_file: sshd.identity, known_hosts: sshd.knownHosts };
  const empty = writeBeside(sshd.directory, 'nobody', '');
  const servers = [
    { hostname: 'web-1', addr: sshd.addr, connect },
    { hostname: 'down', addr: '127.0.0.1:1', connect },
    { hostname: 'silent', addr: `127.0.0.1:${silent.port}`, connect },
    { hostname: 'unknown-key', addr: sshd.addr, connect: { ...connect, known_hosts: empty } },
    { hostname: 'twin', addr: sshd.addr, connect },
    { hostname: 'twin', addr: sshd.addr, connect },
    { hostname: 'without-key', addr: sshd.addr, connect: { known_hosts: sshd.knownHosts, agent: false } },
  ];
  const ssh = { tunnel_listen: `127.0.0.1:${await freePort('127.0.0.1')}` };
  // The gateway must not use the keys of the user who runs the tests.
  gateway = await startSshGateway(servers, { ssh }, { env: { HOME: sshd.directory } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  silent.stop();
  await sshd.stop();
});

const node = (resource_name: string, ssh_principal = LOGIN, more: object = {}) => ({
  resource_kind: 'node',
  resource_name,
  ssh_principal,
  ...more,
});
const run = (body: object, who: WebClient = gateway.admin): Promise<Result> =>
  who.expect('POST', PATH, body) as Promise<Result>;
const types = ({ traces }: Result) => traces.map(({ traceType, status }) => `${traceType} ${status}`);
const failed = (...reached: string[]) => [
  ...reached.slice(0, -1).map((type) => `${type} SUCCESS`),
  `${reached.at(-1)} FAILED`,
];
const lastOf = ({ traces }: Result): Trace => traces.at(-1) ?? { traceType: '', status: '', details: '' };

test.each(['web-1', 'node-1', serverId(0)])('every step succeeds on %s', async (name) => {
  const result = await run(node(name));
  expect(types(result)).toEqual(ALL.map((type) => `${type} SUCCESS`));
  expect(result).toMatchObject({ success: true, message: 'success' });
  expect(await gateway.admin.expect('GET', `${PATH}/${result.id}`)).toEqual(result);
});

test('an unreachable, unknown, slow or ambiguous server fails CONNECTIVITY', async () => {
  const down = await run(node('down'));
  expect(types(down)).toEqual(failed('RBAC_NODE', 'CONNECTIVITY'));
  expect(lastOf(down).error).toContain('the connection was refused');
  expect(lastOf(await run(node('no-such-server'))).error).toBe('there is no server no-such-server');
  expect(lastOf(await run(node('twin'))).error).toBe('several servers are called twin');
  const startMs = performance.now();
  const slow = await run(node('silent', LOGIN, { dial_timeout: 500e6 }));
  expect(types(slow)).toEqual(failed('RBAC_NODE', 'CONNECTIVITY'));
  expect(lastOf(slow).error).toBe('it did not answer within 0.5 s');
  expect(performance.now() - startMs).toBeLessThan(5000);
  const unknownKey = lastOf(await run(node('unknown-key')));
  expect(unknownKey.traceType).toBe('CONNECTIVITY');
  expect(unknownKey.error).toContain('is unknown');
  expect(JSON.stringify(unknownKey)).not.toContain(sshd.directory);
});

test('a login that the roles do not allow fails RBAC_PRINCIPAL, and is logged', async () => {
  const result = await run(node('web-1', 'mallory'));
  expect(types(result)).toEqual(failed('RBAC_PRINCIPAL'));
  const { events } = (await gateway.admin.expect('GET', '/sites/-current-/events/search?limit=5&include=auth')) as {
    events: object[];
  };
  expect(events[0]).toMatchObject({ code: 'T3007W', login: 'mallory', user: 'admin' });
});

test.each(['web-1', 'node-1'])('a login that %s does not have fails NODE_PRINCIPAL', async (name) => {
  const result = await run(node(name, 'no-such-user'));
  expect(types(result)).toEqual(failed(...ALL));
  expect(JSON.stringify(result)).not.toContain(sshd.identity);
});

test('a login without a login shell fails NODE_PRINCIPAL with the reason', async () => {
  const result = await run(node('web-1', 'nobody'));
  expect(types(result)).toEqual(failed(...ALL));
  expect(lastOf(result).error).toMatch(/Process exited with status|refused the login/);
});

test('a server for which the gateway has no key fails CONNECTIVITY and not NODE_PRINCIPAL', async () => {
  const result = await run(node('without-key'));
  expect(types(result)).toEqual(failed('RBAC_NODE', 'CONNECTIVITY'));
  expect(lastOf(result).details).toMatch(/^The gateway has no key for the server\./);
});

test('the advice for a joined server does not mention a key of the gateway', async () => {
  const other = await startSshd(); // a server that does not trust the authority of the gateway
  onTestFinished(() => other.stop());
  const host = { hostname: 'joined-1', address: '127.0.0.1', port: other.port };
  const host_keys = [publicKey(join(other.directory, 'host.pub'))];
  const token = await newToken(gateway.admin);
  expect((await register(gateway.base, token, { ...host, host_keys })).status).toBe(200);
  const refused = await run(node('joined-1'));
  expect(types(refused)).toEqual(failed(...ALL));
  expect(lastOf(refused).details).toMatch(/run the command of “Add server” there\.$/);

  const [hostKey, tunnelKey] = [newKeys().public, newKeys().public];
  const behind = { ...host, hostname: 'joined-2', host_keys: [hostKey], tunnel_key: tunnelKey };
  expect((await register(gateway.base, token, behind)).status).toBe(200);
  const unreached = await run(node('joined-2'));
  expect(types(unreached)).toEqual(failed('RBAC_NODE', 'CONNECTIVITY'));
  expect(lastOf(unreached).error).toContain('its reverse tunnel is not connected');
  expect(lastOf(unreached).details).toContain('the service postern-tunnel');
});

test('the audit log contains the command', async () => {
  await run(node('web-1'));
  const { events } = (await gateway.admin.expect('GET', '/sites/-current-/events/search?limit=3')) as {
    events: Record<string, unknown>[];
  };
  expect(events.map(({ event }) => event)).toEqual(['session.data', 'exec', 'session.start']);
  expect(events[1]).toMatchObject({ command: 'whoami', exitCode: '0', code: 'T3002I' });
});

test('a server without access, a lock, and a missing second factor fail RBAC_NODE', async () => {
  await gateway.admin.addRole('prober', {
    allow: {
      logins: [LOGIN],
      node_labels: { env: 'dev' },
      rules: [{ resources: ['connection_diagnostic'], verbs: ['create', 'update', 'read'] }],
    },
  });
  await gateway.admin.addRole('prober-mfa', {
    options: { require_session_mfa: true },
    allow: { logins: [LOGIN], node_labels: { env: 'prod' } },
  });
  const prober = await gateway.admin.invite('prober', ['prober']);
  const hidden = await run(node('web-1'), prober);
  expect(types(hidden)).toEqual(failed('RBAC_NODE'));
  const asked = await gateway.admin.invite('asked', ['prober', 'prober-mfa']);
  const unproved = await run(node('web-1'), asked);
  expect(types(unproved)).toEqual(failed('RBAC_NODE'));
  expect(lastOf(unproved).error).toBe('access to resource requires MFA');
  await gateway.admin.expect('PUT', '/sites/-current-/locks', {
    targets: { login: LOGIN },
    message: 'maintenance',
    ttl: '1m',
  });
  const locked = await run(node('node-1'), prober);
  expect(types(locked)).toEqual(failed('RBAC_NODE'));
  expect(lastOf(locked).details).toContain('maintenance');
});
