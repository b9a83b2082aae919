// A hardware key for each session: in terminals, for commands and for file transfers (streams §3.4, §8.2,
// http-resources §16).
import { userInfo } from 'node:os';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { AssertionJson, AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { assertionOf } from '../support/accountKey.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { atApp, type Opened } from '../support/appScene.ts';
import { outcomes } from '../support/commandClient.ts';
import { SoftKey } from '../support/SoftKey.ts';
import { TerminalClient } from '../support/terminalClient.ts';

const ORIGIN = 'http://localhost:3080';
const LOGIN = userInfo().username;
const SITE = 'sites/-current-';

let gateway: InProcess;
let admin: ApiClient;
/** A user with a key, a user with only an authenticator app, and a user without devices. */
let kay: ApiClient;
let toto: ApiClient;
let nora: ApiClient;
const key = new SoftKey(ORIGIN);
let nodeId: string;

beforeAll(async () => {
  const app = { kind: 'app' as const, version: 'v3', metadata: { name: 'dump' }, spec: { uri: 'http://127.0.0.1:1' } };
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    node: { name: 'node-1' },
    inventory: [{ ...app, connect: { dump_headers: true } }],
  });
  admin = await gateway.admin();
  const spec = {
    allow: {
      logins: [LOGIN],
      node_labels: { '*': '*' },
      app_labels: { '*': '*' },
      rules: [{ resources: ['session', 'event'], verbs: ['*'] }],
    },
    options: { require_session_mfa: true },
  };
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'careful' }, spec });
  expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
  [kay, toto, nora] = [await user('kay'), await user('toto'), await user('nora')];
  const creation = (await register(kay, 'webauthn')).webauthn?.publicKey;
  const webauthnRegisterResponse = creation && key.create(creation);
  await addDevice(kay, { webauthnRegisterResponse, deviceUsage: 'mfa' });
  const totp = await registerApp(toto);
  await addDevice(toto, { secondFactorToken: totp.generate({ timestamp: gateway.nowMs() }) });
  const { json } = await kay.call('GET', `${SITE}/nodes?limit=10`);
  nodeId = (json as { items: { id: string; hostname: string }[] }).items.find((n) => n.hostname === 'node-1')?.id ?? '';
}, 60_000);
afterAll(() => gateway.stop());

const tokens = new Map<ApiClient, string>();
const user = (name: string) => gateway.user(admin, name, ['careful']);
async function register(browser: ApiClient, deviceType: string, proof = {}): Promise<RegisterChallengeJson> {
  const token = String((await browser.call('POST', 'users/privilege/token', proof)).json);
  tokens.set(browser, token);
  const body = { deviceType, deviceUsage: 'mfa' };
  return (await browser.call('POST', `mfa/token/${token}/registerchallenge`, body)).json as RegisterChallengeJson;
}
async function registerApp(browser: ApiClient): Promise<TOTP> {
  await register(browser, 'totp');
  const secret = gateway.app.gateway.stores.userTokens.find(tokens.get(browser) ?? '')?.totpSecret ?? '';
  return new TOTP({ secret: Secret.fromBase32(secret) });
}
async function addDevice(browser: ApiClient, proof: object): Promise<void> {
  const body = { tokenId: tokens.get(browser), deviceName: 'own', ...proof };
  expect((await browser.call('POST', 'mfa/devices', body)).status).toBe(200);
}

function socket(browser: ApiClient, path: string, params: object): TerminalClient {
  const query = new URLSearchParams({ access_token: browser.bearer, params: JSON.stringify(params) });
  const url = `${gateway.base.replace(/^http/, 'ws')}/v1/webapi/${path}?${query}`;
  const client = new TerminalClient(url, { cookie: browser.cookieHeader });
  onTestFinished(() => client.drop());
  return client;
}
const terminal = (browser: ApiClient) =>
  socket(browser, `${SITE}/connect`, { login: LOGIN, server_id: nodeId, term: { w: 80, h: 24 } });
const command = (browser: ApiClient, line: string, query = 'name == "node-1"') =>
  socket(browser, 'command/-current-/execute', {
    ...{ command: line, login: LOGIN, query, conversation_id: 'none', execution_id: 'one' },
  });

/** The nth challenge of a socket. */
async function challenge(client: TerminalClient, nth = 1): Promise<AuthnChallengeJson> {
  await client.until(() => client.of('n').length >= nth, 'a challenge');
  return JSON.parse(fromUtf8(client.of('n')[nth - 1]!.payload));
}
const signed = ({ webauthn_challenge }: AuthnChallengeJson): AssertionJson => key.get(webauthn_challenge!.publicKey);
const text = (client: TerminalClient) =>
  client
    .of('r')
    .map(({ payload }) => fromUtf8(payload))
    .join('');

const NO_DEVICE =
  'MFA is required to access this resource but user has no MFA devices. Add a hardware key in your account, and try again';
const NO_KEY =
  'only hardware keys are supported on the web terminal, please register a hardware device to connect to this server';
const REFUSED = 'rpc error: code = PermissionDenied desc = MFA response validation failed: ';

describe('a terminal', () => {
  test('sends a challenge of the contract before it starts a shell', async () => {
    const client = terminal(kay);
    expect(await challenge(client)).toEqual({
      webauthn_challenge: {
        publicKey: {
          challenge: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
          timeout: 300_000,
          rpId: 'localhost',
          allowCredentials: [{ type: 'public-key', id: key.id.toString('base64') }],
          userVerification: 'discouraged',
        },
      },
      totp_challenge: false,
    });
    expect(client.frames.map(({ type }) => type).join('')).toBe('sn');
  });

  test.each(['n', 'r', 'w'])('accepts the answer in a frame %s, and then the input after it', async (letter) => {
    const client = terminal(kay);
    const answer = JSON.stringify(signed(await challenge(client)));
    client.send(letter, answer);
    client.type('echo typed-$((40+2))\r');
    client.resize(100, 30);
    client.type('stty size; exit\r');
    await client.sees('typed-42');
    await client.sees('30 100');
    expect(await client.closed).toBe(1000);
    expect(client.of('c')).toHaveLength(1);
  });

  test('treats the first frame as the answer', async () => {
    const client = terminal(kay);
    await challenge(client);
    client.resize(100, 30);
    expect(await client.closed).toBe(1000);
    expect(text(client)).toContain(REFUSED);
    expect(client.of('c')).toHaveLength(0);
  });

  test.each<[string, (asked: AuthnChallengeJson) => string]>([
    ['a wrong signature', (asked) => JSON.stringify(spoilt(signed(asked)))],
    ['an answer of a later release', (asked) => JSON.stringify({ webauthn_response: signed(asked) })],
    [
      'the answer to another challenge',
      (asked) => JSON.stringify(key.get(asked.webauthn_challenge!.publicKey, { challenge: 'AAAA' })),
    ],
    ['text that is not JSON', () => 'ls'],
    ['an empty answer', () => ''],
  ])('refuses %s without a second attempt', async (_, toAnswer) => {
    const client = terminal(kay);
    client.send('n', toAnswer(await challenge(client)));
    expect(await client.closed).toBe(1000);
    expect(text(client).startsWith(REFUSED)).toBe(true);
    expect(client.of('n')).toHaveLength(1);
  });

  test('sends a challenge to each participant', async () => {
    const clients = [terminal(kay), terminal(kay), terminal(kay)];
    for (const client of clients) await challenge(client);
    for (const client of clients.reverse()) {
      client.send('n', JSON.stringify(signed(await challenge(client))));
      client.type('echo in-$((1+1)); exit\r');
      await client.sees('in-2');
    }
  });

  test('accepts an answer only once', async () => {
    const first = terminal(kay);
    const answer = JSON.stringify(signed(await challenge(first)));
    first.send('n', answer);
    first.type('exit\r');
    await first.closed;
    const second = terminal(kay);
    await challenge(second);
    second.send('n', answer);
    await second.closed;
    expect(text(second)).toContain(REFUSED);
  });

  test('reports the missing key to a user without a key', async () => {
    const [without, other] = [terminal(nora), terminal(toto)];
    expect([await without.closed, text(without)]).toEqual([1000, NO_DEVICE]);
    expect([await other.closed, text(other)]).toEqual([1000, NO_KEY]);
  });

  test('does not wait for a client that has disconnected', async () => {
    const client = terminal(kay);
    await challenge(client);
    client.close();
    expect(await client.closed).toBe(1000);
    await expect.poll(() => gateway.app.gateway.terminals.begunBy('kay')).toBe(0);
  });
});

const spoilt = (answer: AssertionJson): AssertionJson => ({
  ...answer,
  response: { ...answer.response, signature: Buffer.from('nonsense').toString('base64url') },
});

describe('a command', () => {
  test('sends one challenge for all its nodes, and another after a wrong answer', async () => {
    const { inventory } = gateway.app.gateway.stores;
    const [here] = inventory.named('node', 'node-1');
    for (const n of [1, 2]) {
      const id = `00000000-0000-4000-8000-00000000000${n}`;
      const spec = { hostname: `gone-${n}`, addr: '127.0.0.1:1' };
      const document = { ...here!.document, metadata: { name: id }, spec };
      inventory.put({ ...here!, key: id, document, connect: { via: 'ssh', checkHostKey: false } });
    }
    const client = command(kay, 'echo ran', 'name != "nobody"');
    client.send('n', JSON.stringify(spoilt(signed(await challenge(client)))));
    client.send('n', JSON.stringify(signed(await challenge(client, 2))));
    expect(await client.closed).toBe(1005);
    expect(client.of('n')).toHaveLength(2);
    const results = [...outcomes(client).values()];
    expect(results).toHaveLength(3);
    expect(results.filter(({ error }) => error.startsWith(REFUSED))).toHaveLength(1);
  });

  test('starts after the answer', async () => {
    const client = command(kay, 'echo ran');
    client.send('r', JSON.stringify(signed(await challenge(client))));
    expect(await client.closed).toBe(1005);
    expect(outcomes(client).get(nodeId)).toMatchObject({ stdout: 'ran\n', done: true, error: '' });
  });

  test('counts towards max_connections from its confirmation, also if others wait for a key', async () => {
    const content = JSON.stringify({
      ...{ kind: 'role', version: 'v6', metadata: { name: 'single' } },
      spec: {
        allow: { logins: [LOGIN], node_labels: { '*': '*' } },
        options: { require_session_mfa: true, max_connections: 1 },
      },
    });
    expect((await admin.call('POST', 'roles', { content })).status).toBe(200);
    const solo = await gateway.user(admin, 'solo', ['single']);
    const own = new SoftKey(ORIGIN);
    const creation = (await register(solo, 'webauthn')).webauthn?.publicKey;
    await addDevice(solo, { webauthnRegisterResponse: creation && own.create(creation) });
    const [first, second] = [command(solo, 'sleep 60'), command(solo, 'echo ran')];
    const asked = [await challenge(first), await challenge(second)].map((each) => each.webauthn_challenge!.publicKey);
    first.send('n', JSON.stringify(own.get(asked[0]!)));
    await expect.poll(() => gateway.app.gateway.executions.begunBy('solo')).toBe(1);
    second.send('n', JSON.stringify(own.get(asked[1]!)));
    await second.closed;
    expect(outcomes(second).get(nodeId)).toMatchObject({
      stdout: '',
      error: expect.stringContaining('your roles do not allow more'),
    });
  });

  test('reports the missing key to a user without a key', async () => {
    const client = command(nora, 'echo ran');
    await client.closed;
    expect(outcomes(client).get(nodeId)).toMatchObject({ stdout: '', done: false, error: NO_DEVICE });
  });
});

describe('a file transfer', () => {
  const get = (browser: ApiClient, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ location: '/etc/hostname', filename: 'hostname', ...more });
    return browser.call('GET', `${SITE}/nodes/${nodeId}/${LOGIN}/scp?${query}`);
  };
  const assertion = async () => {
    const { json } = await kay.call('POST', 'mfa/authenticatechallenge');
    return JSON.stringify({ webauthnAssertionResponse: signed(json as AuthnChallengeJson) });
  };

  test('requires a new answer each time', async () => {
    const without = await get(kay);
    expect([without.status, without.json]).toEqual([403, { error: { message: 'MFA required for file transfer' } }]);
    const webauthn = await assertion();
    expect((await get(kay, { webauthn })).status).toBe(200);
    expect((await get(kay, { webauthn })).status).toBe(403);
  });

  test.each([
    ['{', 500],
    ['{}', 403],
    ['{"webauthnAssertionResponse":{}}', 400],
  ])('refuses the answer %s with %i', async (webauthn, status) => {
    expect((await get(kay, { webauthn })).status).toBe(status);
  });
});

test('clients can query whether a key is required', async () => {
  const ask = async (browser: ApiClient, login: string) =>
    (await browser.call('POST', `${SITE}/mfa/required`, { node: { node_name: nodeId, login } })).json;
  expect(await ask(kay, LOGIN)).toEqual({ required: true });
  expect(await ask(kay, 'mallory')).toEqual({ required: false });
  expect(await ask(admin, LOGIN)).toEqual({ required: false });
});

test('a lock on the device of the sign-in ends sessions that another device has confirmed', async () => {
  const dora = await user('dora');
  const totp = await registerApp(dora);
  const secondFactorToken = () => {
    gateway.pass(30_000);
    return totp.generate({ timestamp: gateway.nowMs() });
  };
  await addDevice(dora, { secondFactorToken: secondFactorToken() });
  const [phone] = (await dora.call('GET', 'mfa/devices')).json as { id: string }[];
  const creation = (await register(dora, 'webauthn', { secondFactorToken: secondFactorToken() })).webauthn?.publicKey;
  const own = new SoftKey(ORIGIN);
  await addDevice(dora, { deviceName: 'key', webauthnRegisterResponse: creation && own.create(creation) });
  await dora.openPage('/web/login');
  expect((await dora.signIn('dora', PASSWORD, secondFactorToken())).status).toBe(200);

  const shell = terminal(dora);
  shell.send('n', JSON.stringify(own.get((await challenge(shell)).webauthn_challenge!.publicKey)));
  shell.type('echo typed-$((40+2))\r');
  await shell.sees('typed-42');
  const webauthn_response = await assertionOf(dora, own);
  const opened = await dora.call('POST', 'sessions/app', {
    fqdn: 'dump.localhost',
    mfa_response: { webauthn_response },
  });
  const atDump = async () => (await atApp(dora, 'dump.localhost', '/', opened.json as Opened)).status;
  expect(await atDump()).toBe(200);

  const lock = { targets: { mfa_device: phone?.id }, message: 'stolen phone', ttl: '' };
  expect((await admin.call('PUT', `${SITE}/locks`, lock)).status).toBe(200);
  await shell.closed;
  expect(text(shell)).toMatch(/lock targeting MFADevice.* is in force: stolen phone/);
  expect(await atDump()).not.toBe(200);
});
