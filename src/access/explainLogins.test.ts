import { expect, test } from 'vitest';
import { toAccessTarget } from './explain/roleReach.ts';
import { finished } from './explain/work.ts';
import { LoginWork } from './explainLogins.ts';
import { HeldRole } from './heldRole.ts';
import { toRole, type Role } from './role.ts';
import type { Traits } from './traits.ts';

const role = (name: string, allow: object, deny: object = {}) =>
  toRole({ kind: 'role', version: 'v6', metadata: { name }, spec: { allow, deny } });
const SERVERS = [{ env: 'prod' }, { env: 'prod' }, { env: 'dev' }].map(toAccessTarget);
const explainLogins = (roles: readonly Role[], traits: Traits, servers: typeof SERVERS) =>
  finished(
    new LoginWork(
      roles.map((one) => new HeldRole(one, traits)),
      servers,
    ),
  );
const counted = (lines: ReturnType<typeof explainLogins>) =>
  lines.map(({ reached, ...line }) => ({ ...line, servers: reached.length }));

test('a login lists every role that grants it, its trait and the servers', () => {
  const lines = explainLogins(
    [
      role('ops', { logins: ['deploy', 'root'], node_labels: { env: 'prod' } }),
      role('access', { logins: ['{{internal.logins}}', 'deploy'], node_labels: { '*': '*' } }),
    ],
    { logins: ['tomas'] },
    SERVERS,
  );
  expect(counted(lines)).toEqual([
    {
      login: 'deploy',
      from: [
        { role: 'ops', trait: undefined },
        { role: 'access', trait: undefined },
      ],
      deniedBy: undefined,
      servers: 3,
    },
    { login: 'root', from: [{ role: 'ops', trait: undefined }], deniedBy: undefined, servers: 2 },
    { login: 'tomas', from: [{ role: 'access', trait: 'logins' }], deniedBy: undefined, servers: 3 },
  ]);
});

test('lists denied logins last, with the denying role and no servers', () => {
  const lines = explainLogins(
    [
      role('access', { logins: ['guest', 'tomas'], node_labels: { '*': '*' } }),
      role('careful', {}, { logins: ['guest'] }),
    ],
    {},
    SERVERS,
  );
  expect(counted(lines).map(({ login, deniedBy, servers }) => [login, deniedBy, servers])).toEqual([
    ['tomas', undefined, 3],
    ['guest', 'careful', 0],
  ]);
});

test('does not count servers that a role denies', () => {
  const [line] = explainLogins(
    [
      role('access', { logins: ['a'], node_labels: { '*': '*' } }),
      role('not-prod', {}, { node_labels: { env: 'prod' } }),
    ],
    {},
    SERVERS,
  );
  expect(line?.reached.length).toBe(1);
});
