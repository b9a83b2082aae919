import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { toRole } from '../role.ts';
import { KindReachWork, RoleReach, toAccessTarget, type KindReach, type AccessTarget } from './roleReach.ts';
import { finished } from './work.ts';

const compareReach = <T extends AccessTarget>(...of: ConstructorParameters<typeof KindReachWork<T>>): KindReach<T> =>
  finished(new KindReachWork(...of));
const reachOf = (allow: object, deny: object = {}): RoleReach =>
  new RoleReach(toRole({ kind: 'role', version: 'v6', metadata: { name: 'r' }, spec: { allow, deny } }));
const thing = (name: string, labels: Record<string, string>) => ({ name, ...toAccessTarget(labels) });

const api = thing('api', { env: 'prod', team: 'pay' });
const db = thing('db', { team: 'ledger', env: 'prod' });
const lab = thing('lab', { env: 'dev' });
const names = (things: readonly { name: string }[]) => things.map(({ name }) => name);

describe('what one role does with things', () => {
  test('it grants what its labels select and leaves the rest alone', () => {
    const reach = reachOf({ node_labels: { env: 'prod' } });
    expect(reach.stand('node', api)).toEqual({ kind: 'grants', path: 'spec.allow.node_labels' });
    expect(reach.stand('node', lab)).toEqual({ kind: 'apart' });
    expect(reach.stand('app', api)).toEqual({ kind: 'apart' });
  });

  test('what it denies it does not grant', () => {
    const reach = reachOf({ node_labels: { '*': '*' } }, { node_labels_expression: 'labels["team"] == "pay"' });
    expect(reach.stand('node', api)).toEqual({ kind: 'denies', path: 'spec.deny.node_labels_expression' });
    expect(reach.stand('node', db).kind).toBe('grants');
  });

  test('a mistake in a selector is told, not taken for a refusal', () => {
    expect(reachOf({ node_labels: { env: '^($' } }).stand('node', api).kind).toBe('faulty');
  });

  test('labels that come from traits are told', () => {
    expect(reachOf({ node_labels: { team: '{{external.team}}' } }).needsTraits('node')).toBe(true);
    expect(reachOf({ node_labels: { team: 'pay' } }).needsTraits('node')).toBe(false);
    expect(reachOf({ node_labels: { team: '{{external.team}}' } }).needsTraits('app')).toBe(false);
    const byExpression = { node_labels_expression: 'contains(user.spec.traits["team"], labels["team"])' };
    expect(reachOf(byExpression).needsTraits('node')).toBe(true);
  });
});

describe('a role against its saved text', () => {
  const was = reachOf({ node_labels: { env: 'prod', team: 'pay' } });

  test('says what appears and what vanishes', () => {
    const is = reachOf({ node_labels: { env: ['prod', 'dev'], team: ['ledger'] } });
    const { grants, appear, vanish } = compareReach('node', [api, db, lab], is, was);
    expect(names(grants)).toEqual(['db']);
    expect(names(appear)).toEqual(['db']);
    expect(names(vanish)).toEqual(['api']);
  });

  test('a new denial makes things vanish', () => {
    const is = reachOf({ node_labels: { env: 'prod', team: 'pay' } }, { node_labels: { team: 'pay' } });
    const { grants, denies, vanish } = compareReach('node', [api, db], is, was);
    expect([names(grants), names(denies), names(vanish)]).toEqual([[], ['api'], ['api']]);
  });

  test('of a new role everything appears', () => {
    expect(names(compareReach('node', [api, lab], was, undefined).appear)).toEqual(['api']);
  });
});

test('ten thousand servers are judged twice well within a frame or two', () => {
  const things = Array.from({ length: 10_000 }, (_, i) =>
    toAccessTarget({ env: i % 3 ? 'prod' : 'dev', team: `team-${i % 40}`, host: `host-${i}` }),
  );
  const is = reachOf({ node_labels: { env: ['prod', 'staging'], team: ['team-1*', '^team-(2|3)$'] } });
  const was = reachOf({ node_labels: { env: 'prod', team: 'team-7' } });
  const spentMs = cpuClock();
  const { grants, appear } = compareReach('node', things, is, was);
  expect(spentMs()).toBeLessThan(1000);
  expect(grants.length).toBeGreaterThan(appear.length - 1);
});
