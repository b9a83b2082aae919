// Documents that expire: `metadata.expires` (resource-specs §0.2) of every kind.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentItemJson, HistoryJson } from '../../src/wire/http.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  await admin.call('POST', 'roles', {
    content:
      "kind: role\nversion: v6\nmetadata: { name: keeper }\nspec: { allow: { node_labels: { '*': '*' }, app_labels: { '*': '*' }, db_labels: { '*': '*' }, kubernetes_labels: { '*': '*' }, windows_desktop_labels: { '*': '*' }, group_labels: { '*': '*' }, rules: [{ resources: ['*'], verbs: ['*'] }] } }\n",
  });
  await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'keeper'] });
});
afterAll(() => gateway.stop());

const LIFE_MS = 5000;
const lists = ['nodes', 'apps', 'databases', 'kubernetes', 'desktops', 'user-groups', 'integrations', 'locks'];
const textOf = async (path: string) => (await admin.call('GET', path)).text;

const kinds: [kind: string, version: string, spec: string][] = [
  ['app', 'v3', 'uri: http://127.0.0.1:9'],
  ['db', 'v3', 'protocol: postgres, uri: "a.example.test:5432"'],
  ['kube_cluster', 'v3', 'kubeconfig: YWJj'],
  ['node', 'v2', 'addr: "10.0.0.1:22", hostname: short-lived'],
  ['windows_desktop', 'v3', 'addr: 10.0.0.9, non_ad: true'],
  ['user_group', 'v1', 'Applications: [a]'],
  ['role', 'v6', 'allow: { logins: [root] }'],
  [
    'oidc',
    'v3',
    'issuer_url: "https://i.example.com", client_id: a, client_secret: b, redirect_url: "https://c.example/cb", claims_to_roles: [{ claim: g, value: o, roles: [access] }]',
  ],
  ['token', 'v2', 'roles: [Node], join_method: token'],
  ['lock', 'v2', 'target: { user: nobody }'],
  ['integration', 'v1', 'aws_oidc: { role_arn: "arn:aws:iam::123456789012:role/x" }'],
];

describe('an expired document', () => {
  test.each(kinds)('of kind %s is removed everywhere, and its name is available', async (kind, version, spec) => {
    const ends = new Date(gateway.nowMs() + LIFE_MS).toISOString();
    const subKind = { node: 'sub_kind: openssh\n', integration: 'sub_kind: aws-oidc\n' }[kind] ?? '';
    const content = `kind: ${kind}\n${subKind}version: ${version}\nmetadata: { name: short-lived, expires: "${ends}" }\nspec: { ${spec} }\n`;
    const create = () => admin.call('POST', `postern/documents/${kind}`, { content });
    expect((await create()).status).toBe(200);
    const everywhere = async () =>
      (
        await Promise.all([
          ...lists.map((list) => textOf(`sites/-current-/${list}`)),
          textOf(`postern/documents/${kind}`),
          textOf('postern/inventory'),
          textOf('roles'),
          textOf('ping'),
        ])
      ).join('\n');
    gateway.pass(LIFE_MS - 1);
    expect(await everywhere()).toContain('short-lived');
    gateway.pass(1);
    expect(await everywhere()).not.toContain('short-lived');
    expect((await admin.call('GET', `postern/documents/${kind}/short-lived`)).status).toBe(404);
    expect((await admin.call('DELETE', `postern/documents/${kind}/short-lived`)).status).toBe(404);
    const { revisions } = (await admin.call('GET', `postern/history/${kind}/short-lived`)).json as HistoryJson;
    expect(revisions[0]).toMatchObject({ change: 'removed', author: 'system', time: ends });
    const again = await admin.call('POST', `postern/documents/${kind}`, {
      content: content.replace(/, expires: "[^"]*"/, ''),
    });
    expect(again.status).toBe(200);
    gateway.pass(LIFE_MS);
    expect(await everywhere()).toContain('short-lived');
    expect((await admin.call('DELETE', `postern/documents/${kind}/short-lived`)).status).toBe(200);
  });

  test('is refused at its field, also at a restore, and the zero time means no expiry', async () => {
    const content = (expires: string) =>
      `kind: role\nversion: v6\nmetadata: { name: ended, expires: "${expires}" }\nspec: { allow: { logins: [root] } }\n`;
    const past = { content: content(new Date(gateway.nowMs()).toISOString()) };
    const refused = await admin.call('POST', 'roles', past);
    const path = encodeURIComponent('["metadata","expires"]');
    expect([refused.status, refused.headers['x-field-path']]).toEqual([400, path]);
    expect(refused.text).toContain('metadata.expires: the time is in the past');
    expect((await admin.call('POST', 'roles', { content: content('0001-01-01T00:00:00Z') })).status).toBe(200);
    expect((await admin.call('PUT', 'roles/ended', past)).status).toBe(400);
    expect(await textOf('roles')).toContain('0001-01-01T00:00:00Z');
    expect((await admin.call('DELETE', 'roles/ended')).status).toBe(200);
  });

  test('grants no access: the users of an expired role lose its access', async () => {
    const ends = new Date(gateway.nowMs() + LIFE_MS).toISOString();
    const content = `kind: role\nversion: v6\nmetadata: { name: for-now, expires: "${ends}" }\nspec: { allow: { rules: [{ resources: [user], verbs: [list, read] }] } }\n`;
    await admin.call('POST', 'roles', { content });
    const una = await gateway.user(admin, 'una', ['access', 'for-now']);
    expect((await una.call('GET', 'users')).status).toBe(200);
    gateway.pass(LIFE_MS);
    expect((await una.call('GET', 'users')).status).toBe(403);
  });

  test('has no effect: the earlier settings apply again', async () => {
    const path = 'cluster_auth_preference/cluster-auth-preference';
    const ends = new Date(gateway.nowMs() + LIFE_MS).toISOString();
    const content = `kind: cluster_auth_preference\nversion: v2\nmetadata: { name: cluster-auth-preference, expires: "${ends}" }\nspec: { message_of_the_day: only for now }\n`;
    expect((await admin.call('PUT', `postern/documents/${path}`, { content })).status).toBe(200);
    expect(await textOf('motd')).toContain('only for now');
    gateway.pass(LIFE_MS);
    expect(await textOf('motd')).not.toContain('only for now');
    expect((await admin.call('GET', `postern/documents/${path}`)).json as DocumentItemJson).toMatchObject({
      origin: 'defaults',
    });
  });
});
