// M6: input, commands and output of sessions, answers of sign-in providers, and the traffic of a relay stay out of the
// log.
import { userInfo } from 'node:os';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { GITHUB_CLIENT, startGithub, type GithubServer } from '../support/githubServer.ts';
import { openHttp2, type Http2Client } from '../support/http2Client.ts';
import { secret } from '../support/plantedSecrets.ts';
import { startRelay, type Relay } from '../support/relay.ts';
import { SsoBrowser } from '../support/ssoBrowser.ts';
import { TerminalClient } from '../support/terminalClient.ts';

const LOGIN = userInfo().username;
const SIZE = { w: 80, h: 24 };

let log = '';
const logStream = { write: (line: string) => void (log += line) };
let gateway: InProcess;
let admin: ApiClient;

beforeAll(async () => {
  gateway = await startInProcess({ admin: { logins: [LOGIN] }, node: { name: 'node-1' } }, undefined, { logStream });
  admin = await gateway.admin();
});
afterAll(() => gateway.stop());
beforeEach(() => (log = ''));

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a terminal and a command', () => {
  const open = (path: string, params: object) =>
    new TerminalClient(
      `${gateway.base.replace('http', 'ws')}/v1/webapi/${path}?access_token=${admin.bearer}&params=${encodeURIComponent(JSON.stringify(params))}`,
      { cookie: admin.cookieHeader },
    );
  const nodeId = async () => {
    const { json } = await admin.call('GET', 'sites/-current-/nodes?limit=10');
    return (json as { items: { id: string }[] }).items[0]?.id ?? '';
  };

  test('write no keys, answers to challenges, malformed messages or command lines to the log', async () => {
    const [typed, answer, malformed, command, login] = [secret(), secret(), secret(), secret(), secret()];
    const terminal = open('sites/-current-/connect', { login: LOGIN, server_id: await nodeId(), term: SIZE });
    expect(await terminal.opened).toBeUndefined();
    await terminal.session();
    terminal.type(`echo ${typed}\n`);
    await terminal.sees(typed);
    terminal.send('n', JSON.stringify({ webauthnAssertionResponse: { id: answer } }));
    terminal.send('t', answer);
    terminal.sendRaw(malformed);
    terminal.sendRaw(Buffer.from(malformed));
    terminal.drop();
    const run = open('command/-current-/execute', {
      command: `echo --password=${command}`,
      login: LOGIN,
      query: 'name == "node-1"',
      conversation_id: 'x',
      execution_id: '00000000-0000-4000-8000-000000000009',
    });
    await run.opened;
    run.sendRaw(malformed);
    await new Promise((resolve) => setTimeout(resolve, 300));
    run.drop();
    const refused = open('sites/-current-/connect', { login, server_id: await nodeId(), term: SIZE });
    await refused.opened;
    refused.drop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const each of [typed, answer, malformed, command, admin.bearer]) expect(log).not.toContain(each);
  });
});

describe('a sign-in through a provider', () => {
  let github: GithubServer;
  beforeAll(async () => {
    github = await startGithub();
    const content = `kind: github
version: v3
metadata: { name: gh }
spec:
  client_id: ${GITHUB_CLIENT.id}
  client_secret: ${GITHUB_CLIENT.secret}
  display: Our GitHub
  redirect_url: http://localhost:3080/v1/webapi/github/callback
  endpoint_url: ${github.url}
  teams_to_roles: [{ organization: octo, team: devs, roles: [access] }]
`;
    expect((await admin.call('POST', 'github', { content })).status).toBe(200);
  });
  afterAll(() => github.stop());

  test('a long answer of the provider that repeats its input reveals no secret', async () => {
    const browser = await SsoBrowser.open(gateway.client(), 'github', 'gh');
    const target = await github.approve(await browser.begin());
    const [code, state] = [target.searchParams.get('code') ?? '', target.searchParams.get('state') ?? ''];
    github.fault = (path: string, response: ServerResponse) => {
      if (!path.endsWith('/access_token')) return false;
      const error_description = `${code} ${state} ${GITHUB_CLIENT.secret} is bad. ${'long '.repeat(100_000)}`;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'bad_code', error_description }));
      return true;
    };
    await browser.comeBack(target);
    for (const each of [code, state, GITHUB_CLIENT.secret]) expect(log).not.toContain(each);
    expect(log).toContain('is bad');
    expect(log.length).toBeLessThan(8_000);
  });

  test('a refusal of the provider is logged with its reason and without code and state', async () => {
    github.fault = undefined;
    const browser = await SsoBrowser.open(gateway.client(), 'github', 'gh');
    const target = await github.approve(await browser.begin());
    const state = target.searchParams.get('state') ?? '';
    const code = secret();
    target.search = String(
      new URLSearchParams({ state, code, error: 'access_denied', error_description: `not you; ${code} ${state}` }),
    );
    await browser.comeBack(target);
    for (const each of [code, state]) expect(log).not.toContain(each);
    expect(linesOf(log).find(({ reason }) => String(reason).includes('access_denied (not you;'))).toBeDefined();
  });
});

describe('HTTP/2', () => {
  let secure: InProcess;
  let browser: Http2Client;
  beforeAll(async () => {
    secure = await startInProcess({}, undefined, { tls: selfSigned(), logStream });
    browser = await openHttp2(secure.base);
  });
  afterAll(async () => {
    browser.close();
    await secure.stop();
  });

  test('a request is logged as one line without its secrets', async () => {
    const value = secret();
    const headers = { cookie: [`__Host-session=${value}`, `other=${value}`], authorization: `Bearer ${value}` };
    await browser.call({ path: `/v1/webapi/users/password/token/${value}?access_token=${value}`, headers });
    const lines = linesOf(log);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      msg: 'answered',
      req: { method: 'GET', route: '/webapi/users/password/token/:token', remote: '127.0.0.1' },
    });
    expect(log).not.toContain(value);
  });

  test('an interrupted stream is logged as one line and not as an error', async () => {
    const value = secret();
    const leaving = await openHttp2(secure.base);
    const stream = leaving.session.request({
      ':method': 'POST',
      ':path': `/v1/webapi/mfa/login/begin?token=${value}`,
      'content-type': 'application/json',
      'content-length': 100,
    });
    stream.on('error', () => undefined);
    stream.write(`{"pass": "${value}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    leaving.session.destroy(); // closing only the stream would complete its body first
    await expect.poll(() => linesOf(log).length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(linesOf(log)).toHaveLength(1);
    expect(linesOf(log)[0]).toMatchObject({
      level: 30,
      msg: 'closed before the answer was complete',
      req: { remote: '127.0.0.1' },
    });
    expect(log).not.toContain(value);
  });
});

describe('a relay', () => {
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay({ logStream, answer: (_request, response) => response.destroy() });
  });
  afterAll(() => relay.stop());

  test.each([
    'v1/webapi/users/password/token/$',
    'v1/webapi/sites/-current-/connect?access_token=$&params=$',
    'scripts/$/install-node.sh',
    'script%73/$/install-node.sh',
    'v2/webapi/token/$',
    'web/invite/$',
    'web/$?$',
    'web/config.js?token=$',
    '$',
  ])('%s is logged without its secret', async (template) => {
    const value = secret();
    const headers = {
      cookie: `__Host-session=${value}`,
      authorization: `Bearer ${value}`,
      referer: `http://localhost/${value}`,
    };
    const path = `${relay.base}/${template.replaceAll('$', value)}`;
    await fetch(path, { headers }).then((response) => response.text());
    await fetch(path, { headers, method: 'POST', body: JSON.stringify({ value }) }).then((response) => response.text());
    expect(log).not.toContain(value);
    expect(linesOf(log).length).toBeGreaterThan(1);
  });
});
