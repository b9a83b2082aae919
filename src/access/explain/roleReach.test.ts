import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { toRole } from '../role.ts';
import { KindReachWork, RoleReach, toAccessTarget, type KindReach, type AccessTarget } from './roleReach.ts';
import { finished } from './work.ts';

const compareReach = <T extends AccessTarget>(...of: ConstructorParameters<typeof KindReachWork<T>>): KindReach<T> =>
  finished(new KindReachWork(...of));
const reachOf = (allow: object, deny: object = {}): RoleReach =>
  new RoleReach(toRole({ kind: 'role', version: 'v6', metadata: { name: 'r' }, spec: { allow, deny } }));
const target = (name: string, labels: Record<string, string>) => ({ name, ...toAccessTarget(labels) });

const api = target('api', { env: 'prod', team: 'pay' });
const db = target('db', { team: 'ledger', env: 'prod' });
const lab = target('lab', { env: 'dev' });
const names = (targets: readonly { name: string }[]) => targets.map(({ name }) => name);

describe('the effect of one role on resources', () => {
  test('grants resources that its labels select and no others', () => {
    const reach = reachOf({ node_labels: { env: 'prod' } });
    expect(reach.stand('node', api)).toEqual({ kind: 'grants', path: 'spec.allow.node_labels' });
    expect(reach.stand('node', lab)).toEqual({ kind: 'apart' });
    expect(reach.stand('app', api)).toEqual({ kind: 'apart' });
  });

  test('does not grant denied resources', () => {
    const reach = reachOf({ node_labels: { '*': '*' } }, { node_labels_expression: 'labels["team"] == "pay"' });
    expect(reach.stand('node', api)).toEqual({ kind: 'denies', path: 'spec.deny.node_labels_expression' });
    expect(reach.stand('node', db).kind).toBe('grants');
  });

  test('reports an error in a selector, not a denial', () => {
    expect(reachOf({ node_labels: { env: '^($' } }).stand('node', api).kind).toBe('faulty');
  });

  test('reports selectors that need traits', () => {
    expect(reachOf({ node_labels: { team: '{{external.team}}' } }).needsTraits('node')).toBe(true);
    expect(reachOf({ node_labels: { team: 'pay' } }).needsTraits('node')).toBe(false);
    expect(reachOf({ node_labels: { team: '{{external.team}}' } }).needsTraits('app')).toBe(false);
    const byExpression = { node_labels_expression: 'contains(user.spec.traits["team"], labels["team"])' };
    expect(reachOf(byExpression).needsTraits('node')).toBe(true);
  });
});

describe('a role compared with its saved text', () => {
  const was = reachOf({ node_labels: { env: 'prod', team: 'pay' } });

  test('reports added and removed resources', () => {
    const is = reachOf({ node_labels: { env: ['prod', 'dev'], team: ['ledger'] } });
    const { grants, appear, vanish } = compareReach('node', [api, db, lab], is, was);
    expect(names(grants)).toEqual(['db']);
    expect(names(appear)).toEqual(['db']);
    expect(names(vanish)).toEqual(['api']);
  });

  test('a new denial removes resources', () => {
    const is = reachOf({ node_labels: { env: 'prod', team: 'pay' } }, { node_labels: { team: 'pay' } });
    const { grants, denies, vanish } = compareReach('node', [api, db], is, was);
    expect([names(grants), names(denies), names(vanish)]).toEqual([[], ['api'], ['api']]);
  });

  test('all resources of a new role are added', () => {
    expect(names(compareReach('node', [api, lab], was, undefined).appear)).toEqual(['api']);
  });
});

test('compares the access to ten thousand servers fast', () => {
  const targets = Array.from({ length: 10_000 }, (_, i) =>
    toAccessTarget({ env: i % 3 ? 'prod' : 'dev', team: `team-${i % 40}`, host: `host-${i}` }),
  );
  const is = reachOf({ node_labels: { env: ['prod', 'staging'], team: ['team-1*', '^team-(2|3)$'] } });
  const was = reachOf({ node_labels: { env: 'prod', team: 'team-7' } });
  const spentMs = cpuClock();
  const { grants, appear } = compareReach('node', targets, is, was);
  expect(spentMs()).toBeLessThan(1000);
  const granted = Array.from({ length: 10_000 }, (_, i) => i).filter(
    (i) => i % 3 > 0 && /^team-(1\d*|2|3)$/.test(`team-${i % 40}`),
  );
  expect([grants.length, appear.length]).toEqual([granted.length, granted.length]);
});
