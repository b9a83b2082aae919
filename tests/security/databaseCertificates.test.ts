// Certificates for database servers: access, names, lifetime, and the signing authority.
import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { iamTokenName } from '../../gateway/tokens/ruleNames.ts';
import { Authorities } from '../../gateway/identity/ca/Authorities.ts';
import { Database } from '../../gateway/store/database.ts';
import { migrate, STEPS } from '../../gateway/store/migrations.ts';
import { createStores } from '../../gateway/store/stores.ts';
import { RATE_BURST } from '../../src/wire/constants.ts';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { newCommandLine } from '../support/commandLine.ts';
import { signDatabase } from '../support/signDatabase.ts';

const HOUR_MS = 3600_000;

let gateway: InProcess;
let admin: ApiClient;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-db-'));
  gateway = await startInProcess({ public_url: 'https://console.example.com' });
  admin = await gateway.admin();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function newToken(): Promise<string> {
  const { json } = await admin.call('POST', 'token', { roles: ['Db'], join_method: 'token' });
  return (json as { id: string }).id;
}
const sign = (token: string, body: object) => signDatabase(gateway.base, token, body);

describe('M1: access to certificates', () => {
  test('a token of another join method is refused, because its name is not a secret, and stays valid', async () => {
    const allow = [{ aws_account: '111111111111', aws_arn: 'arn:aws:sts::111111111111:assumed-role/db/i-*' }];
    const { json } = await admin.call('POST', 'token', { roles: ['Db'], join_method: 'iam', allow });
    const { id } = json as { id: string };
    expect(id).toBe(iamTokenName({ allow }));
    const others = {
      ec2: { allow: [{ aws_account: '111111111111' }] },
      github: { github: { allow: [{ repository: 'octo/db' }] } },
      gitlab: { gitlab: { allow: [{ project_path: 'octo/db' }] } },
      kubernetes: { kubernetes: { allow: [{ service_account: 'db:join' }] } },
    };
    for (const [method, rules] of Object.entries(others)) {
      const content = documentOf(method, { join_method: method, ...rules });
      expect((await admin.call('POST', 'postern/documents/token', { content })).status, method).toBe(200);
    }
    const names = [id, ...Object.keys(others)];
    for (const name of names) {
      const { status, message, files } = await sign(name, { hostname: 'console.example.com' });
      expect([status, message, files], name).toEqual([403, 'need auth', {}]);
    }
    for (const name of names) {
      expect((await admin.call('GET', `postern/documents/token/${name}`)).status, name).toBe(200);
    }
  });

  test('requests are limited per address', async () => {
    const client = gateway.client();
    const ask = () =>
      client.send({
        method: 'POST',
        path: '/v1/webapi/sites/-current-/sign/db',
        headers: { authorization: 'Bearer nonsense' },
        body: { hostname: 'db' },
      });
    const answers: Answer[] = [];
    for (let n = 0; n <= RATE_BURST; n += 1) answers.push(await ask());
    expect(answers.slice(0, RATE_BURST).map(({ status }) => status)).not.toContain(429);
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('M1: the content of the certificate', () => {
  test('the lifetime is at most a year', async () => {
    const { files } = await sign(await newToken(), { hostname: 'orders.example.test', ttl: '876000h' });
    const lifeMs = Date.parse(new X509Certificate(files['server.crt'] ?? '').validTo) - gateway.nowMs();
    expect(lifeMs).toBe(365 * 24 * HOUR_MS);
  });

  test('the lifetime ends no later than that of the authority', async () => {
    const old = await startInProcess();
    onTestFinished(() => old.stop());
    const editor = await old.admin();
    for (const name of ['first', 'last']) {
      const content = documentOf(name, { join_method: 'token' });
      expect((await editor.call('POST', 'postern/documents/token', { content })).status).toBe(200);
    }
    const { files: before } = await signDatabase(old.base, 'first', { hostname: 'orders.example.test' });
    const authorityEndMs = Date.parse(new X509Certificate(before['server.cas'] ?? '').validTo);
    old.pass(authorityEndMs - old.nowMs() - 30 * 24 * HOUR_MS);
    const { files } = await signDatabase(old.base, 'last', { hostname: 'orders.example.test', ttl: '2190h' });
    expect(Date.parse(new X509Certificate(files['server.crt'] ?? '').validTo)).toBe(authorityEndMs);
  });

  test.each([
    ['longer than DNS allows', `${'a.'.repeat(126)}aa`],
    ['a label longer than DNS allows', `${'a'.repeat(64)}.example.test`],
    ['every name', '*'],
    ['every name of a domain', '*.example.test'],
    ['an empty label', 'db..example.test'],
    ['a dash at an end', '-db.example.test'],
    ['two names', 'a.example.test,b.example.test'],
    ['a path', '../../etc/passwd'],
    ['a line end', 'db\r\nx: y'],
    ['half an address', '2001:db8:::1'],
    ['the console itself', 'console.example.com'],
    ['the console itself, in other letters', 'Console.Example.COM.'],
  ])('a name that is %s is refused', async (_what, hostname) => {
    const { status, files } = await sign(await newToken(), { hostname });
    expect([status, files]).toEqual([400, {}]);
  });

  test.each(['orders', 'orders.example.test', 'orders_1.example.test', '10.0.0.7', '2001:db8::7'])(
    'a name like %s is signed as requested',
    async (hostname) => {
      const { files } = await sign(await newToken(), { hostname });
      const { subjectAltName } = new X509Certificate(files['server.crt'] ?? '');
      const expected = hostname.includes(':') ? 'IP Address:2001:DB8:0:0:0:0:0:7' : hostname;
      expect(subjectAltName).toContain(expected);
    },
  );
});

describe('M2: the signing authority', () => {
  const exported = async (type: string) =>
    (await gateway.client().send({ method: 'GET', path: `/v1/webapi/auth/export?type=${type}` })).text;
  const verifies = (authority: string, certificate: string, purpose: 'sslclient' | 'sslserver') => {
    const [ca, leaf] = [join(dir, 'ca.pem'), join(dir, 'leaf.pem')];
    writeFileSync(ca, authority);
    writeFileSync(leaf, certificate);
    const at = Math.floor(gateway.nowMs() / 1000);
    return (
      spawnSync('openssl', ['verify', '-attime', String(at), '-purpose', purpose, '-CAfile', ca, leaf]).status === 0
    );
  };

  test('the authority that databases trust signs no user certificates', async () => {
    const { files } = await sign(await newToken(), { hostname: 'orders.example.test' });
    const carl = await gateway.user(admin, 'carl');
    expect(carl.bearer).not.toBe('');
    const { json } = await gateway.client().send({
      method: 'POST',
      path: '/v1/webapi/ssh/certs',
      body: { user: 'carl', password: PASSWORD, pub_key: newCommandLine().pub_key },
    });
    const person = Buffer.from((json as { tls_cert: string }).tls_cert, 'base64').toString();
    expect(new X509Certificate(person).subject).toContain('CN=carl');

    const database = files['server.cas'] ?? '';
    expect(verifies(database, files['server.crt'] ?? '', 'sslserver')).toBe(true);
    expect(verifies(database, person, 'sslclient')).toBe(false);
    expect(verifies(await exported('tls-user'), person, 'sslclient')).toBe(true);
    expect(verifies(await exported('tls'), person, 'sslclient')).toBe(false);
    expect(await exported('db')).toBe(database);
  });

  test('after the migration, the authority that databases already trust signs only for databases', async () => {
    const db = new Database(':memory:');
    const step = STEPS.findIndex((sql) => sql.includes('authority_tls_db'));
    migrate(db, STEPS.slice(0, step));
    const open = () =>
      new Authorities({
        settings: createStores(db).settings,
        now: () => gateway.nowMs(),
        clusterName: () => 'example.test',
      });
    const { certificate: trusted } = await open().tls('user');
    db.run("UPDATE settings SET name = 'authority_tls'"); // its name when it signed for both
    migrate(db);
    const now = await Promise.all((['db', 'user', 'host'] as const).map(async (kind) => open().tls(kind)));
    expect(now.map(({ certificate }) => certificate === trusted)).toEqual([true, false, false]);
  });

  test('each authority has its own key, and is exported under the type names of a cluster', async () => {
    const keyOf = (pem: string) =>
      new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const [host, alias, user, db] = await Promise.all(['tls-host', 'tls', 'tls-user', 'db'].map(exported));
    expect(alias).toBe(host);
    expect(new Set([host, user, db].map((pem) => keyOf(pem ?? ''))).size).toBe(3);
    const lines = await Promise.all(['user', 'host', 'openssh'].map(exported));
    expect(new Set(lines.map((line) => /ssh-ed25519 (\S+)/.exec(line)?.[1])).size).toBe(3);
  });

  test('each authority is also exported in DER', async () => {
    for (const [type, pem] of [
      ['db-der', 'db'],
      ['tls-user-der', 'tls-user'],
      ['windows', 'tls-user'],
    ] as const) {
      const response = await fetch(`${gateway.base}/v1/webapi/auth/export?type=${type}`);
      const der = Buffer.from(await response.arrayBuffer());
      expect(der.equals(new X509Certificate(await exported(pem)).raw), type).toBe(true);
    }
  });

  test('openssl reads the certificate of the archive', async () => {
    const { files } = await sign(await newToken(), { hostname: 'orders.example.test' });
    writeFileSync(join(dir, 'server.crt'), files['server.crt'] ?? '');
    const text = execFileSync('openssl', ['x509', '-in', join(dir, 'server.crt'), '-noout', '-text'], {
      encoding: 'utf8',
    });
    expect(text).toContain('TLS Web Server Authentication');
    expect(text).not.toContain('TLS Web Client Authentication');
    expect(text).toContain('DNS:orders.example.test');
  });
});

const documentOf = (name: string, spec: object) =>
  JSON.stringify({ kind: 'token', version: 'v2', metadata: { name }, spec: { roles: ['Db'], ...spec } });
