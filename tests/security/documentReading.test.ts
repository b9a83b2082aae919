// Documents of every kind and their history are read only by users whose roles allow it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_KINDS } from '../../gateway/documents/kinds/documentKinds.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
let carl: ApiClient;
/** A name of an existing or removed document for each kind. */
const NAMES: Record<string, string> = { role: 'access' };

beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'nothing' }, spec: {} });
  await admin.call('POST', 'roles', { content });
  carl = await gateway.user(admin, 'carl', ['nothing']);
}, 60_000);
afterAll(() => gateway.stop());

describe('L1: a user without rights', () => {
  test.each(DOCUMENT_KINDS.map(({ kind, singleton }) => [kind, singleton?.name ?? NAMES[kind] ?? 'some-name']))(
    'cannot read a %s or its history',
    async (kind, name) => {
      for (const path of [
        `postern/documents/${kind}`,
        `postern/documents/${kind}/${name}`,
        `postern/history/${kind}`,
        `postern/history/${kind}/${name}`,
        `postern/history/${kind}/${name}/1`,
      ]) {
        const { status, text } = await carl.call('GET', path);
        expect(status, `${path}: ${text}`).toBe(403);
      }
    },
  );

  test('cannot read the settings of the cluster', async () => {
    expect((await carl.call('GET', 'postern/settings')).status).toBe(403);
    expect((await admin.call('GET', 'postern/settings')).json).toHaveLength(3);
  });

  test('cannot read a lock by name, while it applies or after its removal', async () => {
    const lock = { targets: { user: 'mallory' }, message: 'HR case 4711', ttl: '' };
    const { name } = (await admin.call('PUT', 'sites/-current-/locks', lock)).json as { name: string };
    const answers = async () => {
      const paths = [
        `postern/documents/lock/${name}`,
        `postern/history/lock/${name}`,
        `postern/history/lock/${name}/1`,
      ];
      return Promise.all(paths.map(async (path) => carl.call('GET', path)));
    };
    for (const { status, text } of await answers()) expect([status, text.includes('4711')]).toEqual([403, false]);
    expect((await admin.call('DELETE', `sites/-current-/locks/${name}`)).status).toBe(200);
    for (const { status, text } of await answers()) expect([status, text.includes('4711')]).toEqual([403, false]);
  });
});

test('L1: a user who may create locks but not read them can still create them', async () => {
  const spec = { allow: { rules: [{ resources: ['lock'], verbs: ['create', 'update'] }] } };
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'locker' }, spec });
  await admin.call('POST', 'roles', { content });
  const locker = await gateway.user(admin, 'lara', ['locker']);
  const made = await locker.call('PUT', 'sites/-current-/locks', { targets: { user: 'eve' }, message: '', ttl: '' });
  expect(made.status, made.text).toBe(200);
  const { name } = made.json as { name: string };
  expect((await locker.call('GET', `postern/documents/lock/${name}`)).status).toBe(403);
});
