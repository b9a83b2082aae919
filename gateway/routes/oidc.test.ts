// Sign-in through a real OpenID provider on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../tests/support/ApiClient.ts';
import { startInProcess, type InProcess } from '../../tests/support/appInProcess.ts';
import { OIDC_CLIENT, startOidc, type OidcProvider } from '../../tests/support/oidcProvider.ts';
import { SsoBrowser } from '../../tests/support/ssoBrowser.ts';

const CALLBACK = 'http://localhost:3080/v1/webapi/oidc/callback';
const FAILED = '/web/msg/error/login/callback';

let provider: OidcProvider;
let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  provider = await startOidc({ redirectUris: [CALLBACK] });
});
afterAll(() => provider.stop());
beforeEach(async () => {
  provider.claims = { email: 'ann@example.com', email_verified: true, groups: ['ops'], department: 'it' };
  provider.tamper = undefined;
  provider.tokenCalls = [];
  gateway = await startInProcess();
  admin = await gateway.admin();
});
afterEach(() => gateway.stop());

const RULES = '{ claim: groups, value: ops, roles: [access, editor] }';
const connector = ({ issuer = provider.issuer, rules = RULES, more = '' } = {}) => `kind: oidc
version: v3
metadata: { name: corp }
spec:
  issuer_url: ${issuer}
  client_id: ${OIDC_CLIENT.id}
  client_secret: ${OIDC_CLIENT.secret}
  redirect_url: ['https://elsewhere.example/v1/webapi/oidc/callback', '${CALLBACK}']
  scope: [groups]
  prompt: none
  claims_to_roles: [${rules}]
${more}`;

async function configure(options?: Parameters<typeof connector>[0]): Promise<void> {
  const saved = await admin.call('POST', 'postern/connectors', { content: connector(options) });
  expect(saved.status, saved.text).toBe(200);
}
const browser = () => SsoBrowser.open(gateway.client(), 'oidc', 'corp');

describe('a user whose claims match', () => {
  test('gets an account with the e-mail address as name, and roles and traits of the claims', async () => {
    await configure();
    const client = await browser();
    const authorize = new URL(await client.begin('/web/users?a=1'));
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      client_id: OIDC_CLIENT.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid email groups',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{20,}$/) as string,
    });
    const outcome = await client.comeBack(await provider.approve(authorize.href, '4711'));
    expect(outcome).toEqual({ signedIn: true, target: '/web/users?a=1' });
    expect(client.client.cookies.size).toBe(2);
    expect((await admin.call('GET', 'users/ann@example.com')).json).toEqual({
      name: 'ann@example.com',
      roles: ['access', 'editor'],
      authType: 'oidc',
      traits: {},
    });
    await client.client.openPage();
    const context = await client.client.call('GET', 'sites/example.test/context');
    expect(context.json).toMatchObject({ authType: 'sso', userName: 'ann@example.com' });
  });

  test('is sent to the provider with the parameters of the connector', async () => {
    await configure({ more: '  acr_values: strong\n' });
    const plain = new URL(await (await browser()).begin());
    expect(plain.searchParams.get('prompt')).toBe(null);
    expect(plain.searchParams.get('acr_values')).toBe('strong');
    await admin.call('PUT', 'postern/connectors/oidc/corp', {
      content: connector().replace('prompt: none', 'prompt: login'),
    });
    expect(new URL(await (await browser()).begin()).searchParams.get('prompt')).toBe('login');
    await admin.call('PUT', 'postern/connectors/oidc/corp', { content: connector().replace('  prompt: none\n', '') });
    expect(new URL(await (await browser()).begin()).searchParams.get('prompt')).toBe('select_account');
  });

  test('has the name of the claim that the connector sets', async () => {
    await configure({ rules: '{ claim: department, value: "i*", roles: [access] }', more: '  username_claim: sub\n' });
    expect(await (await browser()).signIn(provider, 'ann')).toMatchObject({ signedIn: true });
    expect((await admin.call('GET', 'users/ann')).json).toMatchObject({ roles: ['access'] });
  });

  test('may have an unverified address if the connector allows it', async () => {
    provider.claims['email_verified'] = false;
    await configure();
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: FAILED });
    await admin.call('PUT', 'postern/connectors/oidc/corp', {
      content: connector({ more: '  allow_unverified_email: yes\n' }),
    });
    expect(await (await browser()).signIn(provider)).toMatchObject({ signedIn: true });
  });

  test('signs in at a provider that requires client_secret_post', async () => {
    const posting = await startOidc({ redirectUris: [CALLBACK], authMethod: 'client_secret_post' });
    await configure({ issuer: posting.issuer });
    expect(await (await browser()).signIn(posting)).toMatchObject({ signedIn: true });
    expect(posting.tokenCalls).toEqual([{ authorization: undefined }]);
    await posting.stop();
  });
});

describe('sign-in is refused', () => {
  test('without a matching claim', async () => {
    await configure({ rules: '{ claim: groups, value: Ops, roles: [access] }' });
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: '/web/msg/error/login/auth' });
  });
  test('without a user name from the provider', async () => {
    await configure({ more: '  username_claim: nickname\n' });
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: FAILED });
  });
  test('for another user with the same address', async () => {
    await configure();
    expect(await (await browser()).signIn(provider, 'first')).toMatchObject({ signedIn: true });
    expect(await (await browser()).signIn(provider, 'second')).toEqual({ signedIn: false, target: FAILED });
  });
  test('with a wrong client secret', async () => {
    await configure();
    const wrong = connector().replace(OIDC_CLIENT.secret, 'not the secret');
    await admin.call('PUT', 'postern/connectors/oidc/corp', { content: wrong });
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: FAILED });
  });
});

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, NonNullable<OidcProvider['tamper']>]>([
    ['for another client', (claims, sign) => sign({ ...claims, aud: 'somebody else' })],
    ['of another issuer', (claims, sign) => sign({ ...claims, iss: 'https://evil.example' })],
    ['for another sign-in', (claims, sign) => sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }, sign) => sign(claims)],
    ['that has expired', (claims, sign) => sign({ ...claims, exp: now() - 120, iat: now() - 600 })],
    ['about another user than the user info', (claims, sign) => sign({ ...claims, sub: 'root' })],
    [
      'with an invalid signature',
      (claims, sign) => `${sign(claims).split('.').slice(0, 2).join('.')}.${'A'.repeat(342)}`,
    ],
    [
      'without a signature',
      (claims) =>
        `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`,
    ],
    ['that is malformed', () => 'x'],
    ['that is too long', (claims, sign) => sign({ ...claims, jti: 'x'.repeat(500_000) })],
  ])('%s is refused', async (_what, tamper) => {
    await configure();
    provider.tamper = tamper;
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: FAILED });
    expect((await admin.call('GET', 'users/ann@example.com')).status).toBe(404);
  });
  test('that expired within the clock tolerance is accepted', async () => {
    await configure();
    provider.tamper = (claims, sign) => sign({ ...claims, exp: now() - 10 });
    expect(await (await browser()).signIn(provider)).toMatchObject({ signedIn: true });
  });
});

describe('a provider', () => {
  const startOf = async () => (await browser()).start('/web');
  test('that cannot be reached leads to an error page', async () => {
    const gone = createServer();
    await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready));
    const { port } = gone.address() as AddressInfo;
    await new Promise((closed) => gone.close(closed));
    await configure({ issuer: `http://127.0.0.1:${port}` });
    expect((await startOf()).headers.location).toBe('/web/msg/error/login');
  });
  test('that sends too many claims is refused', async () => {
    provider.claims['groups'] = ['ops', ...Array.from({ length: 10_000 }, (_, i) => `a group with a long name ${i}`)];
    await configure();
    expect(await (await browser()).signIn(provider)).toEqual({ signedIn: false, target: FAILED });
    expect((await admin.call('GET', 'users/ann@example.com')).status).toBe(404);
  });
  test('adds at most ten log lines about claims that differ only in case', async () => {
    let log = '';
    await gateway.stop();
    gateway = await startInProcess({}, undefined, { logStream: { write: (line) => void (log += line) } });
    admin = await gateway.admin();
    provider.claims['groups'] = ['ops', ...Array.from({ length: 10_000 }, () => 'OPS')];
    await configure();
    expect(await (await browser()).signIn(provider)).toMatchObject({ signedIn: true });
    expect(log.split('in case only')).toHaveLength(11);
  });
  test('that has another issuer in its configuration is refused', async () => {
    const liar = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ issuer: provider.issuer, authorization_endpoint: 'https://evil.example/' }));
    });
    await new Promise<void>((ready) => liar.listen(0, '127.0.0.1', ready));
    await configure({ issuer: `http://127.0.0.1:${(liar.address() as AddressInfo).port}` });
    expect((await startOf()).headers.location).toBe('/web/msg/error/login');
    await new Promise((closed) => liar.close(closed));
  });
});
