// A user who may write applications must not take over the host name of another: it would get its users' cookies and
// input.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { atApp, echoOf, openApp } from '../support/appScene.ts';
import { addRole } from '../support/inProcessTerminal.ts';
import { startWebApp, type WebApp } from '../support/webApp.ts';

let web: WebApp;
let gateway: InProcess;
let admin: ApiClient;
let writer: ApiClient;

const app = (name: string, public_addr?: string) => ({
  ...{ kind: 'app' as const, version: 'v3', metadata: { name } },
  spec: { uri: `http://127.0.0.1:${web.port}`, ...(public_addr !== undefined && { public_addr }) },
});
const PATH = 'postern/documents/app';
const write = (name: string, public_addr?: string) =>
  writer.call('POST', PATH, { content: JSON.stringify(app(name, public_addr)) });

beforeAll(async () => {
  web = await startWebApp();
  gateway = await startInProcess({
    inventory: [app('plain'), app('addressed', 'shop.example.test'), app('other', 'x.localhost')],
  });
  admin = await gateway.admin();
  const rules = [{ resources: ['app'], verbs: ['list', 'read', 'create', 'update'] }];
  await addRole(admin, 'app-writer', { allow: { app_labels: { '*': '*' }, rules } });
  writer = await gateway.user(admin, 'wendy', ['app-writer']);
  expect((await write('written')).status).toBe(200);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await web.stop();
});

test.each([
  ['the address of another application', 'evil', 'shop.example.test'],
  ['the address of another application in capitals', 'evil', 'SHOP.example.test'],
  ['the address of another application with a dot', 'evil', 'shop.example.test.'],
  ['the default host of another application', 'evil', 'plain.localhost'],
  ['the default host of an application that this test created', 'evil', 'written.localhost'],
  ['the default host of an application with an address', 'evil', 'addressed.localhost'],
  ['a name that is the address of another application', 'x', undefined],
  ['the host of the console', 'evil', 'localhost'],
])('a document may not have %s', async (_, name, address) => {
  const { status, text } = await write(name, address);
  expect([status, text]).toEqual([400, expect.stringContaining('belongs to the console or to another application')]);
});

test('an update of a document may keep its host, but not use the host of another application', async () => {
  const change = async (public_addr?: string) => {
    const { revision } = (await writer.call('GET', `${PATH}/written`)).json as { revision: string };
    const content = JSON.stringify(app('written', public_addr));
    return (await writer.call('PUT', `${PATH}/written`, { content, revision })).status;
  };
  expect(await change('written.localhost')).toBe(200);
  expect(await change('plain.localhost')).toBe(400);
});

test('an application of gateway.yaml gets its host even if a document had the host first', async () => {
  const { inventory } = gateway.app.gateway.stores;
  const plain = inventory.all('app').find(({ document }) => document.metadata.name === 'plain')!;
  const document = { ...plain.document, ...app('a', 'plain.localhost') };
  inventory.put({ ...plain, key: 'a', origin: 'dynamic', document });
  const opened = await openApp(admin, 'plain.localhost');
  const { headers } = echoOf(await atApp(admin, 'plain.localhost', '/echo', opened));
  expect(headers['host']).toBe(`127.0.0.1:${web.port}`);
  expect(gateway.app.gateway.appDirectory.ofHost('plain.localhost')?.name).toBe('plain');
});
