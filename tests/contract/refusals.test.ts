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

/** The refusal of a new document, and the field that it names. */
async function placed(document: Written, how: 'POST' | 'PUT' = 'POST'): Promise<{ message: string; location: string }> {
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

test.each<[what: string, document: () => Written, place: string]>([
  ['a path at the head of the message', () => app('wiki', { uri: 12 }), 'spec.uri'],
  ['a part that is missing', () => app('wiki', {}), 'spec.uri'],
  ['a label that cannot be one', () => app('wiki', { uri: 'http://a' }, { labels: { 'a b': 'c' } }), 'metadata.labels'],
  ['a time that is none', () => app('wiki', { uri: 'http://a' }, { expires: 'soon' }), 'metadata.expires'],
  ['a name of gateway.yaml', () => app('grafana', { uri: 'http://a' }), 'metadata.name'],
  ['a name that is no name', () => app('a/b', { uri: 'http://a' }), 'metadata.name'],
  ['an address of a desktop', () => written('windows_desktop', 'v3', 'lab', { addr: 5900 }), 'spec.addr'],
  [
    'an address of a server',
    () => ({ ...written('node', 'v2', 'web', { addr: 22, hostname: 'web' }), sub_kind: 'openssh' }),
    'spec.addr',
  ],
  ['a kubeconfig', () => written('kube_cluster', 'v3', 'k', { kubeconfig: 1 }), 'spec.kubeconfig'],

  ['a version of a role', () => ({ ...role({}), version: 'v1' }), 'version'],
  ['a login of all', () => role({ allow: { logins: ['*'] } }), 'spec.allow.logins'],
  ['half a selector', () => role({ allow: { db_labels: { '*': ['a'] } } }), 'spec.allow.db_labels.*'],
  ['a rule without verbs', () => role({ deny: { rules: [{ resources: ['role'] }] } }), 'spec.deny.rules.0'],
  [
    'a pod without a name',
    () => role({ deny: { kubernetes_resources: [{ kind: 'pod', namespace: 'a' }] } }),
    'spec.deny.kubernetes_resources.0',
  ],
  ['an option of another edition', () => role({ options: { max_sessions: 2 } }), 'spec.options.max_sessions'],
  [
    'a part of another edition',
    () => role({ allow: { review_requests: { roles: ['a'] } } }),
    'spec.allow.review_requests',
  ],
  [
    'a part of requests of another edition',
    () => role({ allow: { request: { search_as_roles: ['a'] } } }),
    'spec.allow.request.search_as_roles',
  ],
  ['a name that is taken', () => role({}, 'keeper'), 'metadata.name'],
  ['a name of the system', () => role({}, 'Node'), 'metadata.name'],

  ['a token without roles', () => token({}), 'spec.roles'],
  ['a role that cannot join', () => token({ roles: ['Node', 'Ship'] }), 'spec.roles.1'],
  ['a role named twice', () => token({ roles: ['Node', 'App', 'Node'] }), 'spec.roles.2'],
  ['a bot without a name', () => token({ roles: ['Bot'] }), 'spec.bot_name'],
  ['a method that is none', () => token({ roles: ['Node'], join_method: 'knock' }), 'spec.join_method'],
  [
    'rules of a secret',
    () => token({ roles: ['Node'], join_method: 'token', allow: [{ aws_account: '1' }] }),
    'spec.allow',
  ],
  ['a method without rules', () => token({ roles: ['Node'], join_method: 'iam' }), 'spec.allow'],
  [
    'a rule that says nothing',
    () => token({ roles: ['Node'], join_method: 'iam', allow: [{ aws_account: '1' }, {}] }),
    'spec.allow.1',
  ],
  [
    'a field of another method',
    () =>
      token({ roles: ['Node'], join_method: 'ec2', allow: [{ aws_account: '1' }, { aws_account: '1', aws_arn: 'a' }] }),
    'spec.allow.1.aws_arn',
  ],
  ['a block that is missing', () => token({ roles: ['Node'], join_method: 'github' }), 'spec.github'],
  ['a block without rules', () => token({ roles: ['Node'], join_method: 'github', github: {} }), 'spec.github.allow'],
  ['a rule of a block', () => token({ roles: ['Node'], join_method: 'gcp', gcp: { allow: [{}] } }), 'spec.gcp.allow.0'],

  ['a version of a connector', () => github({}, 'v9'), 'version'],
  ['no team', () => github({ teams_to_roles: [] }), 'spec.teams_to_roles'],
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
    'a role that is not there',
    () => github({ teams_to_logins: [{ organization: 'a', team: 'b', logins: ['access', 'pilot'] }] }),
    'spec.teams_to_logins.0.logins.1',
  ],
  ['an endpoint in the clear', () => github({ endpoint_url: 'http://git.example.test' }), 'spec.endpoint_url'],
  ['a provider in the clear', () => oidc({ issuer_url: 'http://id.example.test' }), 'spec.issuer_url'],
  [
    'a claim without a value',
    () => oidc({ claims_to_roles: [{ claim: 'a', roles: ['access'] }] }),
    'spec.claims_to_roles.0.value',
  ],
  [
    'a value that is no pattern',
    () => oidc({ claims_to_roles: [{ claim: 'a', value: '^(a$', roles: ['access'] }] }),
    'spec.claims_to_roles.0',
  ],
  ['groups of Google', () => oidc({ google_service_account_uri: 'file:///a' }), 'spec.google_service_account_uri'],
  ['a name of the cluster', () => oidc({}, 'local'), 'metadata.name'],

  ['a token that is rejected', () => trust({}), 'spec.token'],
  ['nobody there', () => trust({ web_proxy_addr: '127.0.0.1:1' }), 'spec.web_proxy_addr'],
  ['a host that is none', () => trust({ web_proxy_addr: 'no.such.host.invalid:443' }), 'spec.web_proxy_addr'],
  ['no address', () => trust({ web_proxy_addr: '' }), 'spec.web_proxy_addr'],
  ['something else than host and port', () => trust({ web_proxy_addr: 'a b/c' }), 'spec.web_proxy_addr'],
  [
    'a local role that is not there',
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
    'a remote role that is no pattern',
    () => trust({ role_map: [{ remote: '^(a$', local: ['access'] }] }),
    'spec.role_map.0.remote',
  ],

  ['a protocol that is none', () => db({ protocol: 'smoke' }), 'spec.protocol'],
  ['a database without a port', () => db({ uri: 'db.example.test' }), 'spec.uri'],
  ['a scheme of another protocol', () => db({ uri: 'redis://a:1' }), 'spec.uri'],
  ['an account that is none', () => db({ aws: { account_id: '12' } }), 'spec.aws.account_id'],
  ['a domain without a way in', () => db({ protocol: 'sqlserver', ad: { domain: 'A' } }), 'spec.ad.keytab_file'],
  ['a certificate that is none', () => db({ tls: { ca_cert: 'x' } }), 'spec.tls.ca_cert'],
  ['a name of a database', () => db({}, 'Ledger'), 'metadata.name'],
])('%s has its place', async (_, document, location) => {
  const { message, location: found } = await placed(document());
  expect(found, message).toBe(location);
});

const PREFERENCE = { kind: 'cluster_auth_preference', version: 'v2', metadata: { name: 'cluster-auth-preference' } };
const RECORDING = { kind: 'session_recording_config', version: 'v2', metadata: { name: 'session-recording-config' } };
const NETWORKING = {
  kind: 'cluster_networking_config',
  version: 'v2',
  metadata: { name: 'cluster-networking-config' },
};

test.each<[what: string, document: Written, place: string]>([
  ['a second factor that is none', { ...PREFERENCE, spec: { second_factor: 'smell' } }, 'spec.second_factor'],
  ['a way in that is none', { ...PREFERENCE, spec: { type: 'smell' } }, 'spec.type'],
  ['a lock mode', { ...PREFERENCE, spec: { locking_mode: 'loose' } }, 'spec.locking_mode'],
  ['keys where there are none', { ...PREFERENCE, spec: { allow_passwordless: true } }, 'spec.allow_passwordless'],
  ['a connector that is not there', { ...PREFERENCE, spec: { connector_name: 'corp' } }, 'spec.connector_name'],
  [
    'a setting that nothing reads',
    { ...PREFERENCE, spec: { device_trust: { mode: 'required' } } },
    'spec.device_trust.mode',
  ],
  ['a mode of recording', { ...RECORDING, spec: { mode: 'some' } }, 'spec.mode'],
  [
    'hosts that are not checked',
    { ...RECORDING, spec: { proxy_checks_host_keys: false } },
    'spec.proxy_checks_host_keys',
  ],
  ['a time that is none', { ...NETWORKING, spec: { web_idle_timeout: 'soon' } }, 'spec.web_idle_timeout'],
])('%s has its place in the settings', async (_, document, location) => {
  const { message, location: found } = await placed(document, 'PUT');
  expect(found, message).toBe(location);
});

test('a fixed field of a trust has its place', async () => {
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
    const { message, location: found } = await placed(changed, 'PUT');
    expect(found, message).toBe(location);
  }
});
