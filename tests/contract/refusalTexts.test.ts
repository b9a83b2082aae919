// Refusals that no recording shows, in the words of the reference (http-auth §1.8): clients match some of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAt } from '../../src/lib/json.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
});
afterAll(() => gateway.stop());

const ID = '11111111-2222-4333-8444-555555555555';
const kube = { cluster_name: 'eu-1' };
const node = { node_name: 'web', login: 'root' };
const join = { hostID: ID, node_name: 'web', role: 'Node', token: 'nope' };

test.each<[call: string, body: object | undefined, status: number, message: string]>([
  [`GET sites/-current-/diagnostics/connections/${ID}`, undefined, 404, `connection diagnostic "${ID}" doesn't exist`],
  ['GET scripts/installer/nope', undefined, 404, 'key "/cluster_configuration/scripts/installer/nope" is not found'],
  ['DELETE github/nope', undefined, 404, 'key /web/connectors/github/connectors/nope is not found'],
  ['POST sites/-current-/mfa/required', { node, kube }, 400, 'only one target is allowed for MFA check'],
  [
    'POST sites/-current-/mfa/required',
    { node, kube: {} },
    400,
    'missing cluster_name for checking kubernetes cluster target',
  ],
  ['POST host/credentials', join, 403, '"web" can not join the cluster with role "Node", token expired or not found'],
])('%s with %j is refused as by a cluster', async (call, body, status, message) => {
  const [method = '', path = ''] = call.split(' ');
  const answer = await admin.call(method, path, body);
  expect([answer.status, textAt(answer.json, 'error', 'message')]).toEqual([status, message]);
});

test('agents with a token of theirs learn that they are not served', async () => {
  const { json } = await admin.call('POST', 'token', { roles: ['Node'] });
  const { status } = await admin.call('POST', 'host/credentials', { ...join, token: textAt(json, 'id') });
  expect(status).toBe(501);
});

test.each([
  ['desktops/nope/connect?username=x&width=10&height=10', 'Bad Request\n'],
  [`desktopplayback/${ID}`, 'not websocket protocol'],
  [`assistant?conversation_id=${ID}`, 'Bad Request\nError upgrading to websocket\n'],
])('a plain request to the socket %s is refused as by a cluster', async (socket, text) => {
  const answer = await admin.call('GET', `sites/-current-/${socket}`);
  expect([answer.status, answer.text]).toEqual([400, text]);
});
