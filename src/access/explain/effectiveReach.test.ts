import { expect, test } from 'vitest';
import { createAccess } from '../access.ts';
import { explainLogins } from '../explainLogins.ts';
import { toRole } from '../role.ts';
import { effectiveReach } from './effectiveReach.ts';
import { toThing } from './roleReach.ts';

const role = (name: string, allow: object, deny: object = {}) =>
  toRole({ version: 'v6', metadata: { name }, spec: { allow, deny } });

test('it adds up what the roles allow, less what any of them denies', () => {
  const roles = [
    role('viewer', { kubernetes_labels: { env: ['dev', 'prod'] }, kubernetes_groups: ['viewers'] }),
    role('editor', { kubernetes_labels: { env: 'dev' }, kubernetes_groups: ['editors', 'admins'] }),
    role('no', {}, { kubernetes_labels: { env: 'prod' }, kubernetes_groups: ['admins'] }),
  ];
  const [dev, prod] = [toThing({ env: 'dev' }), toThing({ env: 'prod' })];
  expect(effectiveReach(roles, {}, 'kube_cluster', [dev, prod])).toEqual({
    reached: [dev],
    names: [{ field: 'kubernetes_groups', values: ['viewers', 'editors'] }],
  });
});

test('ten thousand servers and fifty roles: the same as the evaluator says, in time to be looked at', () => {
  const roles = Array.from({ length: 50 }, (_, i) =>
    role(`r${i}`, {
      logins: [`l${i % 7}`, 'deploy'],
      node_labels: { team: [`team-${i}`, `team-${i + 1}`], env: i % 2 ? 'prod' : '*' },
    }),
  );
  const servers = Array.from({ length: 10_000 }, (_, i) =>
    toThing({ env: i % 3 ? 'prod' : 'dev', team: `team-${i % 80}`, host: `h${i}` }),
  );
  const begun = performance.now();
  const { reached } = effectiveReach(roles, {}, 'node', servers);
  const lines = explainLogins(roles, {}, servers);
  expect(performance.now() - begun).toBeLessThan(5000);
  const access = createAccess({ userName: 'ada', roles, traits: {} });
  const sample = servers.filter((_, i) => i % 97 === 0);
  for (const server of sample) {
    expect(reached.includes(server)).toBe(access.resource('node', server.labels).ok);
    const logins = lines.filter((line) => line.reached.includes(server)).map(({ login }) => login);
    expect(logins.sort()).toEqual([...access.logins(server.labels)].sort());
  }
});
