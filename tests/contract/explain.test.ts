// The access that the console computes equals the decisions of the gateway, for each user and server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleAnswerOf } from '../../src/access/explain/answer.ts';
import { explainResource } from '../../src/access/explain/explainResource.ts';
import { explainRule } from '../../src/access/explain/explainRule.ts';
import { toRole, type Role } from '../../src/access/role.ts';
import { at, textAt } from '../../src/lib/json.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { WebClient } from '../support/webClient.ts';

const CLUSTER = 'example.test';
const SITE = `/sites/${CLUSTER}`;
const LABELS = ['dev', 'prod', 'staging'].flatMap((env) => ['pay', 'web', 'lab'].map((team) => ({ env, team })));
const CONFIG = `cluster_name: ${CLUSTER}
auth: { second_factor: "off" }
node: false
inventory:
${LABELS.map(
  ({ env, team }, i) =>
    `  - { kind: node, version: v2, sub_kind: openssh, metadata: { name: 00000000-0000-4000-8000-00000000000${i}, labels: { env: ${env}, team: ${team} } }, spec: { addr: "127.0.0.1:22", hostname: ${team}-${env} } }
  - { kind: app, version: v3, metadata: { name: ${team}-${env}, labels: { env: ${env}, team: ${team} } }, spec: { uri: "http://127.0.0.1:9" } }`,
).join('\n')}
`;
const spec = (name: string, allow: string, deny = '{}'): string =>
  `kind: role\nversion: v6\nmetadata: { name: ${name} }\nspec: { allow: ${allow}, deny: ${deny} }\n`;
const ROLES = [
  spec('prod', '{ node_labels: { env: prod }, app_labels: { env: [prod, staging] }, logins: [root, deploy] }'),
  spec('own', `{ node_labels: { team: '{{external.logins}}' }, logins: ['{{internal.logins}}', guest] }`),
  spec('expr', `{ node_labels_expression: 'labels["env"] != "dev"', logins: [ops], app_labels: { '*': '*' } }`),
  spec('no-lab', '{}', '{ node_labels: { team: lab }, app_labels: { team: "^l.b$" } }'),
  spec('no-root', '{}', '{ logins: [root] }'),
];
const PEOPLE: readonly [name: string, roles: readonly string[], logins: readonly string[]][] = [
  ['ada', ['prod'], ['ada']],
  ['bob', ['prod', 'own', 'no-lab'], ['web']],
  ['cyd', ['expr', 'own', 'no-root', 'prod'], ['pay', 'cyd']],
  ['dot', ['no-lab'], []],
];

let gateway: Gateway;
let admin: WebClient;

beforeAll(async () => {
  gateway = await startGateway({ config: CONFIG });
  admin = await WebClient.ofInvite(gateway.base, /[^/]+$/.exec(gateway.invite ?? '')?.[0] ?? '', 'admin');
  for (const content of ROLES) await admin.expect('POST', '/roles', { content });
});
afterAll(() => gateway.stop());

const LIST = '?limit=100&sort=name:asc&query=&search=&startKey=&searchAsRoles=';
const itemsOf = (json: unknown): readonly unknown[] => {
  const items = at(json, 'items');
  return Array.isArray(items) ? items : [];
};
const roleOf = (content: string): Role => {
  const parsed = parseYaml(content);
  return toRole(parsed.ok ? parsed.value : undefined);
};

test('a rule with a condition does not deny changes, and the explanation agrees', async () => {
  const rules = (where?: string) => [{ resources: ['role'], verbs: ['*'], ...(where !== undefined && { where }) }];
  const content = spec('roles', JSON.stringify({ rules: rules() }));
  const guard = spec('guard', '{}', JSON.stringify({ rules: rules('equals(resource.metadata.name, "own")') }));
  for (const text of [content, guard]) await admin.expect('POST', '/roles', { content: text });
  const eve = await admin.invite('eve', ['roles', 'guard']);
  expect((await eve.request('PUT', '/roles/own', { content: ROLES[1] })).status).toBe(200);
  const asked = { userName: 'eve', roles: [content, guard].map(roleOf), traits: {}, kind: 'role', verb: 'update' };
  expect(ruleAnswerOf('eve', 'role', 'update', explainRule(asked)).verdict).toBe('yes');
});

test.each(PEOPLE)('the lists of %s contain the resources that the explanation allows', async (name, roles, logins) => {
  const person = await admin.invite(name, roles, logins);
  const stored: unknown = await admin.expect('GET', '/roles');
  const texts = new Map(
    (Array.isArray(stored) ? stored : []).map((item) => [textAt(item, 'name'), textAt(item, 'content')]),
  );
  const question = { roles: roles.map((role) => roleOf(texts.get(role) ?? '')), traits: { logins } };
  const nodes = itemsOf(await person.expect('GET', `${SITE}/nodes${LIST}`));
  const apps = new Set(itemsOf(await person.expect('GET', `${SITE}/apps${LIST}`)).map((app) => textAt(app, 'name')));
  for (const labels of LABELS) {
    const host = `${labels.team}-${labels.env}`;
    const node = nodes.find((one) => textAt(one, 'hostname') === host);
    expect(explainResource({ ...question, kind: 'node', labels, as: {} }).verdict.ok, host).toBe(node !== undefined);
    expect(explainResource({ ...question, kind: 'app', labels, as: {} }).verdict.ok, `app ${host}`).toBe(
      apps.has(host),
    );
    const given = at(node, 'sshLogins');
    for (const login of ['root', 'deploy', 'guest', 'ops', ...logins]) {
      const { ok } = explainResource({ ...question, kind: 'node', labels, as: { logins: login } }).verdict;
      expect(ok, `${login}@${host}`).toBe(Array.isArray(given) && given.includes(login));
    }
  }
});
