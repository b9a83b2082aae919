import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { createAccess } from '../access.ts';
import { LoginWork } from '../explainLogins.ts';
import { HeldRole } from '../heldRole.ts';
import { toRole, type Role } from '../role.ts';
import { EffectiveReachWork } from './effectiveReach.ts';
import { toAccessTarget } from './roleReach.ts';
import { finished } from './work.ts';

const role = (name: string, allow: object, deny: object = {}) =>
  toRole({ version: 'v6', metadata: { name }, spec: { allow, deny } });
const inHand = (roles: readonly Role[]) => roles.map((one) => new HeldRole(one, {}));

test('joins what the roles allow and excludes what any role denies', () => {
  const roles = [
    role('viewer', { kubernetes_labels: { env: ['dev', 'prod'] }, kubernetes_groups: ['viewers'] }),
    role('editor', { kubernetes_labels: { env: 'dev' }, kubernetes_groups: ['editors', 'admins'] }),
    role('no', {}, { kubernetes_labels: { env: 'prod' }, kubernetes_groups: ['admins'] }),
  ];
  const [dev, prod] = [toAccessTarget({ env: 'dev' }), toAccessTarget({ env: 'prod' })];
  expect(finished(new EffectiveReachWork(inHand(roles), 'kube_cluster', [dev, prod]))).toEqual({
    reached: [dev],
    names: [{ field: 'kubernetes_groups', values: ['viewers', 'editors'], except: ['admins'] }],
  });
});

test('agrees with the access check for ten thousand servers and fifty roles, fast enough', () => {
  const roles = Array.from({ length: 50 }, (_, i) =>
    role(`r${i}`, {
      logins: [`l${i % 7}`, 'deploy'],
      node_labels: { team: [`team-${i}`, `team-${i + 1}`], env: i % 2 ? 'prod' : '*' },
    }),
  );
  const servers = Array.from({ length: 10_000 }, (_, i) =>
    toAccessTarget({ env: i % 3 ? 'prod' : 'dev', team: `team-${i % 80}`, host: `h${i}` }),
  );
  const spentMs = cpuClock();
  const { reached } = finished(new EffectiveReachWork(inHand(roles), 'node', servers));
  const lines = finished(new LoginWork(inHand(roles), servers));
  expect(spentMs()).toBeLessThan(5000);
  const access = createAccess({ userName: 'ada', roles, traits: {} });
  const sample = servers.filter((_, i) => i % 97 === 0);
  for (const server of sample) {
    expect(reached.includes(server)).toBe(access.resource('node', server.labels).ok);
    const logins = lines.filter((line) => line.reached.includes(server)).map(({ login }) => login);
    expect(logins.sort()).toEqual([...access.logins(server.labels)].sort());
  }
});

test('has intermediate results between the steps', () => {
  const roles = [role('all', { logins: ['ops'], node_labels: { '*': '*' } })];
  const work = new LoginWork(inHand(roles), [toAccessTarget({ n: '1' }), toAccessTarget({ n: '2' })]);
  const seen: number[] = [];
  for (const _ of work.steps()) seen.push(work.result()[0]?.reached.length ?? 0);
  expect([seen, work.total]).toEqual([[1, 2], 2]);
});
