// Locks and their effects (http-resources §0, §15; streams §1.3, §3.9).
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, replayGroup } from '../support/replay.ts';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

replayGroup('locks', {
  prepare: async ({ client }) => {
    const admin = client('admin');
    await client('another user').accept(await admin.invite('rec-dave', ['access']), PASSWORD);
    await client('locked user').openPage('/web/login');
  },
  adjust: {
    // The records omit the lock of a device.
    'locks.list': async ({ client }) => {
      await client('admin').call('PUT', 'sites/example.test/locks', { targets: { mfa_device: 'x' } });
      return {};
    },
  },
});

describe('a lock', () => {
  let gateway: TerminalGateway;
  let admin: WebClient;
  let dave: WebClient;
  const LOCKS = '/sites/-current-/locks';
  beforeAll(async () => {
    gateway = await startTerminalGateway();
    admin = gateway.admin;
    await admin.addRole('guests', { allow: { logins: [LOGIN, 'nobody'], node_labels: { '*': '*' } } });
    dave = await admin.invite('dave', ['guests', 'auditor']);
  }, 240_000);
  afterAll(() => gateway.stop());

  /** Creates a lock that applies until the end of the test. */
  async function lock(targets: object, rest: { message?: string; ttl?: string } = {}): Promise<string> {
    const { name } = await admin.expect('PUT', LOCKS, { targets, message: '', ttl: '', ...rest });
    onTestFinished(async () => {
      await admin.request('DELETE', `${LOCKS}/${name}`);
    });
    return String(name);
  }
  async function openShell(client: WebClient): Promise<TerminalClient> {
    const terminal = client.terminal(gateway.shell);
    onTestFinished(() => terminal.drop());
    await terminal.session();
    terminal.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
    await terminal.sees('ready> ');
    return terminal;
  }
  const events = async (name: string) => {
    const { events: found } = await admin.expect('GET', `/sites/-current-/events/search?include=${name}&limit=10`);
    return found as Record<string, unknown>[];
  };
  const lastText = (terminal: TerminalClient) => fromUtf8(terminal.of('r').at(-1)!.payload);
  const statusOf = async (client: WebClient, path: string) => (await client.get(path)).status;

  test.each([
    ['user', () => ({ user: 'dave' })],
    ['role', () => ({ role: 'guests' })],
    ['server', () => ({ server_id: gateway.nodeId })],
    ['login', () => ({ login: LOGIN })],
    ['user and login together', () => ({ user: 'dave', login: LOGIN })],
  ])('on a %s ends a running shell at once, with its message in shell and audit log', async (_what, targets) => {
    const shell = await openShell(dave);
    await lock(targets(), { message: 'INC-4412' });
    await shell.closed;
    expect(shell.unseen).toMatch(/lock targeting .* is in force: INC-4412\r\n/);
    expect(lastText(shell)).toBe('wait: remote command exited without exit status or exit signal');
    expect(shell.of('c')).toEqual([]);
    const [left] = await events('client.disconnect');
    expect(left).toMatchObject({ user: 'dave', login: LOGIN, code: 'T3006I' });
    expect(left?.['reason']).toMatch(/^lock targeting .* is in force: INC-4412$/);
  });

  test('on a role ends the shell of a user who is assigned that role', async () => {
    await admin.addRole('quarantined', {});
    await lock({ role: 'quarantined' }, { message: 'INC-4413' });
    const shell = await openShell(dave);
    onTestFinished(async () => {
      await admin.expect('PUT', '/users', { name: 'dave', roles: ['guests', 'auditor'] });
    });
    await admin.expect('PUT', '/users', { name: 'dave', roles: ['guests', 'auditor', 'quarantined'] });
    await shell.closed;
    expect(shell.unseen).toContain('lock targeting Role:"quarantined" is in force: INC-4413');
  });

  test('does not affect other targets', async () => {
    const shell = await openShell(dave);
    await lock({ user: 'dave', login: 'nobody' });
    await lock({ user: 'eve' });
    await lock({ server_id: '00000000-0000-4000-8000-000000000002' });
    await lock({ user: 'dave' }, { ttl: '-1h' });
    shell.type("echo al''ive\r");
    await shell.sees('alive');
    expect(await statusOf(dave, '/sites/-current-/nodes?limit=1')).toBe(200);
  });

  test('with an unknown kind of target is refused, because it would apply to more than intended', async () => {
    const targets = { user: 'dave', lgoin: 'nobody' };
    const refused = await admin.request('PUT', LOCKS, { targets, message: '', ttl: '' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('lgoin')]);
    await lock({ User: 'dave', LOGIN: 'nobody' }); // target fields match in upper and lower case
    expect(await statusOf(dave, '/sites/-current-/nodes?limit=1')).toBe(200);
  });

  test('refuses new sessions, and does not end the sign-in', async () => {
    const uuid = await lock({ user: 'dave' }, { message: 'Call the help desk', ttl: '1h' });
    await expect(dave.signIn('dave')).rejects.toThrow(/403.*Call the help desk/s);
    const wrong = await dave.signIn('dave', 'wrong password').catch(String);
    expect(wrong).toContain('403');
    expect(wrong).not.toContain('help desk');
    expect(await statusOf(dave, '/user/status')).toBe(200);
    const refused = await dave.get('/sites/-current-/nodes?limit=1');
    const lockFields = { message: 'Call the help desk', expires: expect.any(String) };
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: { message: 'access denied' }, fields: { 'locked-out': lockFields } },
    ]);
    expect((await dave.request('POST', '/sessions/web/renew', {})).status).toBe(403);
    expect(await events('user.login')).toContainEqual(
      expect.objectContaining({
        user: 'dave',
        success: false,
        error: 'lock targeting User:"dave" is in force: Call the help desk',
      }),
    );
    await admin.expect('DELETE', `${LOCKS}/${uuid}`);
    expect(await statusOf(dave, '/sites/-current-/nodes?limit=1')).toBe(200);
    await dave.signIn('dave');
  });

  test('on a server or a login affects only terminals', async () => {
    await lock({ server_id: gateway.nodeId });
    await lock({ login: LOGIN });
    expect(await statusOf(dave, '/sites/-current-/nodes?limit=1')).toBe(200);
    await dave.signIn('dave');
  });

  test('is reported to a user who opens or joins a terminal before it opens', async () => {
    const { id: sid } = await (await openShell(admin)).session();
    await lock({ user: 'dave' }, { message: 'review' });
    for (const params of [gateway.shell, { sid, term: SIZE }]) {
      const refusal = await dave.terminal(params).opened;
      expect(refusal?.status).toBe(403);
      expect(JSON.parse(refusal?.body ?? '')).toMatchObject({
        error: { message: 'lock targeting User:"dave" is in force: review' },
        fields: { 'lock-in-force': { kind: 'lock', spec: { target: { user: 'dave' }, message: 'review' } } },
      });
    }
    expect((await events('session.rejected'))[0]).toMatchObject({
      user: 'dave',
      login: LOGIN,
      max: 0,
      reason: 'lock targeting User:"dave" is in force: review',
      server_id: gateway.nodeId,
    });
  });

  test('disconnects an observer, and the session of the owner continues', async () => {
    const shell = await openShell(admin);
    const watcher = dave.terminal({ sid: (await shell.session()).id, mode: 'observer', term: SIZE });
    onTestFinished(() => watcher.drop());
    await watcher.until(() => watcher.frames.length > 1, 'more than the session');
    await lock({ user: 'dave' });
    await watcher.closed;
    shell.type("echo al''ive\r");
    await shell.sees('alive');
  });

  test('on all administrators is refused, by name and by role', async () => {
    for (const targets of [{ user: 'admin' }, { role: 'editor' }]) {
      const refused = await admin.request('PUT', LOCKS, { targets, message: '', ttl: '' });
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { error: { message: 'This lock would leave no user who can administer users and roles' } },
      ]);
    }
    expect(await admin.expect('GET', LOCKS)).toEqual([]);
  });

  test('applies if it is written as a document', async () => {
    const shell = await openShell(dave);
    const content =
      '# see INC-7\nkind: lock\nversion: v2\nmetadata: { name: inc-7 }\nspec: { target: { user: dave } }\n';
    await admin.expect('POST', '/postern/documents/lock', { content });
    onTestFinished(async () => {
      await admin.request('DELETE', `${LOCKS}/inc-7`);
    });
    await shell.closed;
    expect(await admin.expect('GET', LOCKS)).toMatchObject([
      { name: 'inc-7', createdBy: 'admin', targets: { user: 'dave' } },
    ]);
    const empty = await admin.request('PUT', '/postern/documents/lock/inc-7', {
      content: content.replace('{ user: dave }', '{}'),
    });
    expect([empty.status, await empty.json()]).toEqual([
      400,
      { error: { message: 'at least one target field must be set' } },
    ]);
  });

  test('is in the audit log when it is created and when it is removed', async () => {
    const uuid = await lock({ role: 'nobody-has-it' });
    await admin.expect('DELETE', `${LOCKS}/${uuid}`);
    expect((await events('lock.created'))[0]).toMatchObject({
      code: 'TLK00I',
      name: uuid,
      user: 'admin',
      updated_by: 'admin',
      target: { role: 'nobody-has-it' },
      expires: '0001-01-01T00:00:00Z',
    });
    expect((await events('lock.deleted'))[0]).toMatchObject({ code: 'TLK01I', name: uuid, user: 'admin' });
  });
});
