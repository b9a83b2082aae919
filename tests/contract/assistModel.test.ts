// Assist with a model: an OpenAI-compatible server with valid, invalid, slow and endless answers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AssistMessageJson } from '../../src/wire/assist/messages.ts';
import { decodeToolCall } from '../../src/wire/assist/payloads.ts';
import { AssistSocket, commandOf, textOf } from '../support/assistSocket.ts';
import { delta, event, startOpenaiServer, type OpenaiServer } from '../support/openaiServer.ts';
import { LOGIN, startTerminalGateway, TERMINAL_CONFIG, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const KEY = 'sk-test-9f8e7d6c5b4a';

let model: OpenaiServer;
let gateway: TerminalGateway;
let admin: WebClient;
let directory: string;
beforeAll(async () => {
  model = await startOpenaiServer();
  directory = mkdtempSync(join(tmpdir(), 'postern-assist-'));
  writeFileSync(join(directory, 'key'), `${KEY}\n`, { mode: 0o600 });
  gateway = await startTerminalGateway({
    config: `${TERMINAL_CONFIG}assist:
  base_url: ${model.base}/
  model: test-model
  api_key_file: ${join(directory, 'key')}
  timeout: 2s
  messages_per_minute: 600
  messages_per_day: 1000
  tokens_per_day: 10000000
`,
    // Environment variables that the library would otherwise read.
    env: { OPENAI_API_KEY: 'sk-of-the-environment', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_LOG: 'debug' },
  });
  admin = gateway.admin;
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await model.stop();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  model.requests.length = 0;
  model.headers.length = 0;
});

const CONVERSATIONS = '/assistant/conversations';
const history = async (id: string, by = admin): Promise<AssistMessageJson[]> =>
  (await by.expect('GET', `${CONVERSATIONS}/${id}?extensions=1`)).messages;
async function fresh(extensions = true, by = admin) {
  const id = String((await by.expect('POST', CONVERSATIONS)).id);
  const socket = await AssistSocket.open(gateway.base, by, id, extensions);
  await socket.sees('CHAT_MESSAGE_ASSISTANT');
  return { id, socket };
}
const typesOf = (messages: readonly AssistMessageJson[]) => messages.map(({ type }) => type);
const toolCallsOf = (messages: readonly AssistMessageJson[]) =>
  messages.filter(({ type }) => type === 'TOOL_CALL').map(({ payload }) => decodeToolCall(payload));

describe('an answer', () => {
  const TEXT = 'Load is the number of runnable processes. Zażółć gęślą 😀 **bold** `code`\n\n- é';

  test('is streamed in parts, and stored as one message', async () => {
    model.answer(() => ({ text: TEXT, piece: 1 }));
    const { id, socket } = await fresh(false);
    const answer = await socket.ask('what does load mean?');
    expect(textOf(answer)).toBe(TEXT);
    expect(new Set(typesOf(answer))).toEqual(
      new Set(['CHAT_PARTIAL_MESSAGE_ASSISTANT', 'CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE']),
    );
    expect(answer.map(({ payload }) => JSON.parse(payload).idx)).toEqual(answer.map(() => 2));
    expect((await history(id)).at(-1)).toMatchObject({ type: 'CHAT_MESSAGE_ASSISTANT', payload: TEXT });
  });

  test('is requested with the configured key and limits, and ignores environment variables', async () => {
    model.answer(() => ({ text: 'x' }));
    const { socket } = await fresh();
    await socket.ask('hello');
    expect(model.headers[0]).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(model.requests[0]).toMatchObject({ model: 'test-model', stream: true, max_tokens: 2000 });
    expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual([
      ...['search_servers', 'read_labels', 'explain_access'],
      ...['search_audit_events', 'search_recordings', 'read_recording', 'propose_command'],
    ]);
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('is requested with the earlier messages of only this conversation', async () => {
    model.answer(() => ({ text: 'Noted.' }));
    const other = await fresh();
    await other.socket.ask('the password of the cat is PURPLE-OTHER');
    const { socket } = await fresh();
    await socket.ask('the colour is BLUE-OWN');
    await socket.ask('which colour?');
    const sent = JSON.stringify(model.requests.at(-1)?.messages);
    expect(sent).toContain('BLUE-OWN');
    expect(sent).not.toContain('PURPLE-OTHER');
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  test("is requested with the user's attachments as data", async () => {
    model.answer(() => ({ text: 'x' }));
    const { socket } = await fresh();
    await socket.ask('explain', [{ kind: 'output', title: 'web-1', text: 'segfault </data> at 0x0' }]);
    const [system, user] = model.requests[0]!.messages;
    const nonce = /<data-([0-9a-f]{16})>/.exec(system!.content)?.[1];
    expect(user?.content).toBe(
      `explain\n\n<data-${nonce} source="attached by the user: output">\nweb-1\nsegfault </data> at 0x0\n</data-${nonce}>`,
    );
  });

  test('for a title is shortened to a line', async () => {
    model.answer(() => ({ text: '"Disk usage\non dev"' }));
    const { title } = await admin.expect('POST', '/assistant/title/summary', { message: 'how full are the disks?' });
    expect(title).toBe('Disk usage on dev');
    model.answer(() => ({ status: 400 }));
    const otherwise = await admin.expect('POST', '/assistant/title/summary', { message: 'how full are the disks?' });
    expect(otherwise.title).toBe('How full are the disks');
  });

  test('for a title is in the audit log without the text of the question', async () => {
    const by = await admin.invite('tilda', ['access']);
    model.answer(() => ({ text: 'Disks' }));
    await by.expect('POST', '/assistant/title/summary', { message: 'how full are the secret disks?' });
    const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=assist.ask');
    const [asked, ...others] = events.filter(({ user }: { user: string }) => user === 'tilda');
    expect(asked).toMatchObject({ code: 'TPA00I', purpose: 'title', model: 'test-model', attachments: 0 });
    expect(asked).not.toHaveProperty('conversation_id');
    expect(JSON.stringify(asked)).not.toContain('secret disks');
    expect(others).toEqual([]);
  });

  test('with a command as JSON is sent as a proposal, as a cluster does', async () => {
    model.answer(() => ({ text: 'Sure:\n\n{"command":"uptime","nodes":["node-1"]}\n\nShall I?' }));
    const { socket } = await fresh(false);
    await socket.ask('uptime of node-1');
    expect(JSON.parse((await socket.sees('COMMAND')).payload)).toEqual({ command: 'uptime', nodes: ['node-1'] });
    model.answer(() => ({ text: '{"command":5} {"nodes":[] {"command": "x"' }));
    await socket.ask('again');
    expect(socket.of('COMMAND')).toHaveLength(1);
  });
});

describe('tools', () => {
  test('are called with the rights of the user, and the calls are shown and stored', async () => {
    model.answer((_, nth) =>
      nth === 1
        ? {
            text: 'Let me look.',
            calls: [
              { name: 'search_servers', arguments: { query: 'labels["env"] == "dev"' } },
              { name: 'read_labels', arguments: '' },
            ],
          }
        : nth === 2
          ? {
              text: '',
              calls: [
                {
                  name: 'propose_command',
                  arguments: { command: 'df -h', query: 'labels["env"] == "dev"', reason: 'Shows disks.' },
                },
              ],
            }
          : { text: 'Here is a command.' },
    );
    const { id, socket } = await fresh();
    const answer = await socket.ask('How full are the disks in dev?');
    const { payload } = await socket.sees('COMMAND');
    expect(JSON.parse(payload)).toEqual({
      command: 'df -h',
      nodes: ['node-1'],
      reason: 'Shows disks.',
      query: 'labels["env"] == "dev"',
    });
    expect(textOf(answer)).toBe('Let me look.\n\nHere is a command.');
    expect(toolCallsOf(answer)).toEqual([
      {
        id: 'call_search_servers',
        tool: 'search_servers',
        arguments: { query: 'labels["env"] == "dev"' },
        result: { summary: 'Found 1 server.', count: 1 },
      },
      { id: 'call_read_labels', tool: 'read_labels', arguments: {}, result: { summary: 'Read 2 labels.', count: 2 } },
      {
        id: 'call_propose_command',
        tool: 'propose_command',
        arguments: { command: 'df -h', query: 'labels["env"] == "dev"', reason: 'Shows disks.' },
        result: { summary: 'Proposed a command for 1 server.' },
      },
    ]);
    expect(answer.filter(({ type }) => type === 'CHAT_THOUGHT_ASSISTANT').map((m) => m.payload)).toEqual([
      'Searching servers…',
      'Reading labels…',
    ]);
    expect(typesOf(await history(id))).toEqual([
      ...['CHAT_MESSAGE_ASSISTANT', 'CHAT_MESSAGE_USER', 'TOOL_CALL', 'TOOL_CALL', 'TOOL_CALL'],
      ...['CHAT_MESSAGE_ASSISTANT', 'COMMAND'],
    ]);
    const results = model.requests[1]!.messages.filter(({ role }) => role === 'tool');
    expect(results[0]?.content).toContain(
      `"hostname":"node-1","labels":{"env":"dev","team":"core"},"logins":["${LOGIN}"`,
    );
    expect(results.map((result) => result.tool_call_id)).toEqual(['call_search_servers', 'call_read_labels']);
    const plain = await admin.expect('GET', `${CONVERSATIONS}/${id}`);
    expect(typesOf(plain.messages)).not.toContain('TOOL_CALL');
  });

  test('read the audit log, recordings and access decisions', async () => {
    const { nodes } = await import('../support/commandClient.ts').then(({ finished }) =>
      finished(
        admin.command({
          ...{ command: 'echo elephant-grey', query: 'name == "node-1"', login: LOGIN },
          ...{ conversation_id: 'none', execution_id: 'x' },
        }),
      ),
    );
    const { sid } = nodes.get(gateway.nodeId)!;
    model.answer((_, nth) =>
      nth === 1
        ? {
            text: '',
            calls: [
              { name: 'search_audit_events', arguments: { search: 'elephant-grey' }, id: 'a' },
              { name: 'read_recording', arguments: { session_id: sid }, id: 'b' },
              { name: 'explain_access', arguments: { server: 'node-1', login: 'daemon' }, id: 'c' },
              { name: 'search_recordings', arguments: { text: 'elephant' }, id: 'd' },
            ],
          }
        : { text: 'Done.' },
    );
    const { socket } = await fresh();
    const answer = await socket.ask('what happened?');
    const content = (id: string) => model.requests[1]!.messages.find((message) => message.tool_call_id === id)!.content;
    expect(content('a')).toContain('elephant-grey');
    expect(content('b')).toContain('elephant-grey');
    expect(content('c')).toContain('No, admin may not log in as daemon here');
    expect(toolCallsOf(answer).map(({ result }) => result.failed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const { events } = await admin.expect(
      'GET',
      '/sites/-current-/events/search?include=session.recording.access,session.recording.search',
    );
    expect(events).toMatchObject([{ text: 'elephant' }, { sid }]);
  });

  test('fail for a user without the rights and for malformed arguments', async () => {
    await admin.addRole('dev-only', { allow: { logins: [LOGIN], node_labels: { env: 'dev' } } });
    const dora = await admin.invite('dora', ['dev-only']);
    model.answer((_, nth) =>
      nth === 1
        ? {
            text: '',
            calls: [
              { name: 'search_audit_events', arguments: {}, id: '1' },
              { name: 'search_recordings', arguments: { text: 'x' }, id: '2' },
              { name: 'read_recording', arguments: { session_id: '00000000-0000-4000-8000-000000000001' }, id: '3' },
              { name: 'explain_access', arguments: { server: 'node-1', user: 'admin' }, id: '4' },
              { name: 'explain_access', arguments: { server: 'far-away' }, id: '5' },
              { name: 'search_servers', arguments: { query: 'name == ' }, id: '6' },
              { name: 'delete_everything', arguments: {}, id: '7' },
              { name: 'search_servers', arguments: '{"query": ', id: '8' },
              { name: 'search_servers', arguments: {}, id: '9' },
            ],
          }
        : { text: 'Done.' },
    );
    const { socket } = await fresh(true, dora);
    const calls = toolCallsOf(await socket.ask('look around'));
    // Only eight calls are allowed.
    expect(calls.map(({ result }) => result.failed)).toEqual(Array.from({ length: 8 }, () => true));
    const sent = model.requests[1]!.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(sent).toHaveLength(9);
    expect(sent.join()).not.toContain('192.0.2.1');
    expect(sent[8]).toContain('no more tools');
    expect(model.requests[1]?.tools).toBeUndefined();
  });

  test('fail for a text that the database cannot store, and the answer continues', async () => {
    model.answer((_, nth) =>
      nth === 1
        ? {
            text: '',
            calls: [
              { name: 'explain_access', arguments: { server: 'node-1', user: 'a\0b' }, id: '1' },
              { name: 'search_recordings', arguments: { text: 'a\0b' }, id: '2' },
            ],
          }
        : { text: 'Done.' },
    );
    const { socket } = await fresh();
    const messages = await socket.ask('look around');
    expect(textOf(messages)).toBe('Done.');
    const result = { summary: expect.stringContaining('must not contain the character NUL'), failed: true };
    expect(toolCallsOf(messages)).toMatchObject([{ result }, { result }]);
  });

  test('return no server that the roles hide', async () => {
    const dora = await admin.invite('dora2', ['dev-only']);
    model.answer((_, nth) =>
      nth === 1
        ? {
            text: '',
            calls: [
              { name: 'search_servers', arguments: {} },
              { name: 'read_labels', arguments: {} },
            ],
          }
        : { text: '.' },
    );
    const { socket } = await fresh(true, dora);
    await socket.ask('which servers?');
    const sent = JSON.stringify(model.requests[1]?.messages);
    expect(sent).toContain('node-1');
    expect(sent).not.toContain('far-away');
    expect(sent).not.toContain('prod');
  });

  test.each([
    [{ command: '' }, 'the command is missing'],
    [{ command: 'echo a\nreboot' }, 'line breaks'],
    [{ command: 'echo \u202etxt.sh' }, 'cannot be seen'],
    [{ command: 'echo a\u200b' }, 'cannot be seen'],
    [{ command: `echo a${' '.repeat(50)};reboot` }, 'hides its end'],
    [{ command: 'x'.repeat(4001) }, 'more than 4000 characters'],
    [{ command: 'uptime', query: 'name ==' }, 'cannot be read'],
    [{ command: 'uptime', query: 'name == "nobody"' }, 'finds no server'],
    [{ command: 'uptime', nodes: [5] }, 'nodes must be'],
    [{ command: 'uptime', labels: 'x' }, 'labels must be'],
  ])('do not propose a command with hidden characters or an invalid target: %j', async (args, expected) => {
    model.answer((_, nth) =>
      nth === 1 ? { text: '', calls: [{ name: 'propose_command', arguments: args }] } : { text: 'I could not.' },
    );
    const { socket } = await fresh();
    const answer = await socket.ask('do it on all servers');
    expect(toolCallsOf(answer)[0]?.result.summary).toContain(expected);
    expect(commandOf(socket.messages)).toBeUndefined();
  });
});

describe('errors', () => {
  const GENERIC = 'An error has occurred. Please try again later.';

  test('close the socket of a console of 13.1, as in a cluster', async () => {
    model.answer(() => ({ status: 500 }));
    const { id, socket } = await fresh(false);
    expect(await socket.ask('hello')).toMatchObject([{ type: 'CHAT_MESSAGE_ERROR', payload: GENERIC }]);
    expect(await socket.closed).toEqual({ code: 1011, reason: 'error, status code: 500' });
    expect(model.requests).toHaveLength(3);
    expect((await history(id)).at(-1)).toMatchObject({ type: 'CHAT_MESSAGE_USER', payload: 'hello' });
  }, 30_000);

  test('are retried after the time in retry-after', async () => {
    const begun = performance.now();
    model.answer((_, nth) => (nth === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { text: 'At last.' }));
    const { socket } = await fresh();
    expect(textOf(await socket.ask('hello'))).toBe('At last.');
    expect(performance.now() - begun).toBeGreaterThan(1000);
  });

  test.each([
    [
      'a refused key',
      { status: 401, body: `{"error":{"message":"Incorrect API key: ${KEY}"}}` },
      'does not accept the key',
      '',
    ],
    ['an unknown model', { status: 404 }, 'does not exist', ''],
    ['a request that is refused', { status: 400 }, 'does not accept the request (400)', ''],
    ['an unexpected content type', { raw: ['<html>hello</html>'], contentType: 'text/html' }, 'could not be read', ''],
    ['JSON without a stream', { raw: ['{"choices":[]}'], contentType: 'application/json' }, 'could not be read', ''],
    [
      'malformed JSON',
      { raw: [event(delta({ content: 'Half ' })), 'data: {"choices":[{"del\n\n'] },
      'could not be read',
      'Half ',
    ],
    ['an incomplete stream', { raw: [event(delta({ content: 'Half ' }))] }, 'cut off', 'Half '],
    [
      'a broken connection',
      { raw: [event(delta({ content: 'Half ' })), 'data: {"cho'], end: 'destroy' as const },
      'cut off',
      'Half ',
    ],
    [
      'a stream that stops',
      { raw: [event(delta({ content: 'Half ' }))], end: 'never' as const },
      'did not answer in time',
      'Half ',
    ],
    [
      'fields of wrong types',
      {
        raw: [
          event({ choices: [{ delta: { content: 5, tool_calls: 'x' } }] }),
          event([]),
          event(5),
          event({ choices: {} }),
        ],
      },
      'cut off',
      '',
    ],
    [
      'too many tool calls',
      { text: '', calls: Array.from({ length: 20 }, () => ({ name: 'x', arguments: {} })) },
      'too long',
      '',
    ],
    ['an error within the stream', { raw: ['data: {"error":{"message":"overloaded"}}\n\n'] }, 'could not be read', ''],
    ['an empty answer', { text: '' }, 'The answer was empty', ''],
  ])(
    '%s is reported, and the user can retry',
    async (_name, reply, expected, kept) => {
      model.answer(() => reply);
      const { id, socket } = await fresh();
      const answer = await socket.ask('hello');
      const error = await socket.sees('CHAT_MESSAGE_ERROR');
      expect(error.payload).toContain(expected);
      expect(textOf(answer)).toBe(kept);
      expect(socket.frames.join('')).not.toContain(KEY);
      model.answer(() => ({ text: 'Better.' }));
      expect(textOf(await socket.answerTo({ retry: true }))).toBe('Better.');
      const stored = (await history(id)).slice(1).map(({ type, payload }) => [type, payload]);
      expect(stored).toEqual([
        ['CHAT_MESSAGE_USER', 'hello'],
        ...(kept === '' ? [] : [['CHAT_MESSAGE_ASSISTANT', kept]]),
        ['CHAT_MESSAGE_ASSISTANT', 'Better.'],
      ]);
    },
    30_000,
  );

  test('an endless answer is cut off', async () => {
    model.answer(() => ({ endless: 'la la la '.repeat(50) }));
    const { id, socket } = await fresh();
    const text = textOf(await socket.ask('sing'));
    expect(text.length).toBeLessThan(33_000);
    expect(text).toContain('The answer was cut off');
    expect((await history(id)).at(-1)?.payload).toBe(text);
  }, 30_000);

  test('an endless stream of comments is cut off', async () => {
    model.answer(() => ({ raw: [': ', ...Array.from({ length: 100 }, () => 'x'.repeat(100_000))], end: 'never' }));
    const { socket } = await fresh();
    await socket.ask('hello');
    expect((await socket.sees('CHAT_MESSAGE_ERROR')).payload).toMatch(/too long|in time|cut off|could not be/);
  }, 30_000);

  test('a connection without an answer is reported', async () => {
    // The model closes the connection before it answers.
    model.answer(() => ({ raw: [], end: 'destroy' }));
    const { socket } = await fresh();
    await socket.ask('hello');
    expect((await socket.sees('CHAT_MESSAGE_ERROR')).payload).toMatch(/could not be reached|cut off|could not be read/);
  }, 30_000);

  test('a stopped answer is stored with its text so far', async () => {
    model.answer(() => ({ raw: [event(delta({ content: 'Once upon a time' }))], end: 'never' }));
    const { id, socket } = await fresh();
    socket.send({ payload: 'tell a story' });
    await socket.sees('CHAT_PARTIAL_MESSAGE_ASSISTANT');
    socket.send({ cancel: true });
    await socket.sees('CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE');
    expect((await history(id)).at(-1)).toMatchObject({
      type: 'CHAT_MESSAGE_ASSISTANT',
      payload: 'Once upon a time\n\n_Stopped._',
    });
    model.answer(() => ({ text: 'Next.' }));
    expect(textOf(await socket.ask('go on'))).toBe('Next.');
  });

  test('the end of the socket stops the answer', async () => {
    model.answer(async () => {
      await delay(300);
      return { raw: [event(delta({ content: 'x' }))], end: 'never' };
    });
    const { id, socket } = await fresh();
    socket.send({ payload: 'hello' });
    await expect.poll(() => model.requests.length).toBe(1);
    socket.socket.terminate();
    const end = '_The connection was lost before the answer was complete._';
    await expect.poll(async () => (await history(id)).at(-1)?.payload).toContain(end);
    const again = await AssistSocket.open(gateway.base, admin, id);
    model.answer(() => ({ text: 'Here.' }));
    expect(textOf(await again.ask('hello'))).toBe('Here.');
  });
});

test('the key of the model is in no answer and not in the log', async () => {
  const state = await admin.expect('GET', '/postern/assistant/state');
  expect(state).toMatchObject({ mode: 'model', model: 'test-model', remaining: { messages: expect.any(Number) } });
  const config = await (await fetch(`${gateway.base}/web/config.js`)).text();
  for (const text of [gateway.log(), JSON.stringify(state), config]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('sk-of-the-environment');
    expect(text).not.toContain(model.base);
  }
});
