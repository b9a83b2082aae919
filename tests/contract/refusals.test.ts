// A refusal names the field of the document (http-auth §1.8): the editor marks it in form and text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, parseJson, textAt } from '../../src/lib/json.ts';
import { FIELD_PATH_HEADER } from '../../src/wire/http.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { startRootCluster, type RootCluster } from '../support/rootCluster.ts';

let gateway: InProcess;
let admin: ApiClient;
let root: RootCluster;
beforeAll(async () => {
  gateway = await startInProcess({
    inventory: [{ kind: 'app', version: 'v3', metadata: { name: 'grafana' }, spec: { uri: 'http://127.0.0.1:3000' } }],
  });
  admin = await gateway.admin();
  const keeper = {
    allow: { rules: [{ resources: ['*'], verbs: ['*'] }], app_labels: { '*': '*' }, db_labels: { '*': '*' } },
  };
  await admin.call('POST', 'roles', { content: printYaml(written('role', 'v6', 'keeper', keeper)) });
  await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'keeper'] });
  root = await startRootCluster('root.example.test', 'the token of the root');
});
afterAll(async () => {
  root.server.close();
  await gateway.stop();
});

type Written = { kind: string; version: string; metadata: object; spec: unknown };
const written = (kind: string, version: string, name: string, spec: unknown, metadata: object = {}): Written => ({
  kind,
  version,
  metadata: { name, ...metadata },
  spec,
});

/** The message of the refusal of a document, and the path of the field that it names. */
async function submit(document: Written, how: 'POST' | 'PUT' = 'POST'): Promise<{ message: string; location: string }> {
  const { kind } = document;
  const name = textAt(document, 'metadata', 'name');
  const path = `postern/documents/${kind}${how === 'PUT' ? `/${name}` : ''}`;
  const { status, json, headers } = await admin.call(how, path, { content: printYaml(document) });
  const message = textAt(json, 'error', 'message');
  expect(status, message).toBeGreaterThanOrEqual(400);
  const field = parseJson(decodeURIComponent(String(headers[FIELD_PATH_HEADER] ?? '')));
  return { message, location: Array.isArray(field) ? field.join('.') : 'nowhere' };
}

const app = (name: string, spec: unknown, metadata = {}) => written('app', 'v3', name, spec, metadata);
const role = (spec: unknown, name = 'dev') => written('role', 'v6', name, spec);
const token = (spec: unknown) => written('token', 'v2', 'bots', spec);
const github = (spec: object, version = 'v3') =>
  written('github', version, 'octo', {
    client_id: 'a',
    client_secret: 'the secret of octo',
    redirect_url: 'https://east.example.test/cb',
    teams_to_roles: [{ organization: 'octo', team: 'devs', roles: ['access'] }],
    ...spec,
  });
const oidc = (spec: object, name = 'corp') =>
  written('oidc', 'v3', name, {
    issuer_url: 'https://id.example.test',
    client_id: 'a',
    client_secret: 'the secret of corp',
    redirect_url: 'https://east.example.test/cb',
    claims_to_roles: [{ claim: 'groups', value: 'ops', roles: ['access'] }],
    ...spec,
  });
const trust = (spec: object) =>
  written('trusted_cluster', 'v2', 'root.example.test', {
    enabled: true,
    token: 'a wrong token',
    web_proxy_addr: root.address,
    role_map: [{ remote: 'access', local: ['access'] }],
    ...spec,
  });
const db = (spec: object, name = 'ledger') =>
  written('db', 'v3', name, { protocol: 'postgres', uri: '127.0.0.1:5432', ...spec });

test.each<[kind: string, document: object, message: string]>([
  ['role', { ...role({}), metadata: { name: 2024 } }, 'metadata.name: expected a string, got a number'],
  ['token', { ...token({ roles: ['Node'] }), metadata: { name: 7 } }, 'metadata.name: expected a string, got a number'],
  ['role', { ...role({}), version: 6 }, 'version: expected a string, got a number'],
  ['role', { ...role({}), kind: true }, 'kind: expected a string, got a boolean'],
  ['role', { ...role({}), metadata: ['dev'] }, 'metadata: expected an object, got a list'],
])('a wrong type in the head of a %s is named: %j', async (kind, document, message) => {
  const { status, json } = await admin.call('POST', `postern/documents/${kind}`, { content: printYaml(document) });
  expect([status, textAt(json, 'error', 'message')]).toEqual([400, message]);
});

test.each<[what: string, document: () => Written, field: string]>([
  ['a path at the start of the message', () => app('wiki', { uri: 12 }), 'spec.uri'],
  ['a missing field', () => app('wiki', {}), 'spec.uri'],
  ['an invalid label', () => app('wiki', { uri: 'http://a' }, { labels: { 'a b': 'c' } }), 'metadata.labels'],
  ['an invalid time', () => app('wiki', { uri: 'http://a' }, { expires: 'soon' }), 'metadata.expires'],
  ['a name that gateway.yaml uses', () => app('grafana', { uri: 'http://a' }), 'metadata.name'],
  ['an invalid name', () => app('a/b', { uri: 'http://a' }), 'metadata.name'],
  ['an invalid address of a desktop', () => written('windows_desktop', 'v3', 'lab', { addr: 5900 }), 'spec.addr'],
  [
    'an invalid address of a server',
    () => ({ ...written('node', 'v2', 'web', { addr: 22, hostname: 'web' }), sub_kind: 'openssh' }),
    'spec.addr',
  ],
  ['an invalid kubeconfig', () => written('kube_cluster', 'v3', 'k', { kubeconfig: 1 }), 'spec.kubeconfig'],

  ['an unknown version of a role', () => ({ ...role({}), version: 'v1' }), 'version'],
  ['a wildcard login', () => role({ allow: { logins: ['*'] } }), 'spec.allow.logins'],
  ['an incomplete selector', () => role({ allow: { db_labels: { '*': ['a'] } } }), 'spec.allow.db_labels.*'],
  ['a rule without verbs', () => role({ deny: { rules: [{ resources: ['role'] }] } }), 'spec.deny.rules.0'],
  [
    'a pod without a name',
    () => role({ deny: { kubernetes_resources: [{ kind: 'pod', namespace: 'a' }] } }),
    'spec.deny.kubernetes_resources.0',
  ],
  ['a role option of another edition', () => role({ options: { max_sessions: 2 } }), 'spec.options.max_sessions'],
  [
    'a field of another edition',
    () => role({ allow: { review_requests: { roles: ['a'] } } }),
    'spec.allow.review_requests',
  ],
  [
    'a field of requests of another edition',
    () => role({ allow: { request: { search_as_roles: ['a'] } } }),
    'spec.allow.request.search_as_roles',
  ],
  ['a name that is in use', () => role({}, 'keeper'), 'metadata.name'],
  ['a reserved name', () => role({}, 'Node'), 'metadata.name'],

  ['a token without roles', () => token({}), 'spec.roles'],
  ['an unknown system role', () => token({ roles: ['Node', 'Ship'] }), 'spec.roles.1'],
  ['a duplicate role', () => token({ roles: ['Node', 'App', 'Node'] }), 'spec.roles.2'],
  ['a bot without a name', () => token({ roles: ['Bot'] }), 'spec.bot_name'],
  ['an unknown join method', () => token({ roles: ['Node'], join_method: 'knock' }), 'spec.join_method'],
  [
    'rules for a secret token',
    () => token({ roles: ['Node'], join_method: 'token', allow: [{ aws_account: '1' }] }),
    'spec.allow',
  ],
  ['a join method without rules', () => token({ roles: ['Node'], join_method: 'iam' }), 'spec.allow'],
  [
    'an empty rule',
    () => token({ roles: ['Node'], join_method: 'iam', allow: [{ aws_account: '1' }, {}] }),
    'spec.allow.1',
  ],
  [
    'a field of another join method',
    () =>
      token({ roles: ['Node'], join_method: 'ec2', allow: [{ aws_account: '1' }, { aws_account: '1', aws_arn: 'a' }] }),
    'spec.allow.1.aws_arn',
  ],
  ['a missing block', () => token({ roles: ['Node'], join_method: 'github' }), 'spec.github'],
  [
    'a provider block without rules',
    () => token({ roles: ['Node'], join_method: 'github', github: {} }),
    'spec.github.allow',
  ],
  [
    'an empty nested rule',
    () => token({ roles: ['Node'], join_method: 'gcp', gcp: { allow: [{}] } }),
    'spec.gcp.allow.0',
  ],

  ['an unknown version of a connector', () => github({}, 'v9'), 'version'],
  ['an empty list of teams', () => github({ teams_to_roles: [] }), 'spec.teams_to_roles'],
  [
    'a team without a name',
    () =>
      github({
        teams_to_roles: [
          { organization: 'a', team: 'b', roles: ['access'] },
          { organization: 'a', roles: ['access'] },
        ],
      }),
    'spec.teams_to_roles.1.team',
  ],
  [
    'an unknown role',
    () => github({ teams_to_logins: [{ organization: 'a', team: 'b', logins: ['access', 'pilot'] }] }),
    'spec.teams_to_logins.0.logins.1',
  ],
  ['an endpoint without TLS', () => github({ endpoint_url: 'http://git.example.test' }), 'spec.endpoint_url'],
  ['a provider without TLS', () => oidc({ issuer_url: 'http://id.example.test' }), 'spec.issuer_url'],
  [
    'a claim without a value',
    () => oidc({ claims_to_roles: [{ claim: 'a', roles: ['access'] }] }),
    'spec.claims_to_roles.0.value',
  ],
  [
    'a value with an invalid pattern',
    () => oidc({ claims_to_roles: [{ claim: 'a', value: '^(a$', roles: ['access'] }] }),
    'spec.claims_to_roles.0',
  ],
  [
    'Google groups, which are not supported',
    () => oidc({ google_service_account_uri: 'file:///a' }),
    'spec.google_service_account_uri',
  ],
  ['a reserved connector name', () => oidc({}, 'local'), 'metadata.name'],

  ['a rejected token', () => trust({}), 'spec.token'],
  ['an unreachable address', () => trust({ web_proxy_addr: '127.0.0.1:1' }), 'spec.web_proxy_addr'],
  ['an unknown host', () => trust({ web_proxy_addr: 'no.such.host.invalid:443' }), 'spec.web_proxy_addr'],
  ['an empty address', () => trust({ web_proxy_addr: '' }), 'spec.web_proxy_addr'],
  ['an address that is not host and port', () => trust({ web_proxy_addr: 'a b/c' }), 'spec.web_proxy_addr'],
  [
    'an unknown local role',
    () =>
      trust({
        role_map: [
          { remote: 'a', local: ['access'] },
          { remote: 'b', local: ['pilot'] },
        ],
      }),
    'spec.role_map.1.local.0',
  ],
  [
    'a remote role with an invalid pattern',
    () => trust({ role_map: [{ remote: '^(a$', local: ['access'] }] }),
    'spec.role_map.0.remote',
  ],

  ['an unknown protocol', () => db({ protocol: 'smoke' }), 'spec.protocol'],
  ['a database address without a port', () => db({ uri: 'db.example.test' }), 'spec.uri'],
  ['a URI scheme of another protocol', () => db({ uri: 'redis://a:1' }), 'spec.uri'],
  ['an invalid account', () => db({ aws: { account_id: '12' } }), 'spec.aws.account_id'],
  ['a domain without a keytab', () => db({ protocol: 'sqlserver', ad: { domain: 'A' } }), 'spec.ad.keytab_file'],
  ['an invalid certificate', () => db({ tls: { ca_cert: 'x' } }), 'spec.tls.ca_cert'],
  ['an invalid database name', () => db({}, 'Ledger'), 'metadata.name'],
])('the refusal of %s names the field', async (_, document, location) => {
  const { message, location: found } = await submit(document());
  expect(found, message).toBe(location);
});

const PREFERENCE = { kind: 'cluster_auth_preference', version: 'v2', metadata: { name: 'cluster-auth-preference' } };
const RECORDING = { kind: 'session_recording_config', version: 'v2', metadata: { name: 'session-recording-config' } };
const NETWORKING = {
  kind: 'cluster_networking_config',
  version: 'v2',
  metadata: { name: 'cluster-networking-config' },
};

test.each<[what: string, document: Written, field: string]>([
  ['an unknown second factor', { ...PREFERENCE, spec: { second_factor: 'smell' } }, 'spec.second_factor'],
  ['an unknown sign-in type', { ...PREFERENCE, spec: { type: 'smell' } }, 'spec.type'],
  ['an unknown lock mode', { ...PREFERENCE, spec: { locking_mode: 'loose' } }, 'spec.locking_mode'],
  ['passkeys without hardware keys', { ...PREFERENCE, spec: { allow_passwordless: true } }, 'spec.allow_passwordless'],
  ['an unknown connector', { ...PREFERENCE, spec: { connector_name: 'corp' } }, 'spec.connector_name'],
  [
    'a setting that the gateway does not have',
    { ...PREFERENCE, spec: { device_trust: { mode: 'required' } } },
    'spec.device_trust.mode',
  ],
  ['an unknown recording mode', { ...RECORDING, spec: { mode: 'some' } }, 'spec.mode'],
  ['unchecked host keys', { ...RECORDING, spec: { proxy_checks_host_keys: false } }, 'spec.proxy_checks_host_keys'],
  ['an invalid time', { ...NETWORKING, spec: { web_idle_timeout: 'soon' } }, 'spec.web_idle_timeout'],
])('the refusal of %s names the field of the settings', async (_, document, location) => {
  const { message, location: found } = await submit(document, 'PUT');
  expect(found, message).toBe(location);
});

test('the refusal of a change of a fixed field of a trusted cluster names the field', async () => {
  const made = trust({ token: 'the token of the root' });
  expect((await admin.call('POST', 'trustedcluster', { content: printYaml(made) })).status).toBe(200);
  const changes: readonly [object, string][] = [
    [{}, 'spec.enabled'],
    [{ token: 'another' }, 'spec.token'],
    [{ web_proxy_addr: '127.0.0.1:2' }, 'spec.web_proxy_addr'],
    [{ tunnel_addr: '127.0.0.1:2' }, 'spec.tunnel_addr'],
  ];
  for (const [change, location] of changes) {
    const changed = { ...made, spec: { ...(at(made, 'spec') as object), ...change } };
    const { message, location: found } = await submit(changed, 'PUT');
    expect(found, message).toBe(location);
  }
});
