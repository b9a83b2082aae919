// Documents of gateway.yaml and of a seed, and secrets that no answer may contain (our extension).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededNode } from '../../gateway/seed/nodes.ts';
import { seededResource } from '../../gateway/seed/resources.ts';
import type { DocumentItemJson } from '../../src/wire/http.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1jbHVzdGVy';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess({
    node: { name: 'this-machine', labels: { env: 'dev' } },
    inventory: [
      { kind: 'app', version: 'v3', metadata: { name: 'wiki' }, spec: { uri: 'http://127.0.0.1:3000' } },
      { kind: 'kube_cluster', version: 'v3', metadata: { name: 'eu-1' }, spec: { kubeconfig: SECRET } },
    ],
  });
  const { inventory } = gateway.app.gateway.stores;
  inventory.put(seededNode(7));
  inventory.put(seededResource('app', 7, gateway.app.gateway.hostId));
  admin = await gateway.admin();
  await admin.call('POST', 'roles', {
    content:
      "kind: role\nversion: v6\nmetadata: { name: keeper }\nspec: { allow: { app_labels: { '*': '*' }, kubernetes_labels: { '*': '*' }, rules: [{ resources: ['*'], verbs: ['*'] }] } }\n",
  });
  await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'keeper'] });
});
afterAll(() => gateway.stop());

const get = async (path: string) => (await admin.call('GET', `postern/${path}`)).json;
const messageOf = ({ json }: { json: unknown }) => (json as { error: { message: string } }).error.message;

describe('a document of another origin', () => {
  const fixed: [what: string, kind: string, name: () => string, origin: string, where: RegExp][] = [
    ['an application of gateway.yaml', 'app', () => 'wiki', 'config-file', /set in gateway\.yaml\. Change it there$/],
    ['this machine', 'node', () => gateway.app.gateway.hostId, 'config-file', /set in gateway\.yaml/],
    ['a seeded server', 'node', () => seededNode(7).key, 'seed', /npm run seed/],
    ['a seeded application', 'app', () => seededResource('app', 7, 'x').document.metadata.name, 'seed', /npm run seed/],
  ];

  test.each(fixed)('%s can be read as a document', async (_what, kind, name, origin) => {
    const item = (await get(`documents/${kind}/${name()}`)) as DocumentItemJson;
    expect(item).toMatchObject({ kind, name: name(), origin, revision: '0' });
    expect(item.content).toMatch(new RegExp(`^kind: ${kind}\nmetadata:\n`));
  });

  test.each(fixed)('%s is read-only, and the refusal names its source', async (_what, kind, name, _, where) => {
    const { content } = (await get(`documents/${kind}/${name()}`)) as DocumentItemJson;
    const lists = async () => [
      await get(`documents/${kind}`),
      (await admin.call('GET', `sites/-current-/${kind}s`)).json,
    ];
    const before = await lists();
    const answers = [
      await admin.call('PUT', `postern/documents/${kind}/${name()}`, { content }),
      await admin.call('POST', `postern/documents/${kind}`, { content }),
      await admin.call('POST', 'postern/inventory', { content }),
      await admin.call('DELETE', `postern/documents/${kind}/${name()}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 409, 409, 400]);
    for (const answer of answers) expect(messageOf(answer)).toMatch(where);
    expect(await lists()).toEqual(before);
  });

  test('is listed together with written documents, except documents of a seed', async () => {
    const items = (await get('inventory')) as DocumentItemJson[];
    expect(items.map(({ id, origin }) => [id, origin])).toEqual([
      ['app:wiki', 'config-file'],
      ['kube_cluster:eu-1', 'config-file'],
      [`node:${gateway.app.gateway.hostId}`, 'config-file'],
    ]);
  });
});

describe('a secret', () => {
  const documents: [kind: string, content: string][] = [
    ['kube_cluster', `metadata: { name: us-1 }\nversion: v3\nspec: { kubeconfig: ${SECRET} }\n`],
    [
      'oidc',
      `metadata: { name: corp }\nversion: v3\nspec:\n  issuer_url: https://login.example.com\n  client_id: a\n  client_secret: ${SECRET}\n  mfa: { enabled: true, client_secret: ${SECRET}x }\n  redirect_url: https://c.example/cb\n  claims_to_roles: [{ claim: groups, value: ops, roles: [access] }]\n`,
    ],
    [
      'token',
      `metadata: { name: bound }\nversion: v2\nspec: { roles: [Node], bound_keypair: { onboarding: { registration_secret: ${SECRET} } } }\nstatus: { registration_secret: ${SECRET}x }\n`,
    ],
  ];

  test.each(documents)('of a %s is not in any answer, even for the author of the document', async (kind, rest) => {
    const content = `kind: ${kind}\n${rest}`;
    const written = await admin.call('POST', `postern/documents/${kind}`, { content });
    const name = /name: ([\w-]+)/.exec(content)?.[1] ?? '';
    const { revisions } = (await get(`history/${kind}/${name}`)) as { revisions: { revision: string }[] };
    const answers = await Promise.all([
      ...[
        `postern/documents/${kind}`,
        `postern/documents/${kind}/${name}`,
        'postern/inventory',
        ...revisions.map(({ revision }) => `postern/history/${kind}/${name}/${revision}`),
        'postern/documents/kube_cluster/eu-1',
        'sites/-current-/kubernetes',
        'sites/-current-/events/search',
        'github',
        'ping',
      ].map((path) => admin.call('GET', path)),
      admin.send({ method: 'GET', path: '/web/config.js' }),
    ]);
    for (const { text } of [written, ...answers]) expect(text).not.toContain(SECRET);
    const [stored] = gateway.app.gateway.stores.documents.list(kind);
    expect(written.status).toBe(200);
    expect(JSON.stringify(stored?.document)).toContain(SECRET);
  });

  test('in a refused document is not repeated in the refusal', async () => {
    const content = `kind: kube_cluster\nversion: v3\nmetadata: { name: odd }\nspec: { kubeconfig: "%${SECRET}" }\n`;
    const refused = await admin.call('POST', 'postern/documents/kube_cluster', { content });
    expect(refused.status).toBe(400);
    expect(messageOf(refused)).toMatch(/^spec\.kubeconfig: expected base64/);
    expect(refused.text).not.toContain(SECRET);
  });
});
