import { describe, expect, test } from 'vitest';
import { KNOWN_ROLES, sentenceLines } from '../../../../tests/support/knownRoles.ts';
import github from './github.kind.ts';
import type { EditorKind } from './kind.ts';
import oidc from './oidc.kind.ts';

const hub = (spec: object = {}, version = 'v3') => ({
  kind: 'github',
  version,
  metadata: { name: 'octo' },
  spec: { display: 'Octo', teams_to_roles: [{ organization: 'octo', team: 'devs', roles: ['guest'] }], ...spec },
});
const provider = (spec: object = {}) => ({
  kind: 'oidc',
  version: 'v3',
  metadata: { name: 'corp' },
  spec: {
    display: 'Corp',
    issuer_url: 'https://id.example.test',
    client_id: 'a',
    redirect_url: 'https://east.example.test/cb',
    claims_to_roles: [{ claim: 'groups', value: 'ops', roles: ['guest'] }],
    ...spec,
  },
});
const CONTEXT = { roles: KNOWN_ROLES, own: [] };
const linesOf = sentenceLines;
const faultOf = (kind: EditorKind, document: unknown) => [kind.validate?.(document) ?? []].flat()[0];

describe('a GitHub connector', () => {
  test('a new connector lists the roles that users get', () => {
    expect(linesOf(github.review?.(undefined, hub(), CONTEXT))).toEqual([
      'The sign-in page shows a new button Octo',
      'Users in octo/devs get the role guest',
    ]);
  });
  test('a change lists gained and lost roles and the new identity provider', () => {
    const after = hub({
      endpoint_url: 'https://git.example.test',
      redirect_url: 'https://b.example.test/cb',
      teams_to_roles: [
        { organization: 'octo', team: 'devs', roles: ['editor'] },
        { organization: 'octo', team: 'ops', roles: ['staff', 'auditor', 'no-such-role'] },
      ],
    });
    expect(linesOf(github.review?.(hub(), after, CONTEXT))).toEqual([
      '! https://git.example.test now authenticates users',
      'Users return to https://b.example.test/cb. Enter this address at the provider too',
      '! Users in octo/devs get the role editor | Full administration: its users can grant themselves any permission',
      'Users in octo/devs no longer get the role guest',
      '! Users in octo/ops get the role no-such-role | This role does not exist',
      'Users in octo/ops get the roles staff and auditor',
    ]);
    expect(linesOf(github.review?.(hub(), hub(), CONTEXT))).toEqual([]);
  });
  test('returns the role names with their paths', () => {
    expect(github.roleNames?.(hub())).toEqual([{ name: 'guest', path: ['spec', 'teams_to_roles', 0, 'roles', 0] }]);
    expect(oidc.roleNames?.(provider())).toEqual([{ name: 'guest', path: ['spec', 'claims_to_roles', 0, 'roles', 0] }]);
  });
  test.each([
    [hub({}, 'v1'), 'version'],
    [hub({ teams_to_roles: [] }), 'spec.teams_to_roles'],
    [hub({ teams_to_roles: [{ organization: 'octo', team: '' }] }), 'spec.teams_to_roles.0.team'],
  ])('rejects %j at %s', (document, path) => expect(faultOf(github, document)?.path.join('.')).toBe(path));
  test('accepts teams_to_logins without teams_to_roles', () => {
    const old = hub({
      teams_to_roles: null,
      teams_to_logins: [{ organization: 'octo', team: 'devs', logins: ['guest'] }],
    });
    expect(github.validate?.(old)).toBeUndefined();
    expect(linesOf(github.review?.(undefined, old, CONTEXT))).toContain('Users in octo/devs get the role guest');
  });
});

describe('an OIDC connector', () => {
  test('flags a mapping for all users and a new identity provider', () => {
    const after = provider({
      issuer_url: 'https://other.example.test',
      claims_to_roles: [{ claim: 'email', value: '*', roles: ['guest'] }],
    });
    expect(linesOf(oidc.review?.(provider(), after, CONTEXT))).toEqual([
      '! https://other.example.test now authenticates users',
      'Users with groups = ops no longer get the role guest',
      '! All users with the claim email get the role guest',
    ]);
  });
  test.each([
    [{ issuer_url: '' }, 'spec.issuer_url'],
    [{ client_id: null }, 'spec.client_id'],
    [{ redirect_url: [] }, 'spec.redirect_url'],
    [{ claims_to_roles: null }, 'spec.claims_to_roles'],
    [{ claims_to_roles: [{ claim: 'groups', value: 'a', roles: [] }] }, 'spec.claims_to_roles.0.roles'],
  ])('rejects %j at %s', (spec, path) => expect(faultOf(oidc, provider(spec))?.path.join('.')).toBe(path));
  test('accepts a complete connector, also with several redirect URLs', () => {
    expect(oidc.validate?.(provider())).toBeUndefined();
    expect(
      oidc.validate?.(provider({ redirect_url: ['https://a.example.test/cb', 'https://b.example.test/cb'] })),
    ).toBeUndefined();
  });
});
