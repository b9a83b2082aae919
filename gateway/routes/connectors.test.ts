import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/ApiClient.ts';
import { startInProcess, type InProcess } from '../../tests/support/appInProcess.ts';
import { startGithub } from '../../tests/support/githubServer.ts';

let gateway: InProcess;
let admin: ApiClient;
/** A separate gateway for each test, or one for a block whose tests do not change it. */
function withGateway(before: typeof beforeEach | typeof beforeAll, after: typeof afterEach | typeof afterAll): void {
  before(async () => {
    gateway = await startInProcess();
    admin = await gateway.admin();
  });
  after(() => gateway.stop());
}

const SECRET = 'hush-hush-hush';
/** A server that does not answer, so that no test asks github.com about organisations. */
const NOBODY = 'http://127.0.0.1:9';
const github = ({ name = 'gh', secret = `client_secret: ${SECRET} # from the vault`, server = NOBODY } = {}) => `# ours
kind: github
version: v3
metadata: { name: ${name} }
spec:
  client_id: abc
  ${secret}
  redirect_url: https://c.example/v1/webapi/github/callback
  endpoint_url: ${server}
  teams_to_roles:
  - { organization: octo, team: devs, roles: [access] } # everybody
`;
const oidc = (more = '') => `kind: oidc
version: v3
metadata: { name: corp }
spec:
  issuer_url: https://login.example.com
  client_id: abc
  client_secret: ${SECRET}
  redirect_url: https://c.example/v1/webapi/oidc/callback
  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]
${more}`;

const save = (content: string, client = admin) => client.call('POST', 'postern/connectors', { content });
const update = (path: string, content: string) => admin.call('PUT', path, { content });
const stored = (kind: 'github' | 'oidc', name: string) =>
  gateway.app.gateway.stores.connectors.find(kind, name)?.document as { spec: Record<string, unknown> };
const messageOf = ({ json }: { json: unknown }) => (json as { error: { message: string } }).error.message;

test('the log names connectors that share a callback address as soon as one is saved', async () => {
  const lines: string[] = [];
  const logStream = { write: (line: string) => void lines.push(line) };
  gateway = await startInProcess({}, undefined, { logStream });
  onTestFinished(() => gateway.stop());
  admin = await gateway.admin();
  const named = () => lines.filter((line) => line.includes('share the callback address')).length;
  const other = oidc().replace('name: corp', 'name: other').replace('login.example', 'other.example');
  for (const content of [oidc(), github()]) expect((await save(content)).status).toBe(200);
  expect(named()).toBe(0);
  expect((await save(other)).status).toBe(200);
  expect(named()).toBe(1);
  expect((await save(github({ name: 'hub' }))).status).toBe(200);
  expect(named()).toBe(1);
});

describe('a connector', () => {
  withGateway(beforeEach, afterEach);

  test('is returned as it was written, without its secret', async () => {
    const content = github().replace(SECRET, '""');
    const item = { id: 'github:gh', kind: 'github', name: 'gh', content };
    expect((await save(github())).json).toEqual(item);
    expect((await admin.call('GET', 'github')).json).toEqual([item]);
    expect((await admin.call('GET', 'postern/connectors')).json).toEqual([item]);
    expect(content).toContain('# from the vault');
  });

  test('has its secret neither in a response nor in the stored text', async () => {
    await save(oidc());
    await save(github());
    const answers = await Promise.all([
      admin.call('GET', 'postern/connectors'),
      admin.call('GET', 'github'),
      admin.call('GET', 'ping/gh'),
      admin.openPage('/web/config.js'),
      admin.call('GET', 'sites/-current-/events/search?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z'),
    ]);
    for (const { text } of answers) expect(text).not.toContain(SECRET);
    expect(gateway.app.gateway.stores.connectors.list().map(({ content }) => content.includes(SECRET))).toEqual([
      false,
      false,
    ]);
  });

  test('is stored without further documents of the text, which may have their own secrets', async () => {
    const text = github().replace(SECRET, '""');
    for (const behind of [`---\n${oidc().replace(SECRET, 'another-secret')}`, `...\n# ${SECRET}\n`]) {
      const answer = await save(github() + behind);
      expect(answer.json).toMatchObject({ name: 'gh', content: text });
      expect((await admin.call('GET', 'github')).json).toEqual([answer.json]);
      const { revisions } = (await admin.call('GET', 'postern/history/github/gh')).json as { revisions: object[] };
      const [{ revision }] = revisions as [{ revision: string }];
      expect((await admin.call('GET', `postern/history/github/gh/${revision}`)).json).toEqual({ content: text });
      await admin.call('DELETE', 'github/gh');
    }
  });

  test.each(['client_secret: ""', '# no secret here'])('keeps its secret if an update has %s', async (secret) => {
    await save(github());
    expect((await update('github/gh', github({ secret }))).status).toBe(200);
    expect((await update('postern/connectors/github/gh', github({ secret }))).status).toBe(200);
    expect(stored('github', 'gh').spec['client_secret']).toBe(SECRET);
  });

  test('is refused if a comment has the secret that an update keeps', async () => {
    await save(github());
    const updated = await update('github/gh', github({ secret: `# client_secret: ${SECRET}` }));
    expect(updated.status).toBe(400);
    expect(messageOf(updated)).toMatch(/^spec\.client_secret: the secret occurs a second time in the text/);
    expect((await admin.call('GET', 'github')).text).not.toContain(SECRET);
  });

  test('accepts a new secret', async () => {
    await save(github());
    await update('github/gh', github({ secret: 'client_secret: another-one' }));
    expect(stored('github', 'gh').spec['client_secret']).toBe('another-one');
  });

  test('requires the secret again in an update with another server', async () => {
    await save(github());
    const moved = await update('github/gh', github({ secret: '', server: 'http://127.0.0.1:10' }));
    expect(moved.status).toBe(400);
    expect(messageOf(moved)).toMatch(/^spec.client_secret: the stored secret belongs to another server/);
    const issuer = oidc().replace('login.example.com', 'evil.example.com').replace(SECRET, '""');
    await save(oidc());
    expect((await update('postern/connectors/oidc/corp', issuer)).status).toBe(400);
    expect(stored('oidc', 'corp').spec['issuer_url']).toBe('https://login.example.com');
  });

  test('keeps its secret and one complete text after parallel updates', async () => {
    await save(github());
    const texts = Array.from({ length: 10 }, (_, i) => github({ secret: `# change ${i}` }));
    const answers = await Promise.all(texts.map((text) => update('github/gh', text)));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(stored('github', 'gh').spec['client_secret']).toBe(SECRET);
    expect(texts).toContain(gateway.app.gateway.stores.connectors.find('github', 'gh')?.content);
  });

  test('may have the name of a connector of another kind', async () => {
    await save(github({ name: 'corp' }));
    expect((await save(oidc())).status).toBe(200);
    expect((await admin.call('DELETE', 'postern/connectors/github/corp')).json).toEqual({ message: 'ok' });
    expect((await admin.call('GET', 'postern/connectors')).json).toEqual([
      expect.objectContaining({ id: 'oidc:corp' }),
    ]);
  });

  test('is in the audit log when it is saved and deleted', async () => {
    await save(oidc());
    await update('postern/connectors/oidc/corp', oidc());
    await admin.call('DELETE', 'postern/connectors/oidc/corp');
    const { json } = await admin.call(
      'GET',
      'sites/-current-/events/search?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z',
    );
    const codes = (json as { events: { code: string; name?: string }[] }).events.map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('T81')).toSorted()).toEqual(['T8100I', 'T8100I', 'T8101I']);
  });
});

describe('saving a connector', () => {
  withGateway(beforeAll, afterAll);

  test.each<[what: string, content: string, status: number, message: RegExp]>([
    ['a SAML connector', oidc().replace('kind: oidc', 'kind: saml'), 501, /^SAML: not supported/],
    ['another kind', oidc().replace('kind: oidc', 'kind: role'), 400, /^resource kind "role" is invalid$/],
    ['a missing name', oidc().replace('name: corp', 'name: " "'), 400, /^missing parameter Name$/],
    ['a name with a slash', github({ name: 'a/b' }), 400, /slash/],
    ['a name with spaces', github({ name: '"a b"' }), 400, /special characters/],
    ['a reserved name', oidc().replace('name: corp', 'name: passwordless'), 400, /"passwordless" is reserved/],
    ['invalid YAML', 'a: [b', 400, /^not a valid resource declaration$/],
    ['a list', '[]', 400, /^not a valid resource declaration$/],
    ['an unknown version', oidc().replace('v3', 'v9'), 400, /version "v9" is not supported/],
    ['a missing issuer', oidc().replace('https://login.example.com', '""'), 400, /issuer_url is missing/],
    [
      'an issuer over plain HTTP',
      oidc().replace('https://login', 'http://login'),
      400,
      /issuer_url: expected an https address/,
    ],
    ['a missing callback', oidc().replace(/ {2}redirect_url.*\n/, ''), 400, /redirect_url is missing/],
    ['a callback that is a script', oidc().replace('https://c.example', 'javascript:c'), 400, /redirect_url: expected/],
    ['a missing mapping', oidc().replace(/ {2}claims_to_roles.*\n/, ''), 400, /claims_to_roles is missing/],
    ['a broken expression', oidc().replace('value: ops', 'value: "^(ops$"'), 400, /claims_to_roles\[0\]: bad regular/],
    ['a mapping without roles', oidc().replace('roles: [access]', 'roles: []'), 400, /claims_to_roles\[0\]: roles/],
    ['a secret that is not a string', oidc().replace(SECRET, '12345678'), 400, /client_secret: expected a string/],
    ['a second copy of the secret', oidc(`# ${SECRET}\n`), 400, /a second time/],
    ['Google Workspace groups', oidc('  google_service_account_uri: file:///x\n'), 400, /Google Workspace/],
    [
      'a team without a name',
      github().replace('team: devs', 'team: ""'),
      400,
      /^team_to_roles mapping #1 is invalid, team is empty\.$/,
    ],
    [
      'a GitHub server over plain HTTP',
      github({ server: 'http://github.example' }),
      400,
      /endpoint_url: expected an https/,
    ],
  ])('refuses %s', async (_what, content, status, message) => {
    const answer = await save(content);
    expect(answer.status).toBe(status);
    expect(messageOf(answer)).toMatch(message);
    expect((await admin.call('GET', 'postern/connectors')).json).toEqual([]);
  });
});

describe('changing connectors', () => {
  withGateway(beforeEach, afterEach);

  test('refuses a document of another kind than its path', async () => {
    await save(github());
    expect((await update('github/gh', oidc().replace('corp', 'gh'))).status).toBe(400);
    expect((await update('postern/connectors/oidc/gh', github())).status).toBe(400);
    expect((await update('postern/connectors/saml/gh', github())).status).toBe(400);
    expect((await admin.call('POST', 'github', { content: oidc() })).status).toBe(400);
  });

  test('refuses an unknown connector with 404 and an unknown kind with 400', async () => {
    expect((await update('github/gh', github())).status).toBe(404);
    expect((await admin.call('DELETE', 'postern/connectors/oidc/gh')).status).toBe(404);
    expect((await admin.call('DELETE', 'postern/connectors/saml/gh')).status).toBe(400);
  });

  test('refuses to delete the last connector while local sign-in is off', async () => {
    await save(github());
    await save(oidc());
    const { fileConfig, stores } = gateway.app.gateway;
    const file = fileConfig.get();
    await gateway.app.reload({ ...file, auth: { ...file.auth, local: false } });
    expect((await admin.call('DELETE', 'github/gh')).status).toBe(200);
    const refused = await admin.call('DELETE', 'postern/connectors/oidc/corp');
    expect(refused.status).toBe(400);
    expect(messageOf(refused)).toMatch(/^oidc connector "corp" is the only one, .* users could no longer sign in$/);
    expect(stores.connectors.find('oidc', 'corp')).toBeDefined();
    await gateway.app.reload(file);
    expect((await admin.call('DELETE', 'postern/connectors/oidc/corp')).status).toBe(200);
  });

  test('refuses an expiry of the last connector while local sign-in is off', async () => {
    const { fileConfig } = gateway.app.gateway;
    const file = fileConfig.get();
    const ending = (text: string) => text.replace('name: ', "expires: '2100-01-01T00:00:00Z', name: ");
    await save(oidc());
    await gateway.app.reload({ ...file, auth: { ...file.auth, local: false } });
    const path = 'postern/documents/oidc/corp';
    const refused = await update(path, ending(oidc()));
    expect(refused.status).toBe(400);
    expect(messageOf(refused)).toMatch(/^oidc connector "corp" is the only one, .* users could no longer sign in$/);
    expect(refused.headers['x-field-path']).toBe(encodeURIComponent('["metadata","expires"]'));
    await save(ending(github()));
    expect((await admin.call('DELETE', path)).status).toBe(400);
    await gateway.app.reload(file);
    expect((await update(path, ending(oidc()))).status).toBe(200);
  });

  test('refuses a team of an organization with external SSO', async () => {
    const server = await startGithub();
    const answer = await save(github({ server: server.url }).replace('octo', 'walled'));
    expect(answer.status).toBe(403);
    expect((await save(github({ server: server.url }))).status).toBe(200);
    await server.stop();
  });
});

describe('access to connectors', () => {
  withGateway(beforeEach, afterEach);

  const role = (name: string, rules: string) =>
    admin.call('POST', 'roles', {
      content: `{ kind: role, version: v6, metadata: { name: ${name} }, spec: { allow: { rules: [${rules}] } } }`,
    });

  test('a role for one kind shows that kind only', async () => {
    await save(github());
    await save(oidc());
    await role('reader', '{ resources: [oidc], verbs: [list, read] }');
    const reader = await gateway.user(admin, 'bob', ['reader']);
    expect((await reader.call('GET', 'postern/connectors')).json).toEqual([
      expect.objectContaining({ id: 'oidc:corp' }),
    ]);
    expect((await reader.call('GET', 'github')).status).toBe(403);
    expect((await save(oidc(), reader)).status).toBe(403);
    expect((await reader.call('DELETE', 'postern/connectors/oidc/corp')).status).toBe(403);
  });

  test('a rule for auth_connector applies to every kind', async () => {
    await role('keeper', '{ resources: [auth_connector], verbs: [list, read, create, update, delete] }');
    const keeper = await gateway.user(admin, 'bob', ['keeper']);
    expect((await save(oidc(), keeper)).status).toBe(200);
    expect((await keeper.call('DELETE', 'postern/connectors/oidc/corp')).status).toBe(200);
  });

  test('a user without access gets the missing permission in the error', async () => {
    const nobody = await gateway.user(admin, 'bob', ['access']);
    const refused = await nobody.call('GET', 'postern/connectors');
    expect(refused.status).toBe(403);
    expect(messageOf(refused)).toBe('access denied to perform action "list" on "auth_connector"');
  });
});

describe('the login page', () => {
  withGateway(beforeEach, afterEach);

  const config = async () => {
    const { text } = await gateway.client().openPage('/web/config.js');
    return (JSON.parse(text.replace(/^[^{]*|;$/g, '')) as { auth: Record<string, unknown> }).auth;
  };
  const provider = (type: string, name: string, displayName: string) => ({
    name,
    displayName,
    type,
    url: `/v1/webapi/${type}/login/web?connector_id=:providerName&redirect_url=:redirect`,
  });

  test('offers every connector, OpenID connectors first', async () => {
    expect(await config()).not.toHaveProperty('providers');
    await save(github());
    await save(oidc('  display: Company "<login>"\n'));
    expect(await config()).toMatchObject({
      authType: 'local',
      localConnectorName: 'local',
      providers: [provider('oidc', 'corp', 'Company "<login>"'), provider('github', 'gh', 'gh')],
    });
  });

  test('offers the connector of gateway.yaml first once it exists', async () => {
    await gateway.stop();
    // The first administrator's default login is the gateway's own account, which would add a notice.
    gateway = await startInProcess({ auth: { second_factor: 'off', connector: 'corp' }, node: { own_account: false } });
    admin = await gateway.admin();
    expect(await config()).toMatchObject({ authType: 'local', localConnectorName: 'local' });
    expect(await gateway.app.notices()).toEqual([expect.stringMatching(/there is no connector "corp"/)]);
    await save(oidc());
    expect(await config()).toMatchObject({ authType: 'oidc' });
    expect(await config()).not.toHaveProperty('localConnectorName');
    expect(await gateway.app.notices()).toEqual([]);
    expect((await admin.call('GET', 'ping')).json).toMatchObject({
      auth: { type: 'oidc', oidc: { name: 'corp', display: 'corp' } },
      min_client_version: '12.0.0',
    });
  });

  test('offers passkeys first, and no local sign-in, if gateway.yaml sets this', async () => {
    await gateway.stop();
    gateway = await startInProcess({ auth: { second_factor: 'on', connector: 'passwordless', local: false } });
    expect(await config()).toMatchObject({
      authType: 'local',
      localConnectorName: 'passwordless',
      localAuthEnabled: false,
    });
  });
});
