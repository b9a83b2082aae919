import { expect, test } from 'vitest';
import type { SshConnect } from '../config/settings.ts';
import { toRoute, type SshDialing, type Surroundings } from './route.ts';

const ANN = { login: 'ann', purpose: 'session 1' };
const joinedServers: SshDialing['joinedServers'] = {
  certify: () => '',
  dial: () => Promise.reject(new Error('no tunnel')),
  opened: () => undefined,
};
/** The settings of all servers. */
const all = (settings: SshConnect = {}): SshDialing => ({ anyHost: false, joinedServers, ...settings });
const SERVER = { name: 'web-1', host: '10.0.0.1', port: 22 };
const around = (more: Partial<Surroundings> = {}): Surroundings => ({
  home: '/home/gw',
  agent: undefined,
  exists: () => false,
  ...more,
});

test('a server without settings gets the login and the default keys, timeouts and known hosts', () => {
  const exists = (file: string) => file === '/home/gw/.ssh/id_rsa';
  expect(toRoute(SERVER, ANN, {}, all(), around({ exists }))).toEqual([
    {
      ...SERVER,
      user: 'ann',
      identities: [{ file: '/home/gw/.ssh/id_rsa' }],
      knownHosts: '/home/gw/.ssh/known_hosts',
      timeoutMs: 10_000,
      keepalive: { intervalMs: 15_000, count: 3 },
    },
  ]);
});

test.each([
  ['is used if no key is set', {}, { identities: [], agent: '/agent' }],
  ['is not used with a key', { identity: { file: '/k' } }, { identities: [{ file: '/k' }] }],
  [
    'is used with a key if it is enabled',
    { identity: { file: '/k' }, agent: true },
    { identities: [{ file: '/k' }], agent: '/agent' },
  ],
  ['is not used if it is disabled', { agent: false }, { identities: [] }],
])('the SSH agent %s', (_, own, credentials) => {
  const [{ identities, agent } = { identities: undefined, agent: undefined }] = toRoute(
    SERVER,
    ANN,
    own,
    all(),
    around({ agent: '/agent' }),
  );
  expect({ identities, ...(agent !== undefined && { agent }) }).toEqual(credentials);
});

test('the settings of the server override those of all servers', () => {
  const [hop] = toRoute(
    SERVER,
    ANN,
    { knownHosts: '/own', connectTimeoutMs: 1000 },
    all({ knownHosts: '/all', identity: { file: '/k', passphrase: { env: 'P' } } }),
    around(),
  );
  expect(hop).toMatchObject({
    knownHosts: '/own',
    timeoutMs: 1000,
    identities: [{ file: '/k', passphrase: { env: 'P' } }],
  });
});

test('jump hosts come first and inherit missing settings from the server', () => {
  const route = toRoute(
    SERVER,
    ANN,
    {
      identity: { file: '/k', passphrase: { env: 'P' } },
      jump: [
        { host: 'b1', port: 22, user: 'ops' },
        { host: 'b2', port: 2222, identity: { file: '/other' }, checkHostKey: false },
      ],
    },
    all(),
    around(),
  );
  expect(route.map(({ onTheWayTo }) => onTheWayTo)).toEqual(['web-1', 'web-1', undefined]);
  expect(route.map(({ name, user, identities }) => ({ name, user, identities }))).toEqual([
    { name: 'b1:22', user: 'ops', identities: [{ file: '/k', passphrase: { env: 'P' } }] },
    // Another key does not inherit the passphrase.
    { name: 'b2:2222', user: 'ann', identities: [{ file: '/other' }] },
    { name: 'web-1', user: 'ann', identities: [{ file: '/k', passphrase: { env: 'P' } }] },
  ]);
  expect(route.map((hop) => 'knownHosts' in hop)).toEqual([true, false, true]);
});

test('a server that joined with a token gets only a certificate and must have the keys of its join', () => {
  const joined = { node: 'n1', hostKeys: ['ssh-ed25519 AAAA'] };
  const [hop] = toRoute(SERVER, ANN, { joined }, all({ identity: { file: '/k' } }), around({ agent: '/agent' }));
  expect(hop).toMatchObject({ identities: [], joined: { ...joined, purpose: 'session 1', servers: joinedServers } });
  expect(hop).not.toHaveProperty('agent');
  expect(hop).not.toHaveProperty('knownHosts');
});
