// The integration with AWS in the built gateway: its library in a thread, and a certificate from an authority.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAwsServer, ROLE, type AwsServer } from '../support/awsServer.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { fileUrl, readProbe } from '../support/loopScene.ts';
import { WebClient } from '../support/webClient.ts';

const PAUSE_MAX_MS = 50;
const ALL = '/sites/-current-/integrations';

let aws: AwsServer;
let gateway: Gateway;
let admin: WebClient;
let probe: string;
let folder: string;

beforeAll(async () => {
  aws = await startAwsServer();
  folder = mkdtempSync(join(tmpdir(), 'postern-aws-'));
  probe = join(folder, 'probe');
  gateway = await startGateway({
    config: JSON.stringify({
      auth: { second_factor: 'off' },
      integrations: { aws: { sts_endpoint: aws.endpoint, rds_endpoint: aws.endpoint } },
    }),
    args: ['--log-level', 'debug'],
    // Excludes the settings of the machine.
    env: {
      NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`,
      LOOP_PROBE: probe,
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_PROFILE: 'missing',
    },
  });
  aws.trust({ base: gateway.base, issuer: gateway.base, nowMs: () => Date.now() });
  aws.databases = [{ id: 'shop', engine: 'postgres' }];
  admin = await WebClient.ofFirstInvite(gateway);
  await admin.expect('POST', ALL, { name: 'aws', subKind: 'aws-oidc', awsoidc: { roleArn: ROLE } });
});
afterAll(async () => {
  await gateway.stop();
  await aws.stop();
  rmSync(folder, { recursive: true });
});

const ask = (client = admin, name = 'aws') =>
  client.request('POST', `${ALL}/aws-oidc/${name}/databases`, {
    ...{ region: 'eu-west-1', rdsType: 'instance', engines: ['postgres'] },
  });

test('the first call, which loads the library, delays no other user', async () => {
  await readProbe(probe);
  const answer = await ask();
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"shop"')]);
  expect(await readProbe(probe)).toBeLessThan(PAUSE_MAX_MS);
});

test('eighty simultaneous calls of one user are limited to three, and the gateway continues', async () => {
  aws.replies.set('DescribeDBInstances', (response) => void setTimeout(() => response.destroy(), 1000));
  const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await ask()).status));
  aws.replies.clear();
  expect(statuses.filter((status) => status === 429)).toHaveLength(77);
  expect((await ask()).status).toBe(200);
});

test('an endless answer is cut off at the limit, and the thread continues', async () => {
  aws.replies.set('DescribeDBInstances', (response) => {
    const write = () => !response.destroyed && response.write(`<a>${'x'.repeat(500_000)}`, () => setImmediate(write));
    write();
  });
  expect((await ask()).status).toBe(502);
  aws.replies.clear();
  expect((await ask()).status).toBe(200);
});

test('a user without access to integrations is refused, and names with paths call no other API', async () => {
  const reader = await admin.invite('reader', ['access']);
  expect((await ask(reader)).status).toBe(403);
  const before = aws.calls.length;
  for (const name of ['..%2F..%2Fetc', '%2e%2e', 'aws%00', "aws'--", 'a'.repeat(300)])
    expect([400, 404]).toContain((await ask(admin, name)).status);
  const regions = ['eu-west-1.evil.test/', '../x', 'EU-WEST-1', 'x'.repeat(5000), 'eu-west-1\n'];
  for (const region of regions) {
    const body = { region, rdsType: 'instance', engines: ['postgres'] };
    expect((await admin.request('POST', `${ALL}/aws-oidc/aws/databases`, body)).status).toBe(400);
  }
  expect(aws.calls).toHaveLength(before);
});

test('the log contains neither token nor credentials', async () => {
  await wait(100);
  const tokens = aws.calls.flatMap(({ params }) => params.get('WebIdentityToken') ?? []);
  expect(tokens.length).toBeGreaterThan(0);
  for (const secret of [...tokens, ...aws.secrets]) expect(gateway.log()).not.toContain(secret);
});

test('the thumbprint is that of the last certificate in the chain, as openssl prints it', async () => {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=root');
  const issue = (name: string, by: string, extensions: string) => {
    writeFileSync(join(folder, `${name}.ext`), extensions);
    openssl('req', ...key.slice(0, 5), '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-out', `${name}.pem`, '-extfile', `${name}.ext`);
  };
  issue('middle', 'root', 'basicConstraints=critical,CA:TRUE');
  issue('leaf', 'middle', 'subjectAltName=DNS:localhost');
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  writeFileSync(join(folder, 'chain.pem'), text('leaf.pem') + text('middle.pem'));
  const secure = await startGateway({
    config: 'auth: { second_factor: "off" }',
    args: ['--tls-cert', join(folder, 'chain.pem'), '--tls-key', join(folder, 'leaf.key')],
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'root.pem') },
  });
  try {
    const seen = openssl('s_client', '-connect', new URL(secure.base).host, '-servername', 'localhost', '-showcerts');
    const last = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
    writeFileSync(join(folder, 'last.pem'), [...seen.matchAll(last)].at(-1)?.[0] ?? '');
    const print = openssl('x509', '-in', 'last.pem', '-noout', '-fingerprint', '-sha1');
    const wanted = print.split('=')[1]?.trim().replaceAll(':', '').toLowerCase();
    const curl = execFileSync('curl', ['-ks', `${secure.base}/v1/webapi/thumbprint`], { encoding: 'utf8' });
    expect(JSON.parse(curl)).toBe(wanted);
    expect(openssl('x509', '-in', 'middle.pem', '-noout', '-fingerprint', '-sha1')).toBe(print);
  } finally {
    await secure.stop();
  }
});
