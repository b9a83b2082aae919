// Join tokens, their scripts, and tokens as documents (http-resources §12).
import { execFileSync, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { replayGroup, type Stage } from '../support/replay.ts';

const tokenOf = async ({ client }: Stage, role: string): Promise<string> => {
  const { json } = await client('admin').call('POST', 'token', { roles: [role] });
  return (json as { id: string }).id;
};
const withToken =
  (role: string) =>
  async (stage: Stage, { path }: { path: string }) => ({
    path: path.replace('<hex32>', await tokenOf(stage, role)),
  });

replayGroup('tokens', {
  adjust: {
    'tokens.script-node': withToken('Node'),
    'tokens.script-node-v1': withToken('Node'),
    'tokens.script-app': withToken('App'),
    'tokens.script-app-no-name': withToken('App'),
    'tokens.script-app-bad-uri': withToken('App'),
    'tokens.script-unknown': (_stage, { path }) => ({ path: path.replace('<hex32>', '0'.repeat(32)) }),
    'tokens.delete': (_stage, { path }) => ({ path: path.replace('<hex32>', '0'.repeat(32)) }),
  },
});

describe('a join token', () => {
  let gateway: InProcess;
  let admin: ApiClient;
  beforeAll(async () => {
    gateway = await startInProcess();
    admin = await gateway.admin();
  });
  afterAll(() => gateway.stop());

  type Token = { id: string; expiry: string; method: string; suggestedLabels?: { name: string; value: string }[] };
  const make = async (body: object) => (await admin.call('POST', 'token', body)).json as Token;
  const script = (path: string) => admin.send({ method: 'GET', path });
  const documents = async () =>
    (await admin.call('GET', 'postern/documents/token')).json as { name: string; content: string; revision: string }[];

  test('is valid for four hours, and its document is removed afterwards', async () => {
    const { id, expiry } = await make({ roles: ['Node'] });
    expect(Date.parse(expiry) - gateway.nowMs()).toBe(4 * 3600_000);
    expect((await documents()).find(({ name }) => name === id)?.content).toContain('- Node');
    expect((await script(`/scripts/${id}/install-node.sh`)).text).toMatch(/^#!\/bin\/sh\n/);
    gateway.pass(4 * 3600_000);
    await admin.signIn('admin', PASSWORD);
    expect((await documents()).map(({ name }) => name)).not.toContain(id);
    expect((await script(`/scripts/${id}/install-node.sh`)).text).toMatch(/The token may be expired or invalid/);
  });

  test.each([
    { allow: {} },
    { allow: 'x' },
    { join_method: 'ec2', allow: [{ aws_account: 7 }] },
    { join_method: 'ec2', allow: [{ aws_account: '1', aws_regions: 'us-east-1' }] },
    { join_method: 'iam', allow: [7] },
    { github: [] },
    { gitlab: { allow: {} } },
    { suggested_agent_matcher_labels: [] },
    { suggested_agent_matcher_labels: { env: 1 } },
    { bot_name: 7 },
  ])('with a wrong type in %j is refused', async (fields) => {
    expect((await admin.call('POST', 'token', { roles: ['Node'], ...fields })).status).toBe(400);
  });

  test('of the same AWS rules is created once, and is refused if a different token has its name', async () => {
    const rules = (account: string, arn: string) => ({
      roles: ['Node'],
      join_method: 'iam',
      allow: [{ aws_account: account, aws_arn: arn }],
    });
    const first = await make(rules('12', '3x'));
    const again = await make(rules('12', '3x'));
    expect(again).toEqual({ id: first.id, expiry: first.expiry, method: 'iam' });
    const other = await admin.call('POST', 'token', rules('123', 'x'));
    expect(other.status).toBe(400);
    expect((await script(`/scripts/${first.id}/install-node.sh?method=iam`)).text).toMatch(/^#!\/bin\/bash\n/);
  });

  test('suggests its resource-id label instead of the requested suggested_labels', async () => {
    const { suggestedLabels } = await make({ roles: ['Node'], suggested_labels: { a: ['b'] } });
    expect(suggestedLabels).toEqual([
      { name: 'teleport.internal/resource-id', value: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown },
    ]);
  });

  test('assigns the labels that the console requests, but no reserved labels', async () => {
    const { id, suggestedLabels } = await make({ roles: ['Node'], labels: { env: 'prod', Team: 'payments' } });
    const { json } = await admin.call('GET', `postern/documents/token/${id}`);
    const { content } = json as { content: string };
    expect(content).toContain('env: prod');
    expect(content).toContain('Team: payments');
    expect(content).toContain(suggestedLabels?.[0]?.value);
    for (const [labels, why] of [
      [{ 'teleport.internal/resource-id': 'x' }, 'belongs to the gateway'],
      [{ 'a b': 'x' }, 'invalid label key'],
      [{ a: 1 }, 'labels.a: a text'],
      [['a'], 'labels: an object'],
      [Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, 'x'])), 'at most 100'],
    ] as const) {
      const refused = await admin.call('POST', 'token', { roles: ['Node'], labels });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why)]);
    }
  });

  test.each([
    [{}, 'provisioning token is missing roles'],
    [{ roles: ['Nonsense'] }, 'role Nonsense is not registered'],
    [
      { roles: ['Node'], join_method: 'token', allow: [{ aws_account: '1' }] },
      'allow rules are not compatible with the "token" join method',
    ],
  ])('is refused for the request %j', async (body, message) => {
    const { status, json } = await admin.call('POST', 'token', body);
    expect([status, json]).toEqual([400, { error: { message } }]);
  });

  test('is created, changed and removed as a document, and its secret name is not in the audit log', async () => {
    const content = '# for the build\nkind: token\nversion: v2\nmetadata: {}\nspec: { roles: [Node] }\n';
    const made = await admin.call('POST', 'postern/documents/token', { content });
    expect(made.status, made.text).toBe(200);
    const { name, revision } = made.json as { name: string; revision: string };
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    const stored = (await documents()).find((one) => one.name === name)?.content ?? '';
    expect(stored).toContain('# for the build');
    const put = (body: object) => admin.call('PUT', `postern/documents/token/${name}`, body);
    expect((await put({ content: stored.replace('[Node]', '[]'), revision })).status).toBe(400);
    expect((await put({ content: stored.replace('[Node]', '[Node, App]'), revision })).status).toBe(200);
    expect((await put({ content: stored, revision })).status).toBe(409);
    const { json } = await admin.call('GET', 'sites/-current-/events/search?include=join_token.create&limit=1');
    const [event] = (json as { events: Record<string, unknown>[] }).events;
    expect(event).toMatchObject({ code: 'TJT00I', roles: ['Node', 'App'], join_method: 'token' });
    expect(JSON.stringify(event)).not.toContain(name);
    expect((await admin.call('DELETE', `postern/documents/token/${name}`)).status).toBe(200);
    expect((await documents()).map((one) => one.name)).not.toContain(name);
  });

  test('for clusters is logged with the event of a cluster, and other tokens are not', async () => {
    const uses = async () =>
      (await admin.call('GET', 'sites/-current-/events/search?include=trusted_cluster_token.create')).json;
    await make({ roles: ['Node'] });
    expect(await uses()).toMatchObject({ events: [] });
    await make({ roles: ['Node', 'Trusted_cluster'] });
    expect(await uses()).toMatchObject({
      events: [{ code: 'T7002I', user: 'admin', expires: '0001-01-01T00:00:00Z', cluster_name: 'example.test' }],
    });
  });

  test('creates scripts that a shell can parse with any labels', async () => {
    const { id } = await make({
      roles: ['Db'],
      suggested_agent_matcher_labels: { "it's": ['$(touch /tmp/never)', '`x`', '"\n'] },
    });
    for (const path of [
      `/scripts/${id}/install-node.sh`,
      `/scripts/${id}/install-database.sh`,
      `/scripts/${id}/install-app.sh?name=demo&uri=http%253A%252F%252Flocalhost%253A8080`,
    ]) {
      const { status, text, headers } = await script(path);
      expect([status, headers['content-type'], text.split('\n')[0]]).toEqual([200, 'text/plain', '#!/bin/bash']);
      execFileSync('bash', ['-n'], { input: text });
    }
  });

  test('creates a script that sends a join request, and prints the reason of a refusal', async () => {
    const { id } = await make({ roles: ['Db'] });
    const { text } = await script(`/scripts/${id}/install-database.sh`);
    const here = text.replace("URL='http://localhost:3080'", `URL='${gateway.base}'`);
    expect(here).not.toBe(text);
    const child = spawn('bash', ['-s'], { stdio: 'pipe' });
    const outputs: string[] = [];
    child.stderr.on('data', (data: Buffer) => outputs.push(String(data)));
    child.stdin.end(here);
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(1);
    if (process.getuid?.() === 0) expect(outputs.join('')).toContain('not supported by this gateway yet');
    else expect(outputs.join('')).toContain('must run as root');
  });

  test('serves the desktop script only for a valid token, and unknown scripts with 404', async () => {
    const { id } = await make({ roles: ['WindowsDesktop'] });
    const path = (token: string) => `/v1/webapi/scripts/desktop-access/configure/${token}/configure-ad.ps1`;
    expect(await script(path(id))).toMatchObject({ status: 200, headers: { 'content-type': 'text/x-shellscript' } });
    for (const bad of ['nope', '0'.repeat(32)]) {
      expect(await script(path(bad))).toMatchObject({ status: 400, json: { error: { message: 'invalid token' } } });
    }
    for (const name of ['install-ad-ds.ps1', 'install-ad-cs.ps1']) {
      expect((await script(`/v1/webapi/scripts/desktop-access/${name}`)).text).toMatch(/Install-WindowsFeature/);
    }
    expect((await script('/v1/webapi/scripts/installer/default-installer')).text).toMatch(/^#!\/bin\/sh\n/);
    expect((await script('/v1/webapi/scripts/installer/nonsense')).status).toBe(404);
    expect((await script(`/scripts/${id}/install-nothing.sh`)).status).toBe(404);
  });
});
