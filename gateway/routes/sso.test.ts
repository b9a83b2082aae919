// Sign-in through GitHub, with a server on loopback instead of it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDecipheriv, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ApiClient } from '../../tests/support/ApiClient.ts';
import { startInProcess, type InProcess } from '../../tests/support/appInProcess.ts';
import { GITHUB_CLIENT, startGithub, type GithubServer } from '../../tests/support/githubServer.ts';
import { isSignedIn, SsoBrowser, targetOf } from '../../tests/support/ssoBrowser.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../src/wire/constants.ts';

/** The key of the recorded request. */
const PUBLIC_KEY = Buffer.from(
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGRlbW8gZGVtbyBkZW1vIGRlbW8gZGVtbyBkZW1vIDEy',
).toString('base64');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CALLBACK = '/v1/webapi/github/callback';
const FAILED = '/web/msg/error/login/callback';

let github: GithubServer;
let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  github = await startGithub();
});
afterAll(() => github.stop());
beforeEach(async () => {
  github.person = { id: 7, login: 'octocat', teams: [{ organization: 'octo', team: 'devs' }] };
  github.fault = undefined;
  github.asked = [];
  gateway = await startInProcess();
  admin = await gateway.admin();
  const saved = await admin.call('POST', 'github', { content: connector() });
  expect(saved.status, saved.text).toBe(200);
});
afterEach(() => gateway.stop());

const connector = (mapping = '{ organization: octo, team: devs, roles: [access, editor] }') => `kind: github
version: v3
metadata: { name: gh }
spec:
  client_id: ${GITHUB_CLIENT.id}
  client_secret: ${GITHUB_CLIENT.secret}
  display: Our GitHub
  redirect_url: http://localhost:3080${CALLBACK}
  endpoint_url: ${github.url}
  teams_to_roles: [${mapping}]
`;

const browser = () => SsoBrowser.open(gateway.client(), 'github', 'gh');

/** A complete sign-in. Returns the answer of the callback. */
const signIn = async (browser: SsoBrowser, redirectUrl = 'http://localhost:3080/web/users?a=1&b=2') =>
  browser.comeBack(await github.approve(await browser.begin(redirectUrl)));
/** A sign-in up to the URL of the final redirect. */
const callbackFor = async (browser: SsoBrowser) => toPath(await github.approve(await browser.begin()));
const toPath = ({ pathname, search }: URL) => pathname + search;

const LOG = 'sites/-current-/events/search?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z&limit=100';
async function events(code: string): Promise<Record<string, unknown>[]> {
  const { json } = await admin.call('GET', LOG);
  return (json as { events: Record<string, unknown>[] }).events.filter((event) => event['code'] === code);
}
const refusals = async () => (await events('T1001W')).map(({ error }) => error);

describe('a user in a team of the connector', () => {
  test('gets an account with its roles and traits, and is redirected to the requested page', async () => {
    const client = await browser();
    const outcome = await signIn(client);
    expect(outcome).toEqual({ signedIn: true, target: '/web/users?a=1&b=2' });
    await client.client.openPage('/web/users');
    const context = await client.client.call('GET', 'sites/example.test/context');
    expect(context.json).toMatchObject({ authType: 'sso', userName: 'octocat' });
    const user = await admin.call('GET', 'users/octocat');
    expect(user.json).toEqual({
      name: 'octocat',
      roles: ['access', 'editor'],
      authType: 'github',
      traits: { logins: ['octocat'] },
    });
    expect(await events('T1002I')).toEqual([
      expect.objectContaining({
        name: 'octocat',
        connector: 'gh',
        user: 'system',
        expires: '2030-01-02T14:00:00.000Z',
      }),
      expect.objectContaining({ name: 'admin' }),
    ]);
    expect(await events('T1001I')).toEqual([
      expect.objectContaining({ user: 'octocat', method: 'github', success: true, attributes: { octo: ['devs'] } }),
    ]);
  });

  test('is found if the team is on a later page', async () => {
    github.person.teams = ['a', 'b', 'c', 'd', 'devs'].map((team) => ({ organization: 'octo', team }));
    expect(await signIn(await browser())).toMatchObject({ signedIn: true });
    expect(github.asked.filter((path) => path.startsWith('/api/v3/user/teams'))).toHaveLength(3);
  });

  test('gets new roles at the next sign-in', async () => {
    await signIn(await browser());
    await admin.call('PUT', 'github/gh', {
      content: connector('{ organization: octo, team: devs, roles: [auditor] }'),
    });
    await signIn(await browser());
    const user = await admin.call('GET', 'users/octocat');
    expect(user.json).toMatchObject({ roles: ['auditor'] });
    expect(await events('T1003I')).toEqual([expect.objectContaining({ name: 'octocat', connector: 'gh' })]);
  });

  test('is refused if a new role is locked, and keeps the new role', async () => {
    await signIn(await browser());
    await admin.call('POST', 'roles', {
      content: 'kind: role\nversion: v6\nmetadata: { name: quarantined }\nspec: {}\n',
    });
    await admin.call('PUT', 'github/gh', {
      content: connector('{ organization: octo, team: devs, roles: [quarantined] }'),
    });
    const targets = { role: 'quarantined' };
    const made = await admin.call('PUT', 'sites/-current-/locks', { targets, message: '', ttl: '' });
    expect(made.status).toBe(200);
    expect(await signIn(await browser())).toMatchObject({ signedIn: false });
    expect((await admin.call('GET', 'users/octocat')).json).toMatchObject({ roles: ['quarantined'] });
  });

  test('can have other roles until the next sign-in', async () => {
    await signIn(await browser());
    const change = { name: 'octocat', roles: ['auditor'], traits: { logins: ['root'] } };
    const changed = await admin.call('PUT', 'users', change);
    expect(changed).toMatchObject({ status: 200, json: { ...change, authType: 'github' } });
    expect(await events('T1003I')).toEqual([
      expect.objectContaining({ user: 'admin', connector: 'gh', expires: '2030-01-02T14:00:00.000Z' }),
    ]);
    await signIn(await browser());
    expect((await admin.call('GET', 'users/octocat')).json).toMatchObject({ roles: ['access', 'editor'] });
  });

  test('is not listed after the account has expired, and can sign in again', async () => {
    await signIn(await browser());
    gateway.pass(31 * HOUR_MS);
    const again = gateway.client();
    await again.openPage('/web/login');
    expect((await again.signIn('admin', 'correct horse')).status).toBe(200);
    await again.openPage();
    expect((await again.call('GET', 'users')).json).toEqual([expect.objectContaining({ name: 'admin' })]);
    expect((await again.call('GET', 'users/octocat')).status).toBe(404);
    expect(await signIn(await browser())).toMatchObject({ signedIn: true });
  });

  test('has no password: neither a reset nor a change allows a sign-in without the provider', async () => {
    const person = await browser();
    await signIn(person);
    const { client } = person;
    await client.openPage();
    const password = Buffer.from('another horse').toString('base64');
    const change = await client.call('PUT', 'users/password', { old_password: password, new_password: password });
    expect(change).toMatchObject({ status: 403, json: { error: { message: 'invalid username or password' } } });
    const other = await browser();
    expect((await other.client.signIn('octocat', 'another horse')).status).toBe(403);
    const link = await admin.call('POST', 'users/password/token', { name: 'octocat', type: 'password' });
    const { tokenId: token } = link.json as { tokenId: string };
    await expect(other.client.accept(token, 'another horse')).rejects.toThrow(
      'signs in with github and has no password',
    );
  });
});

describe('sign-in is refused', () => {
  test('without a team that has roles', async () => {
    github.person.teams = [{ organization: 'octo', team: 'others' }];
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: '/web/msg/error/login/auth' });
    expect((await admin.call('GET', 'users/octocat')).status).toBe(404);
  });
  test('with a team of the same name in another organization', async () => {
    github.person.teams = [{ organization: 'evil', team: 'devs' }];
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: '/web/msg/error/login/auth' });
  });
  test('without any team', async () => {
    github.person.teams = [];
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
  });
  test('for the name of a local user', async () => {
    github.person.login = 'admin';
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
    expect(await refusals()).toEqual(['user "admin" exists and is not this account of github connector "gh"']);
    expect((await admin.call('GET', 'users/admin')).json).toMatchObject({
      authType: 'local',
      roles: ['editor', 'access', 'auditor'],
    });
  });
  test('for another person with the same user name at the provider', async () => {
    await signIn(await browser());
    github.person.id = 8;
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
  });
  test('with a role that does not exist', async () => {
    await admin.call('PUT', 'github/gh', { content: connector('{ organization: octo, team: devs, roles: [nope] }') });
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
    expect(await refusals()).toEqual(['role nope is not found']);
  });
  test('with an invalid user name', async () => {
    github.person.login = 'a b';
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
  });
  test('with a user name of more than 255 characters', async () => {
    const roles = ['access'];
    expect((await admin.call('POST', 'users', { name: 'n'.repeat(255), roles })).status).toBe(200);
    expect((await admin.call('POST', 'users', { name: 'n'.repeat(256), roles })).json).toEqual({
      error: { message: 'a user name has at most 255 characters, this one has 256' },
    });
    github.person.login = 'm'.repeat(256);
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
  });
  test.each(['system', 'System'])('as %s, the name of the gateway in the audit log', async (name) => {
    github.person.login = name;
    expect(await signIn(await browser())).toEqual({ signedIn: false, target: FAILED });
    expect(await refusals()).toEqual([
      `the provider’s user name is invalid: user name "${name}" is reserved for the gateway in the audit log`,
    ]);
  });
});

describe('a callback', () => {
  test('is accepted once', async () => {
    const client = await browser();
    const callback = await callbackFor(client);
    expect(isSignedIn(await client.get(callback))).toBe(true);
    const again = await client.get(callback);
    expect(targetOf(again)).toBe(FAILED);
    expect(isSignedIn(again)).toBe(false);
  });
  test('is accepted only in the browser that started the sign-in, and is used up by any other', async () => {
    const client = await browser();
    const callback = await callbackFor(client);
    const other = await browser();
    const stolen = await other.get(callback);
    expect(targetOf(stolen)).toBe('/web/msg/error/login');
    expect(isSignedIn(stolen)).toBe(false);
    expect(targetOf(await client.get(callback))).toBe(FAILED);
    expect((await admin.call('GET', 'users/octocat')).status).toBe(404);
  });
  test('is refused without the anti-forgery cookie', async () => {
    const callback = await callbackFor(await browser());
    expect(targetOf(await gateway.client().send({ method: 'GET', path: callback }))).toBe('/web/msg/error/login');
  });
  test('is refused after ten minutes', async () => {
    const client = await browser();
    const callback = await callbackFor(client);
    gateway.pass(10 * MINUTE_MS);
    expect(targetOf(await client.get(callback))).toBe(FAILED);
  });
  test('is refused with an unknown state, without a state, and without a code', async () => {
    const client = await browser();
    const state = new URL(await client.begin()).searchParams.get('state') ?? '';
    expect(state).toMatch(/^[0-9a-f]{32}$/);
    for (const query of ['', `?code=abc&state=${'ab'.repeat(16)}`, '?code=abc', `?state=${state}`]) {
      expect(targetOf(await client.get(CALLBACK + query))).toBe(FAILED);
    }
  });
  test('that is invalid repeatedly is in the audit log only a few times', async () => {
    const client = await browser();
    for (let i = 0; i < 30; i += 1) expect(targetOf(await client.get(CALLBACK))).toBe(FAILED);
    expect(await refusals()).toHaveLength(5);
    expect(await signIn(client)).toMatchObject({ signedIn: true });
  });
  test('of another connector kind is refused', async () => {
    const client = await browser();
    const { search } = await github.approve(await client.begin());
    expect(targetOf(await client.get(`/v1/webapi/oidc/callback${search}`))).toBe(FAILED);
  });
  test('with the code of another sign-in is refused by PKCE', async () => {
    const client = await browser();
    const [mine, other] = [await github.approve(await client.begin()), await github.approve(await client.begin())];
    mine.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect(targetOf(await client.get(toPath(mine)))).toBe(FAILED);
  });
  test('with an error of the provider is in the audit log', async () => {
    const client = await browser();
    const state = new URL(await client.begin()).searchParams.get('state') ?? '';
    const refused = await client.get(`${CALLBACK}?error=access_denied&error_description=no+thanks&state=${state}`);
    expect(targetOf(refused)).toBe(FAILED);
    expect(await refusals()).toEqual(['the provider answered: access_denied (no thanks)']);
  });
  test.each([
    ['https://evil.example/x', '/web'],
    ['//evil.example', '/web'],
    ['javascript:alert(1)', '/web'],
    ["/web/'%22><script>alert(1)</script>", '/web/%27%22%3E%3Cscript%3Ealert(1)%3C/script%3E'],
  ])('of a sign-in with the redirect URL %s leads to %s', async (redirectUrl, target) => {
    expect(await signIn(await browser(), redirectUrl)).toEqual({ signedIn: true, target });
  });
  test('replaces a session cookie that was planted before', async () => {
    const client = await browser();
    const planted = Buffer.from(JSON.stringify({ user: 'octocat', sid: 'ab'.repeat(32) })).toString('hex');
    client.client.cookies.set(SESSION_COOKIE, planted);
    await signIn(client);
    expect(client.client.cookies.get(SESSION_COOKIE)).not.toBe(planted);
  });
});

describe('a provider', () => {
  test('that is down leads to an error page, with the reason in the audit log', async () => {
    const client = await browser();
    const callback = await callbackFor(client);
    github.fault = (_path, response) => {
      response.socket?.destroy();
      return true;
    };
    expect(targetOf(await client.get(callback))).toBe(FAILED);
    expect((await refusals())[0]).toMatch(
      /^POST http:\/\/127.0.0.1:\d+\/login\/oauth\/access_token failed: fetch failed: /,
    );
  });
  test.each<[string, (response: ServerResponse) => void]>([
    ['answers with 500', (response) => response.writeHead(500).end('boom')],
    ['answers with invalid JSON', (response) => response.writeHead(200).end('<html>')],
    ['answers with other types', (response) => response.writeHead(200).end('{"login":5}')],
    ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ])('that %s is refused', async (_what, answer) => {
    const client = await browser();
    const callback = await callbackFor(client);
    github.fault = (path, response) => path === '/api/v3/user' && (answer(response), true);
    const failed = await client.get(callback);
    expect(targetOf(failed)).toBe(FAILED);
    expect(isSignedIn(failed)).toBe(false);
    expect(await refusals()).toHaveLength(1);
  });
  test.each([
    ['too many teams', 5001, 'devs'],
    ['teams with names that are too long', 2, 'x'.repeat(300_000)],
  ])('that lists %s is refused', async (_what, length, other) => {
    const client = await browser();
    const callback = await callbackFor(client);
    const slugs = ['devs', ...Array.from({ length }, () => other)];
    const teams = slugs.map((slug) => ({ organization: { login: 'octo' }, slug }));
    github.fault = (path, response) =>
      path === '/api/v3/user/teams' && (response.writeHead(200).end(JSON.stringify(teams)), true);
    expect(targetOf(await client.get(callback))).toBe(FAILED);
    expect(await refusals()).toEqual(['GitHub lists more than 5000 teams, or teams with very long names']);
  });
  test('gets the token only at its own origin', async () => {
    const other = await startGithub();
    const client = await browser();
    const callback = await callbackFor(client);
    github.fault = (path, response) => {
      if (path !== '/api/v3/user/teams') return false;
      response.writeHead(200, { link: `<${other.url}/api/v3/user/teams?page=2>; rel="next"` });
      response.end('[{"slug":"devs","organization":{"login":"octo"}}]');
      return true;
    };
    expect(isSignedIn(await client.get(callback))).toBe(true);
    expect(other.asked).toEqual([]);
    await other.stop();
  });
});

describe('the start of a sign-in', () => {
  const start = (client: SsoBrowser, query: string) => client.get(`/v1/webapi/github/login/web?${query}`);
  test('requires a redirect URL, a connector and the anti-forgery cookie', async () => {
    const client = await browser();
    const queries = ['connector_id=gh', 'redirect_url=/web&connector_id=gh', 'connector_id=nope&redirect_url=/web'];
    for (const query of queries) expect((await start(client, query)).headers.location).toBe('/web/msg/error/login');
    client.client.cookies.delete(CSRF_COOKIE);
    const bare = await start(client, 'connector_id=gh&redirect_url=/web');
    expect(bare.headers.location).toBe('/web/msg/error/login');
    expect(await refusals()).toEqual(['github connector "nope" is not configured']);
  });
  test('reads everything after the parameter as the redirect URL', async () => {
    const client = await browser();
    const answer = await start(client, 'connector_id=gh&redirect_url=/web/users?x=1&y=%26;z+q&redirect_url=/web/b');
    const callback = toPath(await github.approve(answer.headers.location ?? ''));
    expect(targetOf(await client.get(callback))).toBe('/web/users?x=1&y=&;z%20q');
  });
  /** A complete sign-in of a command line. Returns the URL that its browser is finally redirected to. */
  async function signInConsole(redirectUrl: string): Promise<URL> {
    const body = { redirect_url: redirectUrl, public_key: PUBLIC_KEY, connector_id: 'gh', cert_ttl: 3600e9 };
    const { json, text } = await gateway.client().call('POST', 'github/login/console', body);
    const { redirect_url } = json as { redirect_url?: string };
    if (redirect_url === undefined) throw new Error(text);
    const callback = toPath(await github.approve(redirect_url));
    return new URL(targetOf(await gateway.client().send({ method: 'GET', path: callback })) ?? '');
  }

  test('from a command line leads to certificates that are encrypted with its key', async () => {
    const key = randomBytes(32);
    const target = await signInConsole(`http://127.0.0.1:9999/callback?secret_key=${key.toString('hex')}&keep=1`);
    expect(target.origin + target.pathname).toBe('http://127.0.0.1:9999/callback');
    expect([...target.searchParams.keys()]).toEqual(['keep', 'response']);
    const { ciphertext, nonce } = JSON.parse(target.searchParams.get('response') ?? '') as Record<string, string>;
    const sealed = Buffer.from(ciphertext ?? '', 'base64');
    const cipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce ?? '', 'base64'));
    cipher.setAuthTag(sealed.subarray(-16));
    const opened = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString();
    expect(JSON.parse(opened)).toMatchObject({
      username: 'octocat',
      cert: expect.stringMatching(/^[A-Za-z0-9+/=]{100,}$/) as string,
      host_signers: [{ domain_name: 'example.test' }],
    });
    expect(await events('TC000I')).toContainEqual(
      expect.objectContaining({
        identity: expect.objectContaining({ user: 'octocat', expires: '2030-01-01T09:00:00.000Z' }) as object,
      }),
    );
    expect(await events('T1001I')).toHaveLength(1);
  });

  test('from a command line returns the reason of a refusal', async () => {
    expect((await signInConsole('http://127.0.0.1:9999/callback?secret_key=00')).search).toBe(
      '?err=redirect_url+has+no+secret_key+of+32+bytes',
    );
    github.person.teams = [];
    const refused = await signInConsole(`http://localhost:9999/callback?secret_key=${'ab'.repeat(32)}`);
    expect([...refused.searchParams]).toEqual([['err', 'GitHub user "octocat" is not in any team']]);
  });

  test.each([
    {},
    { redirect_url: 'http://evil.example/', public_key: PUBLIC_KEY, connector_id: 'gh' },
    { redirect_url: 'http://127.0.0.1@evil.example/', public_key: PUBLIC_KEY, connector_id: 'gh' },
    { redirect_url: 'javascript:alert(1)', public_key: PUBLIC_KEY, connector_id: 'gh' },
    { redirect_url: 'http://127.0.0.1:1/', public_key: '', connector_id: 'gh' },
    { redirect_url: 'http://127.0.0.1:1/', public_key: 'eA==', connector_id: 'gh' },
    { redirect_url: 'http://127.0.0.1:1/', public_key: PUBLIC_KEY, connector_id: 'gh', cert_ttl: '1h' },
    { redirect_url: 'http://127.0.0.1:1/', public_key: PUBLIC_KEY, connector_id: 'nope' },
  ])('from a command line with %j is refused', async (body) => {
    const answer = await gateway.client().call('POST', 'github/login/console', body);
    expect(answer).toMatchObject({
      status: 403,
      json: { error: { message: "Failed to login. Please check Teleport's log for more details." } },
    });
  });
});
