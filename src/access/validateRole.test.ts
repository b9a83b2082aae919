import { expect, test } from 'vitest';
import { validateRole } from './validateRole.ts';

type Parts = { version?: unknown; metadata?: object; allow?: unknown; deny?: unknown; options?: unknown };
const role = ({ version = 'v6', metadata, allow, deny, options }: Parts) => ({
  kind: 'role',
  version,
  metadata: { name: 'ops', ...metadata },
  spec: { allow, deny, options },
});

const refused: [string, Parts, string][] = [
  ['a version of a newer server', { version: 'v8' }, 'role version "v8" is not supported'],
  ['a version that is a number', { version: 6 }, 'role version "" is not supported'],
  ['a name of spaces', { metadata: { name: '  ' } }, 'missing parameter Name'],
  ['a name of dots', { metadata: { name: '..' } }, 'special characters are not allowed in resource names: ".."'],
  ['a name with a space', { metadata: { name: 'a b' } }, 'special characters are not allowed in resource names: "a b"'],
  [
    'a name with two slashes',
    { metadata: { name: 'a//b' } },
    'special characters are not allowed in resource names: "a//b"',
  ],
  ['the name of a system role', { metadata: { name: 'Trusted_cluster' } }, 'reserved role: Trusted_cluster'],
  [
    'an unknown origin',
    { metadata: { labels: { 'teleport.dev/origin': 'mars' } } },
    'invalid origin value "mars", must be one of [defaults config-file dynamic cloud kubernetes okta]',
  ],
  [
    'a downgraded document',
    { metadata: { labels: { 'teleport.internal/downgraded': 'true' } } },
    'a document with the label teleport.internal/downgraded cannot be saved',
  ],
  [
    'an invalid expiry',
    { metadata: { expires: 'soon' } },
    'metadata.expires: expected a time such as 2030-01-31T12:00:00Z, got "soon"',
  ],
  [
    'an expiry on a day that does not exist',
    { metadata: { expires: '2030-02-29T00:00:00Z' } },
    'metadata.expires: expected a time such as 2030-01-31T12:00:00Z, got "2030-02-29T00:00:00Z"',
  ],
  [
    'an expiry at 24 o’clock',
    { metadata: { expires: '2030-01-31T24:00:00Z' } },
    'metadata.expires: expected a time such as 2030-01-31T12:00:00Z, got "2030-01-31T24:00:00Z"',
  ],
  ['any login', { allow: { logins: ['root', '*'] } }, 'wildcard matcher is not allowed in logins'],
  ['any AWS role', { allow: { aws_role_arns: ['*'] } }, 'wildcard matcher is not allowed in aws_role_arns'],
  ['any Azure identity', { allow: { azure_identities: ['*'] } }, 'wildcard matcher is not allowed in azure_identities'],
  [
    'any Google account',
    { allow: { gcp_service_accounts: ['*'] } },
    'wildcard matcher is not allowed in gcp_service_accounts',
  ],
  ['any database role', { allow: { db_roles: ['*'] } }, 'wildcard matcher is not allowed in db_roles'],
  ['any key with one value', { allow: { db_labels: { '*': 'prod' } } }, 'selector *:<val> is not supported'],
  [
    'any key with several values',
    { allow: { group_labels: { '*': ['*', 'prod'] } } },
    'selector *:<val> is not supported',
  ],
  [
    'an unknown event to record',
    { options: { enhanced_recording: ['keys'] } },
    'invalid value for role option enhanced_recording: keys',
  ],
  [
    'a certificate extension of an unknown type',
    { options: { cert_extensions: [{ name: 'a' }, { type: 'x509', mode: 'extension', name: 'b', value: 'c' }] } },
    'invalid certificate extension type: "x509"',
  ],
  [
    'a certificate extension with an unknown mode',
    { options: { cert_extensions: [{ type: 'ssh', mode: 'critical', name: 'b', value: 'c' }] } },
    'invalid certificate extension mode: "critical"',
  ],
  [
    'an invalid value for the second factor',
    { options: { require_session_mfa: 'session' } },
    'spec.options.require_session_mfa: expected true, false, hardware_key or hardware_key_touch, got "session"',
  ],
  [
    'a deny rule without verbs',
    { deny: { rules: [{ resources: ['user'] }] } },
    "failed to process 'deny' rule 0: missing verbs",
  ],
  [
    'a second rule without resources',
    { allow: { rules: [{ resources: ['user'], verbs: ['list'] }, { verbs: ['list'] }] } },
    "failed to process 'allow' rule 1: missing resources to match",
  ],
  [
    'a Kubernetes resource without a namespace',
    { allow: { kubernetes_resources: [{ kind: 'pod', name: 'x' }] } },
    'KubernetesResource must include Namespace',
  ],
  [
    'a denied Kubernetes resource without a name',
    { deny: { kubernetes_resources: [{ kind: 'pod', namespace: 'x' }] } },
    'KubernetesResource must include Name',
  ],
  [
    'impersonating users without roles',
    { allow: { impersonate: { users: ['bot'] } } },
    'please set both impersonate.users and impersonate.roles for user impersonation',
  ],
  [
    'a condition on denied impersonation',
    { deny: { impersonate: { roles: ['x'], where: 'true' } } },
    "'where' is not supported in deny.impersonate conditions",
  ],
  [
    'thresholds in deny',
    { deny: { request: { thresholds: [{ approve: 1 }] } } },
    'deny.request cannot contain thresholds, set denial counts in allow.request.thresholds instead',
  ],
  ['logins as a string', { allow: { logins: 'root' } }, 'spec.allow.logins: expected a list, got a string'],
  [
    'a label value as a number',
    { allow: { node_labels: { env: 1 } } },
    'spec.allow.node_labels.env: expected a list, got a number',
  ],
  [
    'a duration without a unit',
    { options: { max_session_ttl: 8 } },
    'spec.options.max_session_ttl: expected a duration such as 8h, got a number',
  ],
];

for (const [what, parts, message] of refused) {
  test(`rejects ${what}: ${message}`, () => {
    expect(validateRole(role(parts))).toMatchObject({ status: 400, message });
  });
}

test('validates conditions of access requests and their identifiers', () => {
  const filter = (text: string) => validateRole(role({ allow: { request: { thresholds: [{ filter: text }] } } }));
  expect(filter('contains(reviewer.roles')?.message).toContain('the filter of a request threshold: 1:');
  expect(filter('contains(user.roles, "x")')?.message).toContain('identifier "user.roles" is not defined');
  expect(filter('equals(review.reason, "ok") && contains(reviewer.traits["team"], "core")')?.status).toBe(403);
  const where = (text: string) => validateRole(role({ allow: { review_requests: { roles: ['x'], where: text } } }));
  expect(where('equals(review.reason, "ok")')?.message).toContain('condition of review_requests');
  expect(where('contains(request.roles, "admin")')?.status).toBe(403);
});

test.each<[Parts, string]>([
  [{ options: { lock: 'loose' } }, 'spec.options.lock'],
  [{ allow: { logins: 'root' } }, 'spec.allow.logins'],
  [{ allow: { app_labels: { '*': ['a'] } } }, 'spec.allow.app_labels.*'],
  [{ deny: { rules: [{ resources: ['role'], verbs: ['list'] }, { verbs: ['list'] }] } }, 'spec.deny.rules.1'],
  [{ allow: { request: { thresholds: [{ filter: '(' }] } } }, 'spec.allow.request.thresholds.0.filter'],
  [{ options: { pin_source_ip: true } }, 'spec.options.pin_source_ip'],
])('the error in %j is at %s', (parts, path) => expect(validateRole(role(parts))?.path.join('.')).toBe(path));

const enterprise: [Parts, string][] = [
  [{ options: { max_sessions: 3 } }, 'option max_sessions'],
  [{ options: { request_access: 'always' } }, 'option request_access: always'],
  [{ options: { pin_source_ip: true } }, 'option pin_source_ip'],
  [{ options: { require_session_mfa: 'hardware_key' } }, 'option require_session_mfa: hardware_key'],
  [{ options: { require_session_mfa: 'hardware_key_touch' } }, 'option require_session_mfa: hardware_key_touch'],
  [{ options: { require_session_mfa: 'hardware_key_pin' } }, 'option require_session_mfa: hardware_key'],
  [{ allow: { request: { thresholds: [{ approve: 2 }] } } }, 'field allow.thresholds'],
];

for (const [parts, part] of enterprise) {
  test(`${part} requires an enterprise subscription`, () => {
    const message = `role ${part} is only available in enterprise subscriptions`;
    expect(validateRole(role(parts))).toMatchObject({ status: 403, message });
  });
}

const accepted: [string, Parts][] = [
  ['a condition with an error', { allow: { rules: [{ resources: ['user'], verbs: ['list'], where: 'nonsense(' }] } }],
  ['a rule for an unknown kind', { allow: { rules: [{ resources: ['thing'], verbs: ['fly'] }] } }],
  ['a second factor as the text "Yes"', { options: { require_session_mfa: 'Yes' } }],
  ['no second factor as the text "nope"', { options: { require_session_mfa: 'nope' } }],
  ['a template with an error', { allow: { logins: ['{{internal.nothing}}'] } }],
  ['a star key with another value in deny', { deny: { node_labels: { '*': 'prod' } } }],
  ['a star key with another value for clusters', { allow: { cluster_labels: { '*': 'prod' } } }],
  ['every denied login', { deny: { logins: ['*'] } }],
  ['any database user', { allow: { db_users: ['*'], db_names: ['*'] } }],
  ['an empty review block', { allow: { review_requests: {} } }],
  ['an unknown request strategy', { options: { request_access: 'maybe' } }],
  ['boolean options as text', { options: { forward_agent: 'yes', port_forwarding: 'nope' } }],
  ['an unknown field', { options: { nonsense: 1 } }],
  ['role-only impersonation', { allow: { impersonate: { roles: ['deploy'] } } }],
];

for (const [what, parts] of accepted) {
  test(`accepts ${what}`, () => {
    expect(validateRole(role(parts))).toBeUndefined();
  });
}
