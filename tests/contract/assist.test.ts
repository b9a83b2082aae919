// Assist without a model: conversations, their socket, the planner, approved commands (http-resources §17, streams §7).
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { CONTEXT_CHARS_MAX, type AssistMessageJson } from '../../src/wire/assist/messages.ts';
import { decodeResult, decodeRun } from '../../src/wire/assist/payloads.ts';
import { AssistSocket, commandOf, textOf } from '../support/assistSocket.ts';
import { finished } from '../support/commandClient.ts';
import { replayGroup } from '../support/replay.ts';
import { LOGIN, startTerminalGateway, TERMINAL_CONFIG, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

replayGroup('assistant');

let gateway: TerminalGateway;
let admin: WebClient;
let other: WebClient;
beforeAll(async () => {
  gateway = await startTerminalGateway({ config: `${TERMINAL_CONFIG}assist: { messages_per_minute: 600 }\n` });
  admin = gateway.admin;
  other = await admin.invite('nora', ['access'], [LOGIN]);
}, 240_000);
afterAll(() => gateway.stop());

const CONVERSATIONS = '/assistant/conversations';
const create = async (by = admin): Promise<string> => String((await by.expect('POST', CONVERSATIONS)).id);
const history = async (id: string, by = admin, query = ''): Promise<AssistMessageJson[]> =>
  (await by.expect('GET', `${CONVERSATIONS}/${id}${query}`)).messages;
const socketOf = (id: string, extensions = true, by = admin) => AssistSocket.open(gateway.base, by, id, extensions);
/** Creates a conversation, and opens its socket until the greeting. */
async function fresh(extensions = true, by = admin) {
  const id = await create(by);
  const socket = await socketOf(id, extensions, by);
  await socket.sees('CHAT_MESSAGE_ASSISTANT');
  return { id, socket };
}
const errorOf = async (answer: Response) => [answer.status, (await answer.json()).error.message];
const typesOf = (messages: readonly AssistMessageJson[]) => messages.map(({ type }) => type);

describe('conversations', () => {
  test('are listed oldest first, with their titles', async () => {
    const by = await admin.invite('lena', ['access']);
    expect(await by.expect('GET', CONVERSATIONS)).toEqual({ conversations: [] });
    const ids = [await create(by), await create(by)];
    expect(await by.expect('POST', `${CONVERSATIONS}/${ids[0]}/title`, { title: 'Disk usage' })).toEqual({
      message: 'ok',
    });
    const { conversations } = await by.expect('GET', CONVERSATIONS);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(conversations).toEqual([
      { id: ids[0], title: 'Disk usage', created_time: time },
      { id: ids[1], created_time: time },
    ]);
    expect(await by.expect('GET', `${CONVERSATIONS}/${ids[0]}`)).toEqual({ messages: [] });
  });

  test('that do not exist have an empty history, and cannot be changed', async () => {
    const id = randomUUID();
    expect(await history(id)).toEqual([]);
    const message = `key /assistant_conversations/admin/${id} is not found`;
    expect(await errorOf(await admin.request('POST', `${CONVERSATIONS}/${id}/title`, { title: 'x' }))).toEqual([
      404,
      message,
    ]);
    expect(await errorOf(await admin.request('DELETE', `${CONVERSATIONS}/${id}`))).toEqual([404, message]);
    expect(await errorOf(await admin.request('POST', `${CONVERSATIONS}/${id}/title`, { title: '' }))).toEqual([
      400,
      'missing title',
    ]);
  });

  test('are removed with all their messages', async () => {
    const { id, socket } = await fresh();
    await socket.ask('uptime of node-1');
    expect(await history(id)).not.toEqual([]);
    expect(await admin.expect('DELETE', `${CONVERSATIONS}/${id}`)).toEqual({ message: 'ok' });
    expect((await socket.closed).code).toBe(1000);
    expect(await history(id)).toEqual([]);
    expect((await admin.expect('GET', CONVERSATIONS)).conversations).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  test('can be searched by title and text', async () => {
    const by = await admin.invite('sven', ['access']);
    const first = await create(by);
    const { id: second, socket } = await fresh(true, by);
    await by.expect('POST', `${CONVERSATIONS}/${first}/title`, { title: '100% Disk_usage' });
    await socket.ask('What about ELEPHANTS?');
    const found = async (search: string) => {
      const { conversations } = await by.expect('GET', `${CONVERSATIONS}?search=${encodeURIComponent(search)}`);
      return conversations.map(({ id }: { id: string }) => id);
    };
    expect(await found('elephant')).toEqual([second]);
    expect(await found('0% disk_')).toEqual([first]);
    expect(await found('_isk')).toEqual([]);
    expect((await by.get(`${CONVERSATIONS}?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('get a title without a model', async () => {
    const title = (message: string) => admin.expect('POST', '/assistant/title/summary', { message });
    expect(await title('how full are the disks on the dev machines?')).toEqual({
      id: '',
      title: 'How full are the disks on the dev machines',
      created_time: '',
    });
    expect((await title('')).title).toBe('New conversation');
    const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=assist.ask');
    expect(events.filter(({ purpose }: { purpose?: string }) => purpose === 'title')).toEqual([]);
  });

  test('are limited to 500 for each user', async () => {
    const by = await admin.invite('many', ['access']);
    for (let made = 0; made < 500; made += 50) await Promise.all(Array.from({ length: 50 }, () => create(by)));
    expect((await errorOf(await by.request('POST', CONVERSATIONS)))[0]).toBe(429);
  }, 60_000);
});

describe('the socket', () => {
  test('sends a greeting once in an empty conversation', async () => {
    const id = await create();
    const first = await socketOf(id, false);
    const greeting = await first.sees('CHAT_MESSAGE_ASSISTANT');
    expect(greeting.payload).toContain('built-in planner');
    expect(first.frames[0]).toMatch(
      /^\{"type":"CHAT_MESSAGE_ASSISTANT","created_time":"[^"]+Z","payload":"[^\n]*"\}\n$/,
    );
    expect(await history(id)).toEqual([greeting]);
    const again = await socketOf(id, false);
    await again.ask('hello');
    expect(again.messages).toHaveLength(1);
  });

  test('requires an existing conversation', async () => {
    const missing = new AssistSocket(gateway.base, admin, {});
    expect(await missing.opened).toMatchObject({
      status: 400,
      body: expect.stringContaining('conversation ID is required'),
    });
    const unknown = await socketOf('nope', false);
    expect(await unknown.closed).toEqual({ code: 1011, reason: 'conversation "nope" not found' });
    expect(unknown.messages).toMatchObject([
      { type: 'CHAT_MESSAGE_ERROR', payload: 'An error has occurred. Please try again later.' },
    ]);
    const deleted = await create();
    await admin.expect('DELETE', `${CONVERSATIONS}/${deleted}`);
    const socket = await socketOf(deleted);
    await socket.closed;
    expect(socket.messages).toMatchObject([
      { payload: 'The conversation was deleted. Start a new one.', not_stored: true },
    ]);
  });

  test('refuses a request without upgrade headers', async () => {
    const answer = await admin.get(`/sites/-current-/assistant?conversation_id=${await create()}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  });

  test.each(['nope', '[]', '{"payload":5}'])('closes on an invalid message: %s', async (frame) => {
    const { socket } = await fresh(false);
    socket.send(frame);
    expect((await socket.closed).code).toBe(1011);
    expect(socket.messages.at(-1)).toMatchObject({
      type: 'CHAT_MESSAGE_ERROR',
      payload: 'An error has occurred. Please try again later.',
    });
  });

  test('accepts an empty text, and both text and binary frames', async () => {
    const { socket } = await fresh(false);
    expect(textOf(await socket.ask(''))).toContain('I did not understand');
    socket.socket.send(Buffer.from('{"payload":"uptime of node-1"}'));
    expect(await socket.sees('COMMAND')).toBeDefined();
  });

  test('closes on a message that is too long', async () => {
    const { socket } = await fresh();
    socket.send({ payload: 'x'.repeat(16_001) });
    expect((await socket.closed).code).toBe(1011);
  });

  test('is limited to twelve per user, and the oldest closes', async () => {
    const id = await create(other);
    const sockets = await Promise.all(Array.from({ length: 12 }, () => socketOf(id, true, other)));
    const next = await socketOf(id, true, other);
    const ended = await Promise.race(sockets.map(async (socket) => (await socket.closed).code));
    expect(ended).toBe(1000);
    expect(textOf(await next.ask('hello'))).toContain('I did not understand');
  });

  test('ends with its web session', async () => {
    const by = await admin.invite('otto', ['access']);
    const { socket } = await fresh(true, by);
    await by.signOut();
    expect((await socket.closed).code).toBe(1006);
  });

  test('ends when the user is locked or removed', async () => {
    const by = await admin.invite('lotte', ['access']);
    const { id, socket } = await fresh(true, by);
    const { name } = await admin.expect('PUT', '/sites/-current-/locks', {
      targets: { user: 'lotte' },
      message: 'on hold',
      ttl: '',
    });
    expect((await socket.closed).code).toBe(1011);
    expect(await new AssistSocket(gateway.base, by, { conversation_id: id }).opened).toMatchObject({ status: 403 });
    await admin.expect('DELETE', `/sites/-current-/locks/${name}`);
    const again = await socketOf(id, true, by);
    await admin.expect('DELETE', '/users/lotte');
    await again.closed;
    const back = await admin.invite('lotte', ['access']);
    expect((await back.expect('GET', CONVERSATIONS)).conversations).toEqual([]);
  });
});

describe('the planner', () => {
  test('announces its mode, and proposes a command with its servers', async () => {
    const { id, socket } = await fresh();
    expect(JSON.parse((await socket.sees('ASSIST_STATE')).payload)).toEqual({ mode: 'planner' });
    expect(await admin.expect('GET', '/postern/assistant/state')).toEqual({ mode: 'planner' });
    const answer = await socket.ask('How full are the disks of team core?');
    await socket.sees('COMMAND');
    expect(typesOf(socket.messages.slice(-3))).toEqual([
      'CHAT_PARTIAL_MESSAGE_ASSISTANT',
      'CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE',
      'COMMAND',
    ]);
    expect(textOf(answer)).toContain('The command is for 1 server: `node-1`.');
    expect(commandOf(socket.messages)).toEqual({
      command: 'df -h',
      nodes: ['node-1'],
      labels: [],
      query: 'labels["team"] == "core"',
      reason: 'Shows used and free space of each file system.',
    });
    expect(typesOf(await history(id))).toEqual([
      'CHAT_MESSAGE_ASSISTANT',
      'CHAT_MESSAGE_USER',
      'CHAT_MESSAGE_ASSISTANT',
      'COMMAND',
    ]);
  });

  test('sends server names instead of a query to consoles of 13.1', async () => {
    const { id, socket } = await fresh(false);
    await socket.ask('disk usage in production');
    const sent = await socket.sees('COMMAND');
    expect(JSON.parse(sent.payload)).toEqual({ command: 'df -h', nodes: ['far-away'] });
    expect((await history(id)).at(-1)).toEqual(sent);
    const [ours] = (await history(id, admin, '?extensions=1')).slice(-1);
    expect(JSON.parse(ours?.payload ?? '')).toMatchObject({ query: 'labels["env"] == "prod"' });
  });

  test('numbers its messages as a cluster does', async () => {
    const { socket } = await fresh(false);
    for (const text of ['uptime of node-1', 'hello', 'load of node-1']) await socket.ask(text);
    await socket.sees('COMMAND', 2);
    const idx = socket.of('CHAT_PARTIAL_MESSAGE_ASSISTANT').map(({ payload }) => JSON.parse(payload).idx);
    expect(idx).toEqual([2, 6]);
  });

  test.each([
    ['uptime on mars-1', 'You see no server and no label value that is called “mars-1”'],
    ['reboot', 'Name the servers that you mean'],
    ['reboot all servers except node-1', 'I cannot exclude anything (“except”)'],
    ['make coffee', 'I did not understand this'],
    ['stop the cron service', 'I propose nothing that changes servers, except a reboot'],
    ['uptime of the windows servers', 'only if a label has it'],
  ])('answers “%s” with “%s”', async (text, expected) => {
    const { socket } = await fresh();
    const answer = await socket.ask(text);
    expect(textOf(answer)).toContain(expected);
    expect(socket.of('COMMAND')).toEqual([]);
  });

  test('marks commands that change servers', async () => {
    const { socket } = await fresh();
    for (const text of ['uptime of node-1', 'reboot node-1']) await socket.ask(text);
    await socket.sees('COMMAND', 2);
    expect(socket.of('COMMAND').map(({ payload }) => JSON.parse(payload).changes)).toEqual([undefined, true]);
  });

  test('uses the attached servers', async () => {
    const { socket } = await fresh();
    await socket.ask('uptime', [{ kind: 'servers', title: '1 server', text: 'node-1 env=dev\n' }]);
    await socket.sees('COMMAND');
    expect(commandOf(socket.messages)).toMatchObject({ query: 'name == "node-1"', nodes: ['node-1'] });
    await socket.ask('Reboot all of these', [{ kind: 'servers', title: '1 server', text: 'node-1 env=dev\n' }]);
    await socket.sees('COMMAND', 2);
    expect(commandOf(socket.of('COMMAND').slice(1))).toMatchObject({ changes: true, nodes: ['node-1'] });
  });

  test('finds only servers that its user may see', async () => {
    await admin.addRole('dev-only', { allow: { logins: [LOGIN], node_labels: { env: 'dev' } } });
    const dora = await admin.invite('dora', ['dev-only']);
    const { socket } = await fresh(true, dora);
    expect(textOf(await socket.ask('uptime of far-away'))).toContain('You see no server');
    expect(textOf(await socket.ask('uptime in production'))).not.toContain('far-away');
    await socket.ask('uptime of all servers');
    expect(commandOf(socket.messages)).toMatchObject({ nodes: ['node-1'] });
  });

  test.each([
    ['output', 'bash: foo: command not found\nexited with status 127', 'not installed'],
    ['terminal', 'nothing of note', 'I found no exit status'],
    ['event', JSON.stringify({ code: 'T1000W', event: 'user.login', user: 'a[b](http://x)', error: 'bad' }), 'Sign-in'],
    ['event', 'no event', 'not an audit event'],
    [
      'role',
      'kind: role\nversion: v6\nmetadata: { name: x }\nspec: { allow: { logins: [root], node_labels: { env: prod } } }',
      'root',
    ],
    ['role', '}{', 'not a role'],
    ['document', 'x', 'cannot explain'],
  ] as const)('explains attached data: %s %.20s', async (kind, text, expected) => {
    const { id, socket } = await fresh();
    const answer = textOf(await socket.ask('Explain this', [{ kind, title: 'x', text }]));
    expect(answer).toContain(expected);
    expect(answer).not.toContain('](http:');
    const [, question] = await history(id, admin, '?extensions=1');
    expect(question?.context).toEqual([{ kind, title: 'x', text }]);
    expect((await history(id))[1]).not.toHaveProperty('context');
  });

  test('answers again on a retry, and reports an error if the conversation has no question', async () => {
    const { id, socket } = await fresh();
    expect(await socket.answerTo({ retry: true })).toMatchObject([{ type: 'CHAT_MESSAGE_ERROR' }]);
    await socket.ask('hello');
    expect(textOf(await socket.answerTo({ retry: true }))).toContain('I did not understand');
    expect(typesOf(await history(id)).filter((type) => type === 'CHAT_MESSAGE_USER')).toHaveLength(1);
  });
});

describe('an approved command', () => {
  const run = async (
    conversation: string,
    command: string,
    { by = admin, query = 'name == "node-1"', login = LOGIN } = {},
  ) => {
    const execution = randomUUID();
    const params = { command, query, login, conversation_id: conversation, execution_id: execution };
    const socket = by.command(params);
    onTestFinished(() => socket.drop());
    return { execution, ...(await finished(socket)) };
  };
  const kept = async (id: string, by = admin) => {
    const messages = await history(id, by, '?extensions=1');
    return {
      runs: messages.filter(({ type }) => type === 'COMMAND_RUN').map(({ payload }) => decodeRun(payload)),
      results: messages.filter(({ type }) => type === 'COMMAND_RESULT').map(({ payload }) => decodeResult(payload)),
    };
  };

  test('is stored with its approver and result, and is in the audit log', async () => {
    const id = await create();
    const { execution, nodes } = await run(id, 'echo out; exit 3');
    const { runs, results } = await kept(id);
    expect(runs).toEqual([
      {
        executionId: execution,
        command: 'echo out; exit 3',
        login: LOGIN,
        query: 'name == "node-1"',
        nodes: ['node-1'],
        approvedBy: 'admin',
        approvedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const { sid } = nodes.get(gateway.nodeId)!;
    const result = { nodeId: gateway.nodeId, executionId: execution, sessionId: sid };
    expect(results).toEqual([{ ...result, error: 'Process exited with status 3' }]);
    const plain = (await history(id)).filter(({ type }) => type.startsWith('COMMAND'));
    expect(plain.map(({ type, payload }) => [type, JSON.parse(payload)])).toEqual([
      ['COMMAND_RESULT', { node_id: gateway.nodeId, execution_id: execution, session_id: sid }],
    ]);
    const names = 'assist.command.approve,assist.command.run';
    const { events } = await admin.expect('GET', `/sites/-current-/events/search?include=${names}`);
    expect(events.slice(0, 2)).toMatchObject([
      { code: 'TPA03I', user: 'admin', execution_id: execution, succeeded: 0, failed: 1, conversation_id: id },
      { code: 'TPA02I', user: 'admin', execution_id: execution, command: 'echo out; exit 3', login: LOGIN },
    ]);
  });

  test('is refused if another window has run a command since then, unless the page has seen that run', async () => {
    const id = await create();
    const begin = (knownRuns: number) => {
      const ids = { conversation_id: id, execution_id: randomUUID() };
      const params = { command: 'echo out', query: 'name == "node-1"', login: LOGIN, ...ids, known_runs: knownRuns };
      const socket = admin.command(params);
      onTestFinished(() => socket.drop());
      return { ids, socket, refusal: () => socket.of('e').map(({ payload }) => fromUtf8(payload)) };
    };
    const windows = [begin(0), begin(0)];
    await Promise.all(windows.map(({ socket }) => socket.closed));
    const refusals = windows.map(({ refusal }) => refusal());
    expect(refusals).toContainEqual([]);
    expect(refusals).toContainEqual([expect.stringContaining('another window')]);
    expect((await kept(id)).runs).toHaveLength(1);
    const later = begin(0);
    await later.socket.closed;
    expect(later.refusal()).toHaveLength(1);
    const again = begin(1);
    await again.socket.closed;
    expect(again.refusal()).toEqual([]);
    expect(await kept(id)).toMatchObject({ runs: [{}, {}], results: [{}, {}] });
  });

  test('that does not start has a result', async () => {
    const id = await create();
    await run(id, 'true', { login: 'daemon' });
    expect((await kept(id)).results).toMatchObject([{ error: 'access denied to daemon connecting to node-1' }]);
  });

  test('in a conversation of another user is not stored', async () => {
    const id = await create(other);
    expect((await run(id, 'echo out')).nodes.get(gateway.nodeId)?.stdout).toBe('out\n');
    expect(await kept(id, other)).toEqual({ runs: [], results: [] });
    expect(await kept(id)).toEqual({ runs: [], results: [] });
  });

  test('is summarized with the exit status of each server', async () => {
    const id = await create();
    const { execution } = await run(id, 'exit 4', { query: 'name == "node-1" || name == "far-away"' });
    const socket = await socketOf(id);
    const text = textOf(await socket.answerTo({ summarize: execution }));
    expect(text).toContain('ran on 2 servers: 0 exited with status 0.');
    expect(text).toMatch(/Exited with another status:\n\n- `node-1`: `Process exited with status 4`/);
    expect(text).toMatch(/Did not run or did not answer:\n\n- `far-away`: `/);
    expect(await socket.answerTo({ summarize: randomUUID() })).toMatchObject([{ type: 'CHAT_MESSAGE_ERROR' }]);
  }, 60_000);

  test('has audit events for its request and its proposal, without the attached text', async () => {
    const { id, socket } = await fresh();
    await socket.ask('uptime of node-1', [{ kind: 'output', title: 'x', text: 'secret text' }]);
    await socket.sees('COMMAND');
    const { events } = await admin.expect(
      'GET',
      '/sites/-current-/events/search?include=assist.ask,assist.command.propose',
    );
    const ours = events.filter((event: { conversation_id: string }) => event.conversation_id === id);
    expect(ours).toMatchObject([
      { code: 'TPA01I', command: 'uptime', query: 'name == "node-1"', user: 'admin' },
      { code: 'TPA00I', attachments: 1, user: 'admin' },
    ]);
    expect(JSON.stringify(ours)).not.toContain('secret text');
  });
});

test('a malformed message and a message to an unknown conversation are not stored', async () => {
  const { id, socket } = await fresh();
  const long = { kind: 'output', title: 't', text: 'x'.repeat(CONTEXT_CHARS_MAX + 1) };
  const [error] = await socket.answerTo({ payload: 'explain', context: [long] });
  expect(error).toMatchObject({ payload: expect.stringContaining('at most 16000'), not_stored: true });
  expect((await socket.closed).code).toBe(1011);
  expect(typesOf(await history(id))).not.toContain('CHAT_MESSAGE_USER');
  const nowhere = await AssistSocket.open(gateway.base, admin, 'nowhere');
  expect(await nowhere.sees('CHAT_MESSAGE_ERROR')).toHaveProperty('not_stored', true);
});

test('Assist can be disabled and limited in gateway.yaml', async () => {
  const rest = "auth: { second_factor: 'off' }\nnode: { name: node-1 }\nassist: ";
  const own = await startTerminalGateway({ config: `${rest}{ enabled: false }\n` });
  onTestFinished(async () => {
    await own.stop();
  });
  const config = async () => (await fetch(`${own.base}/web/config.js`)).text();
  expect(await config()).toContain('"assistEnabled":false');
  expect(await config()).not.toContain('assist.extensions');
  expect((await own.admin.get(CONVERSATIONS)).status).toBe(403);
  expect(await new AssistSocket(own.base, own.admin, { conversation_id: 'x' }).opened).toMatchObject({ status: 403 });

  const reload = async (settings: string, until: string) => {
    writeFileSync(join(own.dataDir, 'gateway.yaml'), `${rest}${settings}\n`);
    own.process.kill('SIGHUP');
    await expect.poll(config).toContain(until);
  };
  await reload('{ messages_per_minute: 3 }', '"assistEnabled":true');
  const id = await create(own.admin);
  const socket = await AssistSocket.open(own.base, own.admin, id);
  await socket.sees('CHAT_MESSAGE_ASSISTANT');
  for (let sent = 0; sent < 3; sent++) await socket.ask('hello');
  expect(await socket.ask('hello')).toMatchObject([
    { type: 'CHAT_MESSAGE_ERROR', payload: expect.stringContaining('Wait a minute'), not_stored: true },
  ]);
  const [again] = await socket.answerTo({ retry: true });
  expect(again).toMatchObject({ payload: expect.stringContaining('Wait a minute') });
  expect(again).not.toHaveProperty('not_stored');
  const cluster = await AssistSocket.open(own.base, own.admin, id, false);
  const [plain] = await cluster.ask('hello');
  expect(Object.keys(plain ?? {})).toEqual(['type', 'created_time', 'payload']);
  expect(typesOf(await history(id, own.admin)).filter((type) => type === 'CHAT_MESSAGE_USER')).toHaveLength(3);
  expect((await own.admin.request('POST', '/assistant/title/summary', { message: 'x' })).status).toBe(429);
  expect(socket.socket.readyState).toBe(socket.socket.OPEN);
  await reload('{ enabled: false }', '"assistEnabled":false');
  expect((await socket.closed).code).toBe(1011);
}, 120_000);
