import { expect, test } from 'vitest';
import { pathOf } from './errorLocation.ts';
import { loadKind } from './kind.ts';

const document = {
  kind: 'app',
  version: 'v3',
  metadata: { name: 'wiki', labels: { env: 'prod' } },
  spec: { uri: 'http://a', twice: ['http://b', 'http://b'], rules: [{ claim: 'x' }, {}] },
};
const locationOf = (message: string) => pathOf(message, document)?.join('.');

test.each([
  ['missing parameter Name', 'metadata.name'],
  ['resource with name "wiki" already exists', 'metadata.name'],
  ['app version "v3" is not supported', 'version'],
  ['nothing answers at "http://a"', 'spec.uri'],
  ['invalid database "wiki" address "a": missing port in address', 'spec.uri'],
  ['unsupported app "wiki" address "http://a"', 'spec.uri'],
])('locates %s at %s', (message, path) => expect(locationOf(message)).toBe(path));

test.each([
  'something new went wrong',
  'nothing answers at "http://b"',
  'invalid app "wiki"',
  'access denied to perform action "create" on "app"',
])('has no location for %s', (message) => expect(locationOf(message)).toBeUndefined());

test('locations of a kind take precedence over common ones', () => {
  expect(pathOf('missing parameter Name', document, [[/^missing/, () => ['spec']]])).toEqual(['spec']);
});

const token = { spec: { roles: ['Node', 'Ship'], allow: [{}], join_method: 'knock' } };
const root = { metadata: { name: 'root' }, spec: { token: 'x', web_proxy_addr: 'a:1' } };
test.each<[string, unknown, string, string]>([
  ['token', token, 'provisioning token is missing roles', 'spec.roles'],
  ['token', token, 'role Ship is not registered', 'spec.roles.1'],
  ['token', token, 'allow rule for "ec2" join method must set "aws_account" or "aws_role"', 'spec.allow'],
  ['token', token, 'the "iam" join method requires defined token allow rules', 'spec.allow'],
  ['token', token, 'unknown join method "knock"', 'spec.join_method'],
  ['trusted_cluster', root, 'can not update tunnel address for existing trusted cluster', 'spec.tunnel_addr'],
  ['trusted_cluster', root, 'the trusted cluster uses misconfigured HTTP/TLS certificate.', 'spec.web_proxy_addr'],
  ['trusted_cluster', root, 'rpc error: this token has been rejected', 'spec.token'],
])('locates the error of a cluster for a %s %j: %s', async (kind, written, message, path) => {
  const { refusals } = await loadKind(kind);
  expect(pathOf(message, written, refusals)?.join('.')).toBe(path);
});
