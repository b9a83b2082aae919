import { createPublicKey, X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStores } from '../../../tests/support/memoryStores.ts';
import fixture from '../../../tests/fixtures/ssh-certificates.json';
import { Audit } from '../../audit/audit.ts';
import type { Stores } from '../../store/stores.ts';
import type { User } from '../../store/users.ts';
import { AccessCache } from '../accessCache.ts';
import { Locks } from '../../locks/Locks.ts';
import { Authorities } from './Authorities.ts';
import { exportAuthority } from './authorityExports.ts';
import { Certificates } from './Certificates.ts';
import { parseSshPublicKey } from './sshPublicKey.ts';

const NOW_MS = Date.parse('2030-01-01T00:00:00Z');
const HOUR_MS = 3600_000;
const subject = parseSshPublicKey(fixture.keys[0]?.line ?? '');

let stores: Stores;
beforeEach(() => {
  stores = memoryStores();
});

const authorities = () =>
  new Authorities({ settings: stores.settings, now: () => NOW_MS, clusterName: () => 'example.test' });
const made = () =>
  new Certificates({
    authorities: authorities(),
    accessCache: new AccessCache(stores.db, stores.roles, () => false),
    locks: new Locks({ stores, now: () => NOW_MS }),
    audit: new Audit(
      stores.events,
      () => NOW_MS,
      () => 'example.test',
    ),
    users: stores.users,
    now: () => NOW_MS,
    clusterName: () => 'example.test',
    maxTtlMs: () => 24 * HOUR_MS,
  });

function userWith(spec: { allow?: object; options?: object }): User {
  const document = { kind: 'role', version: 'v6', metadata: { name: 'dev' }, spec: { allow: {}, deny: {}, ...spec } };
  stores.roles.put({ name: 'dev', content: '', document }, { by: 'x', nowMs: NOW_MS });
  stores.users.add({ name: 'ann', roles: ['dev'], traits: {}, createdBy: 'x', createdMs: NOW_MS });
  const user = stores.users.find('ann');
  if (!user) throw new Error('not stored');
  return user;
}

const text = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString();

/** The content of a certificate of an Ed25519 key: its strings and numbers in order. */
function readCertificate(line: string) {
  const blob = Buffer.from(line.split(' ')[1] ?? '', 'base64');
  let at = 0;
  const string = () => {
    const start = at + 4;
    at = start + blob.readUInt32BE(at);
    return blob.subarray(start, at);
  };
  const uint64 = () => Number(blob.readBigUInt64BE((at += 8) - 8));
  const list = (bytes: Buffer) => {
    const items: string[] = [];
    for (let i = 0; i < bytes.length; i += 4 + bytes.readUInt32BE(i)) {
      items.push(bytes.subarray(i + 4, i + 4 + bytes.readUInt32BE(i)).toString());
    }
    return items;
  };
  string(); // type
  string(); // nonce
  string(); // key
  const serial = uint64();
  at += 4; // user or host
  const keyId = string().toString();
  const principals = list(string());
  const [validAfterMs, validBeforeMs] = [uint64() * 1000, uint64() * 1000];
  string(); // critical options
  const extensions = list(string()).filter((name) => name !== '');
  return { serial, keyId, principals, validAfterMs, validBeforeMs, extensions };
}

describe('an SSH certificate', () => {
  test('lists the logins that the roles grant and is valid for the requested time', async () => {
    const allow = { logins: ['root', 'deploy'], node_labels: { '*': '*' } };
    const user = userWith({ allow, options: { forward_agent: true } });
    const { json } = await made().make(user, subject, HOUR_MS);
    expect(readCertificate(text(json.cert))).toMatchObject({
      keyId: 'ann',
      principals: ['root', 'deploy'],
      validAfterMs: NOW_MS - 60_000,
      validBeforeMs: NOW_MS + HOUR_MS,
    });
  });

  test.each([
    ['no lifetime was requested', 0, '30h0m0s', 12 * HOUR_MS],
    ['the roles allow less than was requested', 9 * HOUR_MS, '8h0m0s', 8 * HOUR_MS],
    ['the settings allow less than was requested', 29 * HOUR_MS, '30h0m0s', 24 * HOUR_MS],
    ['one millisecond was requested', 1, '8h0m0s', 60_000],
  ])('has a limited lifetime where %s', async (_where, ttlMs, max_session_ttl, lifeMs) => {
    const { expiresMs } = await made().make(userWith({ options: { max_session_ttl } }), subject, ttlMs);
    expect(expiresMs - NOW_MS).toBe(lifeMs);
  });

  test('ends with a role that expires, because the gateway then refuses all requests of its user', async () => {
    const user = userWith({});
    const { document } = stores.roles.find('dev')!;
    const expiresMs = NOW_MS + HOUR_MS / 2;
    stores.documents.put({ kind: 'role', name: 'dev', content: '', document, expiresMs }, { by: 'x', nowMs: NOW_MS });
    const issued = await made().make(user, subject, HOUR_MS);
    expect(issued.expiresMs).toBe(expiresMs);
    expect(readCertificate(text(issued.json.cert)).validBeforeMs).toBe(expiresMs);
    expect(new Date(new X509Certificate(text(issued.json.tls_cert)).validTo).getTime()).toBe(expiresMs);
  });

  test('lists a login that cannot exist if the roles grant none', async () => {
    const { json } = await made().make(userWith({}), subject, HOUR_MS);
    const { principals } = readCertificate(text(json.cert));
    expect(principals).toEqual([expect.stringMatching(/^-teleport-nologin-[0-9a-f-]{36}$/)]);
  });

  test.each([
    [{ forward_agent: true, port_forwarding: true, permit_x11_forwarding: true }, 4],
    [{ forward_agent: false, port_forwarding: false, permit_x11_forwarding: false }, 1],
  ])('has the forwarding extensions that the options %j grant', async (options, count) => {
    const { json } = await made().make(userWith({ options }), subject, HOUR_MS);
    const { extensions } = readCertificate(text(json.cert));
    expect(extensions).toHaveLength(count);
    expect(extensions).toContain('permit-pty');
  });

  test('has a unique serial number', async () => {
    const user = userWith({});
    const certificates = made();
    const [one, two] = [await certificates.make(user, subject, 0), await certificates.make(user, subject, 0)];
    expect(readCertificate(text(one.json.cert)).serial).not.toBe(readCertificate(text(two.json.cert)).serial);
  });
});

test('the TLS certificate names user and roles, has the same key and is signed by the user authority', async () => {
  const { json } = await made().make(userWith({}), subject, HOUR_MS);
  const issuer = new X509Certificate((await authorities().tls('user')).certificate);
  const [hosts] = json.host_signers[0]?.tls_certs ?? [];
  expect(text(hosts)).toBe((await authorities().tls('host')).certificate);
  const certificate = new X509Certificate(text(json.tls_cert));
  expect(certificate.subject.split('\n')).toEqual(['CN=ann', 'O=dev']);
  expect(certificate.checkIssued(issuer)).toBe(true);
  expect(certificate.verify(issuer.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(issuer.ca).toBe(true);
  expect(certificate.publicKey.equals(createPublicKey(subject.key.export({ type: 'spki', format: 'pem' })))).toBe(true);
  expect(Date.parse(certificate.validTo)).toBe(NOW_MS + HOUR_MS);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
});

test('the authorities survive a restart, each with its own key', async () => {
  const [before, after] = [authorities(), authorities()];
  const types = ['', 'user', 'host', 'openssh', 'tls', 'tls-user', 'tls-user-der', 'db', 'db-der'] as const;
  const exported = await Promise.all(types.map((type) => exportAuthority(before, type)));
  expect(await Promise.all(types.map((type) => exportAuthority(after, type)))).toEqual(exported);
  expect(new Set(exported.map(String)).size).toBe(types.length);
  expect(await exportAuthority(before, 'tls-host')).toBe(await exportAuthority(before, 'tls'));
  expect(await exportAuthority(before, 'windows')).toEqual(await exportAuthority(before, 'tls-user-der'));
});

test('parallel creations of a TLS authority return the same authority', async () => {
  const [first, second] = await Promise.all([authorities().tls('db'), authorities().tls('db')]);
  expect(first.certificate).toBe(second.certificate);
});

test('the audit log records an issued certificate', async () => {
  const certificates = made();
  const issued = await certificates.make(userWith({}), subject, HOUR_MS);
  certificates.record(issued, '192.0.2.1');
  expect(stores.events.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 9 }).events).toMatchObject([
    { event: 'cert.create', identity: { user: 'ann', client_ip: '192.0.2.1', expires: '2030-01-01T01:00:00.000Z' } },
  ]);
});

test.each([
  ['the roles', () => stores.users.update({ name: 'ann', roles: ['access'], traits: {} })],
  ['the user (deleted)', () => stores.users.delete('ann')],
])('a change of %s while a certificate is being made prevents its delivery', async (_, change) => {
  const certificates = made();
  const issued = await certificates.make(userWith({}), subject, HOUR_MS);
  change();
  expect(() => certificates.record(issued, '192.0.2.1')).toThrow('the account has just been changed');
  expect(stores.events.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 9 }).events).toEqual([]);
});
