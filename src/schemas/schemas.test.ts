// Tests the schemas of documents: valid, described, and consistent with the validation of servers.
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_FORMATS } from '../../gateway/config/formats.ts';
import printed from '../../tests/fixtures/printed-documents.json' with { type: 'json' };
import { parsedYaml } from '../../tests/support/parsed.ts';
import { checkSchema } from '../resources/yaml/schema/checkSchema.ts';
import type { Placed, SchemaFiles, SchemaObject } from '../resources/yaml/schema/schema.ts';
import { parseDuration } from '../wire/duration.ts';
import metadata from './metadata.schema.json' with { type: 'json' };

const modules = import.meta.glob<{ default: object }>('./*.schema.json', { eager: true });
const files = new Map(
  Object.entries(modules).map(([name, { default: json }]) => [name.replace('./', ''), json]),
) as SchemaFiles;
const root = (kind: string): Placed => ({ schema: { $ref: `${kind}.schema.json` }, file: '' });

/** All schema objects with their path of keys. */
function schemasIn(json: unknown, path = ''): [path: string, SchemaObject][] {
  if (typeof json !== 'object' || json === null) return [];
  const own: [string, SchemaObject][] = [[path, json]];
  return own.concat(Object.entries(json).flatMap(([key, inner]) => schemasIn(inner, `${path}/${key}`)));
}

/** The validator for the schemas, with the formats of the gateway (gateway/config). */
const validator = () =>
  new Ajv({ strict: false, schemas: { 'metadata.schema.json': metadata }, formats: DOCUMENT_FORMATS });

describe.each(Object.entries(modules).filter(([name]) => name !== './metadata.schema.json'))(
  '%s',
  (_, { default: json }) => {
    const inside = schemasIn(json);
    test('describes every field', () => {
      const mute = inside.flatMap(([path, schema]) =>
        /\/properties$/.test(path) && !/\/(allow|deny|if|then|else|not|objects\w+|allOf\/\d+)\//.test(path)
          ? Object.entries(schema)
              .filter(([, field]) => !('description' in Object(field)) && !('$ref' in Object(field)))
              .map(([name]) => `${path}/${name}`)
          : [],
      );
      expect(mute.filter((path) => !path.endsWith('/metadata'))).toEqual([]);
    });
    test('descriptions mention newer servers and enterprise clusters where required', () => {
      const silent = inside.filter(
        ([, { description = '', ...marks }]) =>
          ('x-since' in marks && !/13|14|15|18/.test(description)) ||
          ('x-enterprise' in marks && !/[Ee]nterprise|13\.1 cluster/.test(description)),
      );
      expect(silent.map(([path]) => path)).toEqual([]);
    });
    test('compiles in a validator', () => {
      expect(validator().validateSchema(json)).toBe(true);
      expect(() => validator().compile(json)).not.toThrow();
    });
    test('has valid examples and default values', () => {
      const all = new Map([...files, ['this', json]]);
      for (const [path, schema] of inside) {
        const { examples = [], default: initial } = Object(schema) as { examples?: unknown[]; default?: unknown };
        if (/\/(properties|definitions)$/.test(path) || !Array.isArray(examples)) continue;
        for (const value of [...examples, ...(initial === undefined ? [] : [initial])])
          expect(faults({ schema, file: 'this' }, value, all), `${path}: ${JSON.stringify(value)}`).toEqual([]);
      }
    });
  },
);

/** The errors, without notes about newer servers and other editions. */
const faults = (start: Placed, value: unknown, schemas = files) =>
  checkSchema(schemas, start, value).filter(({ kind }) => kind !== 'newer' && kind !== 'enterprise');

const findings = (text: string) => faults(root('role'), parsedYaml(text));
const roleWith = (spec: string, version = 'v6', name = 'dev') =>
  findings(`kind: role\nversion: ${version}\nmetadata: { name: ${JSON.stringify(name)} }\nspec: ${spec}`);

describe('a role', () => {
  test('printed by servers has no errors', () => {
    // One of these roles tests how servers handle an invalid template.
    const roles = printed.filter((text) => /^kind: role$/m.test(text) && !text.includes('{{nonsense'));
    expect(roles.length).toBeGreaterThan(3);
    for (const text of roles) expect(findings(text), text).toEqual([]);
  });
  test('notes fields of newer servers and of the enterprise edition', () => {
    const value = {
      kind: 'role',
      version: 'v7',
      metadata: { name: 'dev' },
      spec: {
        options: { pin_source_ip: true, create_host_user_mode: 'keep', require_session_mfa: 'hardware_key_pin' },
      },
    };
    expect(checkSchema(files, root('role'), value).map(({ kind, path }) => [kind, path.at(-1)])).toEqual([
      ['enterprise', 'pin_source_ip'],
      ['newer', 'create_host_user_mode'],
      ['newer', 'require_session_mfa'],
    ]);
    const silent = { ...value, spec: { options: { pin_source_ip: false, idp: { saml: { enabled: true } } } } };
    expect(checkSchema(files, root('role'), silent)).toEqual([]);
  });
  test.each(['v3', 'v4', 'v5', 'v6', 'v7'])('may have the version %s', (version) => {
    expect(roleWith('{ allow: { logins: [root] } }', version)).toEqual([]);
  });
  test.each<[spec: string, version?: string]>([
    ['{ options: { max_session_ttl: never, require_session_mfa: hardware_key, lock: strict } }'],
    ['{ options: { port_forwarding: no, record_session: { desktop: off } } }'],
    ["{ allow: { node_labels: { '*': '*' }, app_labels: { '*': ['*'] } } }"],
    ['{ allow: { node_labels: { env: [dev, "^stage-.*$"], team: core } } }'],
    ['{ allow: { kubernetes_resources: [{ kind: pod, namespace: "*", name: "*" }] } }'],
    ['{ allow: { kubernetes_resources: [{ kind: secret, namespace: a, name: b, verbs: [get, list] }] } }', 'v7'],
    ['{ allow: { kubernetes_resources: [{ kind: namespace, name: prod }] } }', 'v7'],
    [
      '{ allow: { kubernetes_resources: [{ kind: deployments, api_group: apps, namespace: a, name: b, verbs: [get] }] } }',
      'v8',
    ],
    ['{ allow: { impersonate: { roles: [ci] }, rules: [{ resources: [session], verbs: [list, read] }] } }'],
    ['{ deny: { logins: ["*"], node_labels: { "*": prod } } }'],
    ['{ allow: { request: { roles: ["db-*"], thresholds: [{ approve: 2, deny: 1 }] } } }'],
    ['{ allow: { db_users: ["*"], db_names: ["*"] } }'],
  ])('accepts %s', (spec, version) => expect(roleWith(spec, version)).toEqual([]));
  test.each<[spec: string, path: (string | number)[], kind: string, version?: string]>([
    ['{ allow: { loginz: [root] } }', ['spec', 'allow', 'loginz'], 'unknown'],
    ['{ allow: { logins: root } }', ['spec', 'allow', 'logins'], 'type'],
    ['{ allow: { logins: ["*"] } }', ['spec', 'allow', 'logins', 0], 'form'],
    ['{ allow: { node_labels: { "*": prod } } }', ['spec', 'allow', 'node_labels', '*'], 'form'],
    ['{ allow: { node_labels: { "*": ["*", prod] } } }', ['spec', 'allow', 'node_labels', '*', 1], 'value'],
    ['{ allow: { rules: [{ resources: [session], verbs: [] }] } }', ['spec', 'allow', 'rules', 0, 'verbs'], 'count'],
    ['{ allow: { rules: [{ verbs: [list] }] } }', ['spec', 'allow', 'rules', 0], 'missing'],
    ['{ allow: { impersonate: { users: [a] } } }', ['spec', 'allow', 'impersonate'], 'missing'],
    ['{ deny: { impersonate: { where: "true" } } }', ['spec', 'deny', 'impersonate', 'where'], 'form'],
    ['{ deny: { request: { thresholds: [] } } }', ['spec', 'deny', 'request', 'thresholds'], 'form'],
    ['{ deny: { join_sessions: [] } }', ['spec', 'deny', 'join_sessions'], 'form'],
    ['{ options: { max_session_ttl: 8 } }', ['spec', 'options', 'max_session_ttl'], 'type'],
    ['{ options: { max_session_ttl: 8 hours } }', ['spec', 'options', 'max_session_ttl'], 'form'],
    ['{ options: { lock: maybe } }', ['spec', 'options', 'lock'], 'value'],
    ['{ options: { enhanced_recording: [all] } }', ['spec', 'options', 'enhanced_recording', 0], 'value'],
    [
      '{ allow: { kubernetes_resources: [{ kind: secret, namespace: a, name: b }] } }',
      ['spec', 'allow', 'kubernetes_resources', 0, 'kind'],
      'value',
    ],
    [
      '{ allow: { kubernetes_resources: [{ kind: secret, name: b }] } }',
      ['spec', 'allow', 'kubernetes_resources', 0],
      'missing',
      'v7',
    ],
    ['{}', ['version'], 'value', 'v9'],
  ])('warns about %s', (spec, path, kind, version) => {
    expect(roleWith(spec, version)).toEqual([expect.objectContaining({ kind, path })]);
  });
  test.each(['Admin', 'a//b', 'two words'])('warns about the name %j', (name) => {
    expect(roleWith('{}', 'v6', name)).toEqual([expect.objectContaining({ kind: 'form', path: ['metadata', 'name'] })]);
  });
});

const connector = (kind: string, spec: string, version = 'v3') =>
  faults(root(kind), parsedYaml(`kind: ${kind}\nversion: ${version}\nmetadata: { name: x }\nspec: { ${spec} }`));

describe('a connector', () => {
  const GITHUB = 'client_id: a, redirect_url: "https://c.example/x"';
  const OIDC = 'issuer_url: "https://i.example", client_id: a, redirect_url: ["https://c.example/x"]';
  const SAML = 'acs: "https://c.example/x", entity_descriptor: <x/>';
  test.each([
    ['github', `${GITHUB}, teams_to_roles: [{ organization: a, team: b, roles: [c] }]`],
    ['github', `${GITHUB}, client_secret: "", teams_to_logins: [{ organization: a, team: b, logins: [c] }]`],
    [
      'github',
      `${GITHUB}, endpoint_url: "http://localhost:3000", teams_to_roles: [{ organization: a, team: b, roles: [c] }]`,
    ],
    ['oidc', `${OIDC}, claims_to_roles: [{ claim: a, value: "*", roles: [c] }]`],
    ['oidc', `${OIDC.replace(/[[\]]/g, '')}, claims_to_roles: [{ claim: a, value: b, roles: [c] }], scope: [groups]`],
  ])('%s with { %s } has no errors', (kind, spec) => expect(connector(kind, spec)).toEqual([]));
  test('a GitHub connector printed by servers has no errors', () => {
    const texts = printed.filter((text) => /^kind: github$/m.test(text));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(faults(root('github'), parsedYaml(text)), text).toEqual([]);
  });
  test('a SAML connector with a metadata document has no errors', () => {
    expect(connector('saml', `${SAML}, attributes_to_roles: [{ name: a, value: b, roles: [c] }]`, 'v2')).toEqual([]);
  });
  test.each<[kind: string, spec: string, path: (string | number)[], fault: string]>([
    ['github', GITHUB, ['spec'], 'missing'],
    [
      'github',
      `${GITHUB}, teams_to_roles: [{ organization: a, roles: [c] }]`,
      ['spec', 'teams_to_roles', 0],
      'missing',
    ],
    ['github', `${GITHUB}, teams_to_roles: []`, ['spec', 'teams_to_roles'], 'count'],
    [
      'github',
      `${GITHUB}, endpoint_url: "http://github.example", teams_to_roles: [{ organization: a, team: b, roles: [c] }]`,
      ['spec', 'endpoint_url'],
      'form',
    ],
    ['oidc', OIDC, ['spec'], 'missing'],
    [
      'oidc',
      `${OIDC}, claims_to_roles: [{ claim: a, value: b, roles: [] }]`,
      ['spec', 'claims_to_roles', 0, 'roles'],
      'count',
    ],
    [
      'oidc',
      `${OIDC}, claims_to_roles: [{ claim: a, value: b, roles: [c] }], issuer: x`,
      ['spec', 'issuer'],
      'unknown',
    ],
  ])('%s with { %s } has a warning', (kind, spec, path, fault) => {
    expect(connector(kind, spec)).toEqual([expect.objectContaining({ kind: fault, path })]);
  });
});

test('the schema accepts the same durations as the server', () => {
  const duration = { schema: { $ref: 'metadata.schema.json#/definitions/duration' }, file: '' };
  const texts = ['never', '8h', '1h30m', '7d', '2mo', '1.5h', '.5s', '1.h', '0', '-0', '+3s', '5µs', '1y2mo3d'];
  const wrong = ['', '8', 'h', '8 h', '1h 30m', 'forever', '1hm', '-', '.', '.h', '8H', 'never ', '1_0s'];
  for (const text of [...texts, ...wrong])
    expect(checkSchema(files, duration, text).length === 0, text).toBe(parseDuration(text).ok);
});

test.each([
  [
    'db',
    '{ protocol: postgres, uri: "a:1", aws: { rds: { iam_auth: false } }, azure: { redis: {} }, gcp: {}, mysql: {} }',
  ],
  ['kube_cluster', '{ kubeconfig: YQ==, aws: {}, azure: {}, gcp: {} }'],
])('%s has no errors with the empty sections that servers print', (kind, spec) => {
  const text = `kind: ${kind}\nversion: v3\nmetadata: { name: a }\nspec: ${spec}\n`;
  expect(faults(root(kind), parsedYaml(text))).toEqual([]);
  const half = parsedYaml(text.replace('gcp: {}', 'gcp: { project_id: x }'));
  expect(faults(root(kind), half).map((fault) => fault.kind)).toContain('missing');
});
