// Certificates for command lines: a server that trusts them checks accounts and times, but no other rule of the roles.
import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { newCommandLine } from '../support/commandLine.ts';
import { makeKey, startSshd } from '../support/sshd.ts';

const HOUR_MS = 3600_000;
const EVERY = { '*': '*' };
const NOBODY = expect.stringMatching(/^-teleport-nologin-/) as unknown as string;

type Spec = { allow?: object; deny?: object; options?: object };
type Certificates = { cert: string; tls_cert: string; logins_left_out?: { login: string; reason: string }[] };

let gateway: InProcess;
let admin: ApiClient;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-certs-'));
  gateway = await startInProcess();
  admin = await gateway.admin();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

let people = 0;
/** A new user with a role for each of these. */
async function personWith(specs: readonly Spec[], by = admin, on = gateway): Promise<string> {
  people += 1;
  const roles = specs.map((_, n) => `r${people}-${n}`);
  for (const [n, spec] of specs.entries()) {
    const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: roles[n] }, spec });
    const { status, text } = await by.call('POST', 'roles', { content });
    expect(status, text).toBe(200);
  }
  await on.user(by, `user-${people}`, roles);
  return `user-${people}`;
}

async function certificatesOf(user: string, parts: object = {}, on = gateway): Promise<Certificates> {
  const body = { user, password: PASSWORD, pub_key: newCommandLine().pub_key, ...parts };
  const { status, json, text } = await on.client().send({ method: 'POST', path: '/v1/webapi/ssh/certs', body });
  expect(status, text).toBe(200);
  return json as Certificates;
}

const text = (base64: string) => Buffer.from(base64, 'base64').toString();

/** The principals, as ssh-keygen prints them. */
function principalsOf({ cert }: Certificates): string[] {
  const file = join(dir, 'id-cert.pub');
  writeFileSync(file, text(cert));
  const output = execFileSync('ssh-keygen', ['-L', '-f', file], { encoding: 'utf8' });
  const block = /Principals: ?\n([\s\S]*?)\n\s+Critical/.exec(output)?.[1] ?? '';
  return block.split('\n').map((line) => line.trim());
}

const allow = (logins: string[], node_labels: object = EVERY, more: object = {}) => ({
  allow: { logins, node_labels, ...more },
});
const moderated = { require_session_join: [{ name: 'watched', kinds: ['ssh'], modes: ['peer'], count: 1 }] };

describe('M3: logins that a plain sshd could not restrict are omitted', () => {
  test.each<[what: string, roles: Spec[], principals: string[]]>([
    ['a role grants every server', [allow(['root', 'deploy'])], ['root', 'deploy']],
    ['a login is for some labels', [allow(['root'], { env: 'dev' }), allow(['guest'])], ['guest']],
    [
      'labels are an expression',
      [{ allow: { logins: ['root'], node_labels_expression: '!(labels["a"] == "b")' } }],
      [NOBODY],
    ],
    ['a role denies some servers', [allow(['root']), { deny: { node_labels: { env: 'prod' } } }], [NOBODY]],
    ['a role denies the login', [allow(['root', 'guest']), { deny: { logins: ['root'] } }], ['guest']],
    [
      'a role requires a key in each session',
      [{ ...allow(['root'], { env: 'prod' }), options: { require_session_mfa: true } }, allow(['root', 'guest'])],
      ['guest'],
    ],
    ['sessions are moderated', [allow(['root']), { allow: moderated }], [NOBODY]],
    ['recording is strict', [{ ...allow(['root']), options: { record_session: { ssh: 'strict' } } }], [NOBODY]],
    ['files may not be copied', [{ ...allow(['root']), options: { ssh_file_copy: false } }], [NOBODY]],
    ['locks are strict', [{ ...allow(['root']), options: { lock: 'strict' } }], [NOBODY]],
    ['no role has a login', [{ allow: { node_labels: EVERY } }], [NOBODY]],
  ])('if %s', async (_what, roles, principals) => {
    expect(principalsOf(await certificatesOf(await personWith(roles)))).toEqual(principals);
  });

  test('if the cluster requires a key in each session', async () => {
    const user = await personWith([allow(['root'])]);
    const cluster = await startInProcess({ auth: { second_factor: 'optional' } });
    onTestFinished(() => cluster.stop());
    const editor = await cluster.admin();
    expect(principalsOf(await certificatesOf(user))).toEqual(['root']);
    const other = await personWith([allow(['root'])], editor, cluster);
    cluster.app.gateway.config.set({
      ...cluster.app.gateway.config.get(),
      sessions: { ...cluster.app.gateway.config.get().sessions, factorEach: true },
    });
    expect(principalsOf(await certificatesOf(other, {}, cluster))).toEqual([NOBODY]);
  });

  test('if a lock applies to the login', async () => {
    const user = await personWith([allow(['locked-login', 'guest'])]);
    const lock = { targets: { login: 'locked-login' }, message: '', ttl: '' };
    expect((await admin.call('PUT', 'sites/-current-/locks', lock)).status).toBe(200);
    expect(principalsOf(await certificatesOf(user))).toEqual(['guest']);
  });

  test('the answer lists the omitted logins with reasons, and the audit log the included ones', async () => {
    const answer = await certificatesOf(await personWith([allow(['root'], { env: 'dev' }), allow(['guest'])]));
    expect(answer.logins_left_out).toEqual([
      { login: 'root', reason: `role r${people}-0 grants it on servers with certain labels only` },
    ]);
    const { json } = await admin.call(
      'GET',
      'sites/-current-/events/search?from=2020-01-01T00:00:00Z&include=cert.create&limit=1',
    );
    const [event] = (json as { events: { identity: object }[] }).events;
    expect(event?.identity).toMatchObject({ user: `user-${people}`, logins: ['guest'] });
  });

  test('an answer with every login has no list of omitted ones', async () => {
    expect(await certificatesOf(await personWith([allow(['root'])]))).not.toHaveProperty('logins_left_out');
  });
});

describe('M3: lifetimes', () => {
  const lifeMs = ({ tls_cert }: Certificates, on = gateway) =>
    Date.parse(new X509Certificate(text(tls_cert)).validTo) - on.nowMs();
  const sshEnd = ({ cert }: Certificates) => {
    const file = join(dir, 'life-cert.pub');
    writeFileSync(file, text(cert));
    const output = execFileSync('ssh-keygen', ['-L', '-f', file], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    return Date.parse(`${/Valid: from \S+ to (\S+)/.exec(output)?.[1] ?? ''}Z`);
  };

  test.each([
    ['30 h are requested', { ttl: 30 * HOUR_MS * 1e6 }],
    ['no lifetime is requested', {}],
    ['the largest number is requested', { ttl: 1e300 }],
  ])('are eight hours at most if %s, for SSH and TLS', async (_what, asked) => {
    const answer = await certificatesOf(await personWith([allow(['root'])]), asked);
    expect(lifeMs(answer)).toBe(8 * HOUR_MS);
    expect(sshEnd(answer)).toBe(gateway.nowMs() + 8 * HOUR_MS);
  });

  test('may be shortened by a role', async () => {
    const user = await personWith([{ ...allow(['root']), options: { max_session_ttl: '30m' } }]);
    expect(lifeMs(await certificatesOf(user, { ttl: 30 * HOUR_MS * 1e6 }))).toBe(HOUR_MS / 2);
  });

  test.each([
    ['1h', HOUR_MS],
    ['20h', 20 * HOUR_MS],
  ])('may be set to %s in gateway.yaml, and roles still limit them', async (certificate_ttl, mostMs) => {
    const cluster = await startInProcess({ auth: { second_factor: 'off', certificate_ttl } });
    onTestFinished(() => cluster.stop());
    const editor = await cluster.admin();
    const asked = { ttl: 30 * HOUR_MS * 1e6 };
    const long = await personWith([allow(['root'])], editor, cluster);
    expect(lifeMs(await certificatesOf(long, asked, cluster), cluster)).toBe(mostMs);
    const short = await personWith([{ ...allow(['root']), options: { max_session_ttl: '10m' } }], editor, cluster);
    expect(lifeMs(await certificatesOf(short, asked, cluster), cluster)).toBe(HOUR_MS / 6);
  });
});

test('M3: sshd accepts a login that the roles grant everywhere, and refuses one that labels restrict', async () => {
  const now = await startInProcess({}, Date.now());
  onTestFinished(() => now.stop());
  const authority = await now.client().send({ method: 'GET', path: '/v1/webapi/auth/export?type=user' });
  const trusted = join(dir, 'users.pub');
  writeFileSync(trusted, authority.text.replace(/^cert-authority /, ''));
  const sshd = await startSshd([`TrustedUserCAKeys ${trusted}`]);
  onTestFinished(() => sshd.stop());
  const login = userInfo().username;
  const editor = await now.admin();

  const loginWith = async (labels: object) => {
    const key = join(dir, `key-${people}`);
    makeKey(key);
    const pub_key = Buffer.from(execFileSync('cat', [`${key}.pub`])).toString('base64');
    const user = await personWith([allow([login], labels)], editor, now);
    writeFileSync(`${key}-cert.pub`, text((await certificatesOf(user, { pub_key }, now)).cert));
    return spawnSync(
      'ssh',
      [
        ...['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
        ...[
          '-o',
          `UserKnownHostsFile=${sshd.knownHosts}`,
          '-p',
          String(sshd.port),
          `${login}@127.0.0.1`,
          'echo came in',
        ],
      ],
      { encoding: 'utf8', timeout: 30_000 },
    );
  };
  expect((await loginWith(EVERY)).stdout).toBe('came in\n');
  const refused = await loginWith({ env: 'dev' });
  expect([refused.stdout, refused.stderr]).toEqual(['', expect.stringContaining('Permission denied')]);
});
