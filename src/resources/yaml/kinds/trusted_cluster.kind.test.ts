import { describe, expect, test } from 'vitest';
import { KNOWN_ROLES, sentenceLines } from '../../../../tests/support/knownRoles.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import trusted from './trusted_cluster.kind.ts';

const document = (spec: object = {}) => ({
  kind: 'trusted_cluster',
  version: 'v2',
  metadata: { name: 'hq.example.test' },
  spec: { enabled: true, role_map: [{ remote: 'access', local: ['guest'] }], ...spec },
});
const linesOf = (before: unknown, after: unknown) =>
  sentenceLines(trusted.review?.(before, after, { roles: KNOWN_ROLES, own: [] }));

test.each([
  [{ roles: ['guest'] }, 'spec.roles', "should set either 'roles' or 'role_map', not both"],
  [{ role_map: [] }, 'spec.role_map', "missing 'role_map' parameter"],
  [{ role_map: [{ local: ['a'] }] }, 'spec.role_map.0.remote', "missing 'remote' parameter for role_map"],
  [{ role_map: [{ remote: 'a', local: [''] }] }, 'spec.role_map.0.local', "missing 'local' parameter for role_map"],
  [
    { role_map: [{ remote: 'a', local: ['*'] }] },
    'spec.role_map.0.local',
    "wildcard value is not supported for 'local' property of 'role_map' entry",
  ],
  [
    {
      role_map: [
        { remote: 'a', local: ['b'] },
        { remote: 'a', local: ['c'] },
      ],
    },
    'spec.role_map.1.remote',
    "remote role 'a' match is already specified",
  ],
])('rejects %j at %s with the message of the server', (spec, path, message) => {
  const [fault] = [trusted.validate?.(document(spec)) ?? []].flat();
  expect([fault?.severity, fault?.path.join('.'), fault?.message]).toEqual(['error', path, message]);
});

test('accepts a role map or the older list of roles', () => {
  expect(trusted.validate?.(document())).toBeUndefined();
  expect(trusted.validate?.(document({ role_map: undefined, roles: ['guest'] }))).toBeUndefined();
});

describe('a change', () => {
  test('lists the users that a new trust admits', () => {
    expect(linesOf(undefined, document())).toEqual([
      '! This cluster trusts the users of hq.example.test: they get access here as set in the role map',
      'Users with the role access there get the role guest here',
    ]);
  });
  test('lists gained and lost roles of the map and flags roles for all users', () => {
    const after = document({ role_map: [{ remote: '*', local: ['staff'] }] });
    expect(linesOf(document(), after)).toEqual([
      'Users with the role access there no longer get the role guest here',
      '! All users of the root cluster get the role staff here',
    ]);
  });
  test('flags a role with full administration', () => {
    const after = document({ role_map: [{ remote: 'access', local: ['guest', 'editor'] }] });
    expect(linesOf(document(), after)).toEqual([
      '! Users with the role access there get the role editor here | Full administration: its users can grant themselves any permission',
    ]);
  });
  test('reports when the tunnel opens and closes', () => {
    expect(linesOf(document(), document({ enabled: false }))).toEqual([
      'Users of hq.example.test no longer have access to this cluster, and the tunnel closes',
    ]);
    expect(linesOf(document({ enabled: false }), document())).toEqual([
      '! Users of hq.example.test have access to this cluster again',
    ]);
    expect(linesOf(document(), document())).toEqual([]);
  });
  test('reports that a gateway cannot open a tunnel', () => {
    const [name, off, none] = ['hq.example.test', document({ enabled: false }), 'The gateway cannot open a tunnel yet'];
    const noAccess = `${none}: users of the root cluster get no access here`;
    serverBehaviour.isGateway = true;
    expect(linesOf(undefined, document())).toEqual([
      `! This cluster trusts the users of ${name}`,
      noAccess,
      'Users with the role access there get the role guest here',
    ]);
    expect(linesOf(undefined, off)[1]).toBe(noAccess);
    expect(linesOf(document(), off)).toEqual([`This cluster no longer trusts the users of ${name}`]);
    expect(linesOf(off, document())).toEqual([`! This cluster trusts the users of ${name} again`, noAccess]);
    serverBehaviour.isGateway = false;
  });
  test('mentions that only the first save contacts the root cluster', () => {
    expect(trusted.takesEffect).toContain('Only the first save contacts the root cluster');
  });
});
