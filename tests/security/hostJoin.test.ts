// Access that a join token must not grant: a joined or removed server under other labels, and the name, ID or address
// under which the gateway reaches another resource (docs/joining-servers.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../gateway/config/checkInventory.ts';
import { freePort } from '../../gateway/process/listen.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { SITE } from '../support/inProcessTerminal.ts';
import { newKeys, register } from '../support/tunnelHost.ts';

const FUTURE = { hostname: 'later', address: '198.51.100.9', port: 22 };
const FUTURE_ID = nodeId({ hostname: FUTURE.hostname, addr: '198.51.100.9:22' });

let gateway: InProcess;
let admin: ApiClient;
let dev: string;
let prod: string;
let hosts = 0;

const app = (name: string, via: string) => ({
  ...{ kind: 'app' as const, version: 'v3', metadata: { name }, spec: { uri: 'http://192.0.2.9' } },
  connect: { via, via_login: 'root' },
});
const node = (id: string, hostname: string, addr: string) => ({
  ...{ kind: 'node' as const, version: 'v2', sub_kind: 'openssh' },
  ...{ metadata: { name: `00000000-0000-4000-8000-00000000000${id}` }, spec: { hostname, addr } },
});

beforeAll(async () => {
  gateway = await startInProcess({
    node: { name: 'node-1' },
    ssh: { tunnel_listen: `127.0.0.1:${await freePort('127.0.0.1')}` },
    inventory: [
      node('1', 'db-1', '198.51.100.1:22'),
      node('2', 'db-2', '[2001:db8::1]'),
      node('3', 'db-3', '2001.db8.example:2222'),
      app('wiki', 'bastion'),
      app('shop', FUTURE_ID),
      app('mail', '198.51.100.7:22'),
    ],
  });
  admin = await gateway.admin();
  [dev, prod] = [await newToken('dev'), await newToken('prod')];
}, 60_000);
afterAll(() => gateway.stop());

async function newToken(env: string): Promise<string> {
  const { json } = await admin.call('POST', 'token', { roles: ['Node'], join_method: 'token', labels: { env } });
  return (json as { id: string }).id;
}

type Host = { hostname: string; address: string; port: number; host_keys: string[]; tunnel_key?: string };

/** A machine with its own host name, address and host keys. */
function newHost(of: Partial<Host> = {}): Host {
  hosts += 1;
  const [ed25519, other] = [newKeys().public, newKeys().public];
  return { hostname: `host-${hosts}`, address: `192.0.2.${hosts}`, port: 22, host_keys: [ed25519, other], ...of };
}

async function join(token: string, host: Host): Promise<{ status: number; id: string; text: string }> {
  const { status, text } = await register(gateway.base, token, host);
  return { status, id: text.split('\n')[0] ?? '', text };
}

const remove = (id: string) => admin.call('DELETE', `postern/${SITE}/nodes/${id}`);
const refusal = (text: string) => ({ status: 409, text: expect.stringContaining(text) });
const accepted = expect.objectContaining({ status: 200 });

describe('a host key of another server', () => {
  test.each<[string, (host: Host) => Partial<Host>]>([
    ['another name', () => ({})],
    ['another name and one of its keys', ({ host_keys }) => ({ host_keys: host_keys.slice(1) })],
    ['another name at its address', ({ address, port }) => ({ address, port })],
    ['a reverse tunnel', () => ({ tunnel_key: newKeys().public })],
  ])('is refused with %s', async (_what, change) => {
    const host = newHost();
    expect(await join(prod, host)).toEqual(accepted);
    const refused = await join(dev, newHost({ host_keys: host.host_keys, ...change(host) }));
    expect(refused).toMatchObject(refusal('A host key of this machine belongs to another server'));
    expect(await join(dev, host)).toEqual(accepted);
  });

  test('stays refused after the server has joined again without the key', async () => {
    const host = newHost();
    const [, second = ''] = host.host_keys;
    await join(prod, host);
    expect(await join(dev, { ...host, host_keys: host.host_keys.slice(0, 1) })).toEqual(accepted);
    expect(await join(dev, newHost({ host_keys: [second] }))).toMatchObject(refusal('another server'));
  });
});

describe('a host key of a removed server', () => {
  test('is refused with other labels, even together with a new key, and accepted with the same labels', async () => {
    const host = newHost();
    const { id } = await join(prod, host);
    await remove(id);
    const other = newHost({ host_keys: [newKeys().public, ...host.host_keys] });
    expect(await join(dev, other)).toMatchObject(refusal('had other labels'));
    expect(await join(dev, host)).toMatchObject(refusal('had other labels'));
    expect(await join(prod, other)).toEqual(accepted);
    expect(await join(prod, host)).toMatchObject(refusal('another server'));
  });

  test('is compared with the labels that the server had at its removal', async () => {
    const host = newHost();
    const { id } = await join(dev, host);
    const { inventory } = gateway.app.gateway.stores;
    const entry = inventory.find('node', id)!;
    const labels = { ...entry.labels, env: 'prod' };
    inventory.put({ ...entry, labels });
    await remove(id);
    expect(await join(dev, host)).toMatchObject(refusal('had other labels'));
    expect(await join(prod, host)).toMatchObject({ status: 200, id });
  });
});

test.each([
  ['198.51.100.1', 22],
  ['2001:0db8:0::1', 22],
  ['::ffff:198.51.100.1', 22],
])('the address %s of another server is refused, and its other ports are accepted', async (address, port) => {
  expect(await join(dev, newHost({ address, port }))).toMatchObject(refusal('Another server is at'));
  expect(await join(dev, newHost({ address, port: port + hosts }))).toEqual(accepted);
});

test('several servers behind one address can join with reverse tunnels', async () => {
  const tunnel = () => newHost({ address: '192.0.2.200', tunnel_key: newKeys().public });
  for (const host of [tunnel(), tunnel(), newHost({ address: '192.0.2.200' })])
    expect(await join(dev, host)).toEqual(accepted);
});

describe('a host name', () => {
  test.each(['db-1', 'DB-1', 'node-1'])('%s of another server is refused', async (hostname) => {
    for (const tunnel_key of ['', newKeys().public])
      expect(await join(dev, newHost({ hostname, tunnel_key }))).toMatchObject(
        refusal(`Another server has the host name ${hostname}`),
      );
  });

  test.each(['198.51.100.1', '0xc6.51.100.1', '198.51.100.250', '2001.db8.example', '127.0.0.1'])(
    'that has the form of an address is refused: %s',
    async (hostname) => {
      for (const tunnel_key of ['', newKeys().public])
        expect(await join(dev, newHost({ hostname, tunnel_key }))).toMatchObject(refusal('is the address of a server'));
    },
  );

  test.each([
    ['bastion', { hostname: 'bastion' }],
    ['Bastion', { hostname: 'Bastion' }],
    ['an ID', { ...FUTURE }],
    ['an ID as a host name', { hostname: FUTURE_ID }],
    ['an address', { address: '198.51.100.7', port: 22 }],
  ])('in connect.via is refused: %s', async (_what, of) => {
    for (const tunnel_key of ['', newKeys().public])
      expect(await join(dev, newHost({ ...of, tunnel_key }))).toMatchObject(refusal('connect.via'));
  });

  test('in connect.via is reserved for the joined server, even after its removal', async () => {
    const host = newHost();
    const { id } = await join(dev, host);
    const { inventory } = gateway.app.gateway.stores;
    const [wiki] = inventory.all('app');
    inventory.put({ ...wiki!, connect: { via: 'app', through: { server: host.hostname, login: 'root' } } });
    expect(await join(dev, host)).toMatchObject({ status: 200, id });
    await remove(id);
    const [own = ''] = host.host_keys;
    expect(await join(dev, { ...host, host_keys: [own, newKeys().public] })).toMatchObject(refusal('connect.via'));
    expect(await join(dev, host)).toMatchObject({ status: 200, id });
  });
});

describe('the number of joins from one network', () => {
  // From the address of the joins: the endpoint for command-line certificates also accepts a password.
  const signIn = async (): Promise<number> => {
    const body = JSON.stringify({ user: 'admin', password: 'not the password' });
    return (await fetch(`${gateway.base}/v1/webapi/ssh/certs`, { method: 'POST', body })).status;
  };

  test('has its own limit with a correct waiting time, and does not count as sign-ins', async () => {
    gateway.pass(600_000);
    for (let i = 0; i < 120; i += 1) expect(await join(dev, newHost())).toEqual(accepted);
    expect(await join(dev, newHost())).toMatchObject({
      status: 429,
      text: expect.stringContaining('Run the command again in a minute'),
    });
    expect(await signIn()).not.toBe(429);
    gateway.pass(60_000);
    expect(await join(dev, newHost())).toEqual(accepted);
  });

  test('with unknown tokens counts as failed sign-ins', async () => {
    gateway.pass(600_000);
    for (let i = 0; i < 20; i += 1) expect(await join('0'.repeat(32), newHost())).toMatchObject({ status: 403 });
    expect(await join('0'.repeat(32), newHost())).toMatchObject({ status: 429 });
    expect(await signIn()).toBe(429);
  });
});
