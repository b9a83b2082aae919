// Random users with random roles: for each target the console's explanation equals the lists of the gateway.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitlementOf } from '../../src/access/explain/answer.ts';
import { explainResource, type Question } from '../../src/access/explain/explainResource.ts';
import { FIELDS_OF_KIND, type UsedField } from '../../src/access/explain/names.ts';
import { toRole } from '../../src/access/role.ts';
import { readUser } from '../../src/api/users.ts';
import { at, textAt } from '../../src/lib/json.ts';
import type { ReachableKind } from '../../src/wire/inventoryJson.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { Random } from '../support/random.ts';
import { KINDS, namesFor, randomLabels, randomRole, randomTraits } from '../support/randomRoles.ts';
import { WebClient } from '../support/webClient.ts';

const CLUSTER = 'example.test';
const SITE = `/sites/${CLUSTER}`;
const LIST = '?limit=100&sort=name:asc&query=&search=&startKey=&searchAsRoles=';
const random = new Random(20_261_122);
const SETS = Array.from({ length: 14 }, () => randomLabels(random));
const ROLES = Array.from({ length: 24 }, (_, i) => `r${i}`);
const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i}`);

type Listed = {
  path: string;
  version: string;
  spec: (i: number) => object;
  nameKey: string;
  /** The fields of an item with the logins, users or groups that may be used. */
  names: Partial<Record<UsedField, (item: unknown) => unknown>>;
};

const LISTED: Readonly<Record<ReachableKind, Listed>> = {
  node: {
    path: 'nodes',
    version: 'v2',
    spec: (i) => ({ addr: '127.0.0.1:22', hostname: `t${i}` }),
    nameKey: 'hostname',
    names: { logins: (item) => at(item, 'sshLogins') },
  },
  app: {
    path: 'apps',
    version: 'v3',
    spec: () => ({ uri: 'https://console.aws.amazon.com/' }),
    nameKey: 'name',
    names: {
      aws_role_arns: (item) => {
        const roles = at(item, 'awsRoles');
        return Array.isArray(roles) ? roles.map((role) => textAt(role, 'arn')) : roles;
      },
    },
  },
  kube_cluster: {
    path: 'kubernetes',
    version: 'v3',
    spec: () => ({}),
    nameKey: 'name',
    names: {
      kubernetes_groups: (item) => at(item, 'kubernetes_groups'),
      kubernetes_users: (item) => at(item, 'kubernetes_users'),
    },
  },
  db: {
    path: 'databases',
    version: 'v3',
    spec: (i) => ({ protocol: 'postgres', uri: `db-${i}.example.test:5432` }),
    nameKey: 'name',
    names: { db_users: (item) => at(item, 'database_users'), db_names: (item) => at(item, 'database_names') },
  },
  windows_desktop: {
    path: 'desktops',
    version: 'v3',
    spec: () => ({ addr: '10.9.0.4:3389', non_ad: true }),
    nameKey: 'name',
    names: { windows_desktop_logins: (item) => at(item, 'logins') },
  },
  user_group: { path: 'user-groups', version: 'v1', spec: () => ({}), nameKey: 'name', names: {} },
};

const documentOf = (kind: ReachableKind, i: number): string => {
  const { version, spec } = LISTED[kind];
  const node = kind === 'node';
  const name = node ? `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}` : `t${i}`;
  const metadata = { name, labels: SETS[i] };
  return JSON.stringify({ kind, version, ...(node && { sub_kind: 'openssh' }), metadata, spec: spec(i) });
};

const CONFIG = `cluster_name: ${CLUSTER}
auth: { second_factor: "off" }
node: false
inventory:
${KINDS.flatMap((kind) => SETS.map((_, i) => `  - ${documentOf(kind, i)}`)).join('\n')}
`;
/** A role of every user, because the implicit role does not grant user groups. */
const LISTER = JSON.stringify({
  kind: 'role',
  version: 'v6',
  metadata: { name: 'lister' },
  spec: { allow: { rules: [{ resources: ['user_group'], verbs: ['list', 'read'] }] } },
});

let gateway: Gateway;
let admin: WebClient;

const listOf = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []);
const texts = (json: unknown): readonly string[] => listOf(json).filter((one) => typeof one === 'string');

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  admin = await WebClient.ofInvite(gateway.base, /[^/]+$/.exec(gateway.invite ?? '')?.[0] ?? '', 'admin');
  // Required for each session, so that another endpoint shows the allowed access.
  const contents = ROLES.map((name) => randomRole(random, name, { require_session_mfa: true }));
  for (const content of [LISTER, ...contents]) await admin.expect('POST', '/roles', { content });
});
afterAll(() => gateway.stop());

/** A new user, and the access query for the user from data that the console can read. */
async function createUser(name: string): Promise<{ person: WebClient; question: Pick<Question, 'roles' | 'traits'> }> {
  const roles = [...new Set(['lister', ...Array.from({ length: 1 + random.below(4) }, () => random.pick(ROLES))])];
  await admin.expect('POST', '/users', { name, roles, traits: randomTraits(random) });
  const { tokenId } = await admin.expect('POST', '/users/password/token', { name, type: 'invite' });
  const stored = new Map(
    listOf(await admin.expect('GET', '/roles')).map((item) => [textAt(item, 'name'), textAt(item, 'content')]),
  );
  const read = readUser(await admin.expect('GET', `/users/${name}`));
  const held = read.roles.map((role) => {
    const parsed = parseYaml(stored.get(role) ?? '');
    return toRole(parsed.ok ? parsed.value : undefined);
  });
  return {
    person: await WebClient.ofInvite(gateway.base, String(tokenId), name),
    question: { roles: held, traits: read.traits ?? {} },
  };
}

test('the random roles allow, omit and deny many targets', () => {
  const again = new Random(1);
  const roles = Array.from({ length: 60 }, (_, i) => toRole(JSON.parse(randomRole(again, `r${i}`))));
  for (const kind of KINDS) {
    const stands = roles.flatMap((role) =>
      SETS.map((labels) => explainResource({ roles: [role], traits: {}, kind, labels, as: {} }).parts[0]?.stand),
    );
    for (const stand of ['allows', 'denies', 'apart'])
      expect(stands.filter((one) => one === stand).length, `${kind} ${stand}`).toBeGreaterThan(20);
  }
});

test.each(PEOPLE)('%s: every list contains the targets and names that the explanation grants', async (name) => {
  const { person, question } = await createUser(name);
  const mayLog = async (target: object) => (await person.expect('POST', `${SITE}/mfa/required`, target)).required;
  for (const kind of KINDS) {
    const { path, nameKey, names } = LISTED[kind];
    const answer: unknown = await person.expect('GET', `${SITE}/${path}${LIST}`);
    const items = new Map(listOf(at(answer, 'items')).map((item) => [textAt(item, nameKey), item]));
    for (const [i, labels] of SETS.entries()) {
      const item = items.get(`t${i}`);
      const asked = { ...question, kind, labels };
      const { verdict } = explainResource({ ...asked, as: {} });
      const what = `${name} ${kind} ${JSON.stringify(labels)}`;
      expect(verdict.ok, what).toBe(item !== undefined);
      const can = entitlementOf(name, asked);
      expect(can.reaches, what).toBe(verdict.ok);
      for (const field of FIELDS_OF_KIND[kind]) {
        const offered = texts(names[field]?.(item));
        const explained = can.names.find((one) => one.field === field)?.values ?? [];
        // Databases are listed with the names of all roles, also of roles that match other databases (http-resources
        // §6.1).
        if (kind === 'db') expect(offered, what).toEqual(expect.arrayContaining([...explained]));
        else expect(explained.toSorted(), `${what} ${field}`).toEqual(offered.toSorted());
        for (const value of namesFor(field)) {
          const { ok } = explainResource({ ...asked, as: { [field]: value } }).verdict;
          if (kind === 'db') expect(!ok || offered.includes(value) || offered.includes('*'), what).toBe(true);
          else expect(ok, `${what} ${field} ${value}`).toBe(offered.includes(value));
        }
      }
    }
  }
  // Another endpoint, called for one name at a time: it requires a second factor if the session is allowed at all.
  for (const [i, labels] of SETS.entries()) {
    const login = random.pick(namesFor('logins'));
    const ok = (kind: ReachableKind, as: Question['as']) =>
      explainResource({ ...question, kind, labels, as }).verdict.ok;
    expect(await mayLog({ node: { node_name: `t${i}`, login } }), `${name} ${login}@t${i}`).toBe(
      ok('node', { logins: login }),
    );
    expect(await mayLog({ windows_desktop: { desktop_name: `t${i}`, login } }), `${name} ${login} on desktop`).toBe(
      ok('windows_desktop', { windows_desktop_logins: login }),
    );
    expect(await mayLog({ kube: { cluster_name: `t${i}` } })).toBe(ok('kube_cluster', {}));
    expect(await mayLog({ database: { service_name: `t${i}`, protocol: 'postgres' } })).toBe(ok('db', {}));
  }
});

test('a role of an unknown version is refused, so the explanation does not cover it', async () => {
  const v7 = { ...JSON.parse(LISTER), version: 'v7', metadata: { name: 'new' } };
  const answer = await admin.request('POST', '/roles', { content: JSON.stringify(v7) });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('v7')]);
});

test('a lock ends access, and the explanation does not take locks into account', async () => {
  const { person, question } = await createUser('locked');
  const before = listOf(at(await person.expect('GET', `${SITE}/nodes${LIST}`), 'items')).length;
  await admin.expect('POST', `/postern/documents/lock`, {
    content: JSON.stringify({
      kind: 'lock',
      version: 'v2',
      metadata: { name: 'x' },
      spec: { target: { user: 'locked' } },
    }),
  });
  expect((await person.get(`${SITE}/nodes${LIST}`)).status).not.toBe(200);
  const granted = SETS.filter((labels) => explainResource({ ...question, kind: 'node', labels, as: {} }).verdict.ok);
  expect(granted).toHaveLength(before);
});
