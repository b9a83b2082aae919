// Cluster mode in front of a cluster with the behaviour of 13.1.3 that recorded answers do not show
// (cluster-behaviour.md).
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { queryOfIds } from '../../src/api/commands.ts';
import { toServerBehaviour } from '../../src/api/serverBehaviour.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { batches } from '../../src/sessions/command/run/CommandDesk.ts';
import { CommandRun } from '../../src/sessions/command/run/CommandRun.ts';
import type { CommandSocket } from '../../src/sessions/command/run/CommandConnection.ts';
import { encodeExecuteParams } from '../../src/wire/command/executeParams.ts';
import type { SocketOf } from '../../src/api/MessageSocket.ts';
import { AssistDesk } from '../../src/sessions/assist/session/AssistDesk.ts';
import type { ConversationPorts } from '../../src/sessions/assist/session/conversationPorts.ts';
import { readConversations, readHistory } from '../../src/wire/assist/serverMessages.ts';
import { startClusterStandIn, type ClusterStandIn } from '../support/clusterStandIn.ts';
import { startRelayTo } from '../support/relay.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start({ proxyProtocol = false } = {}): Promise<{ cluster: ClusterStandIn; base: string; port: number }> {
  const cluster = await startClusterStandIn({ proxyProtocol });
  const { app, base, port } = await startRelayTo(cluster.url, { proxyProtocol });
  closing.push(
    () => cluster.stop(),
    () => app.close(),
  );
  return { cluster, base, port };
}

/** Runs the code of the console for a server that announces no extensions. */
function runCommand(base: string, ids: readonly string[], command: string, behaviour = toServerBehaviour([])) {
  const groups = batches(ids, () => 0, behaviour.nodesPerCommandSocket) ?? [];
  return new CommandRun({ command, login: 'root' }, groups, {
    open: (task, nodes) => {
      const params = encodeExecuteParams({
        ...{ command: task.command, login: task.login, query: queryOfIds(nodes) },
        ...{ conversationId: randomUUID(), executionId: randomUUID() },
      });
      const address = `${base}/v1/webapi/command/main/execute?${new URLSearchParams({ params })}`;
      const socket = new WebSocket(address.replace('http', 'ws'));
      socket.binaryType = 'arraybuffer';
      return socket as unknown as CommandSocket;
    },
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    pingServer: () => Promise.resolve(true),
    nodesAtOnce: behaviour.commandNodesAtOnce,
    stopsCommands: behaviour.stopsCommands,
    clock: systemClock,
  });
}

const NODES = Array.from({ length: 16 }, (_, i) => `node-${i}`);

test('a command on many nodes does not crash the cluster, and its output is correct', async () => {
  const { cluster, base } = await start();
  const run = runCommand(base, NODES, 'hostname');
  await expect.poll(() => run.isOver).toBe(true);
  expect([...run.states.get().values()].map(({ kind }) => kind)).toEqual(NODES.map(() => 'done'));
  expect((await cluster.state()).running).toEqual([]);
});

test('a command on many nodes over one socket crashes the cluster, and the console reports the loss', async () => {
  const { cluster, base } = await start();
  const run = runCommand(base, NODES, 'hostname', { ...toServerBehaviour([]), nodesPerCommandSocket: Infinity });
  expect(await cluster.ended()).toBe(2);
  expect(cluster.log()).toContain('panic: concurrent write to websocket connection');
  await expect.poll(() => run.isOver).toBe(true);
  expect([...run.states.get().values()].some(({ kind }) => kind === 'done')).toBe(false);
});

test('a command whose socket closes continues to run, and the console does not report it as stopped', async () => {
  const { cluster, base } = await start();
  const run = runCommand(base, ['node-1'], 'sleep 445');
  await expect.poll(async () => (await cluster.state()).running).toEqual(['node-1']);
  await expect.poll(() => run.states.get().get('node-1')?.kind).toBe('running');
  expect(run.stopsCommands).toBe(false);
  run.cancel();
  expect(run.states.get().get('node-1')).toEqual({ kind: 'cancelled', hadBegun: true });
  expect((await cluster.state()).running).toEqual(['node-1']);
});

type Answer = { status: number; text: string; cookie: string | undefined };

/** `from`: the loopback address of the browser. */
async function ask(
  port: number,
  method: string,
  path: string,
  more: { from?: string; body?: object; cookie?: string; bearer?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { from = '127.0.0.1', body, cookie, bearer } = more;
    const request = httpRequest({ host: '127.0.0.1', port, method, path, localAddress: from, agent: false });
    request.setHeader('host', 'localhost');
    if (cookie !== undefined) request.setHeader('cookie', cookie);
    if (bearer !== undefined) request.setHeader('authorization', `Bearer ${bearer}`);
    request.on('error', reject);
    request.on('response', (response) => {
      const set = response.headers['set-cookie']?.[0]?.split(';', 1)[0];
      text(response).then((all) => resolve({ status: response.statusCode ?? 0, text: all, cookie: set }), reject);
    });
    request.end(body && JSON.stringify(body));
  });
}

const signIn = (port: number, from: string, pass = 'right') =>
  ask(port, 'POST', '/v1/webapi/sessions/web', { from, body: { user: 'ann', pass } });

test.each([
  ['one address for all users: one user who exhausts the limit blocks the others', false, [429, ['127.0.0.1']]],
  ['the address of each client with the PROXY protocol: others can sign in', true, [200, ['127.0.0.2', '127.0.0.3']]],
])('the cluster sees %s', async (_, proxyProtocol, expected) => {
  const { cluster, port } = await start({ proxyProtocol });
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await signIn(port, '127.0.0.2', 'wrong')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
  const other = await signIn(port, '127.0.0.3');
  expect([other.status, (await cluster.state()).peers]).toEqual(expected);
});

test('a renewal keeps the roles of the sign-in and writes a certificate event', async () => {
  const { cluster, port } = await start();
  const { cookie = '' } = await signIn(port, '127.0.0.1');
  await cluster.setRoles(['access']);
  const before = (await cluster.state()).certificates;
  expect((await ask(port, 'POST', '/v1/webapi/sessions/web/renew', { cookie })).status).toBe(200);
  const context = await ask(port, 'GET', '/v1/webapi/sites/main/context', { cookie });
  expect([JSON.parse(context.text), (await cluster.state()).certificates - before]).toEqual([
    { userName: 'ann', roles: ['editor'] },
    1,
  ]);
});

test('during an outage calls get 504 and pages report it, and both work again afterwards', async () => {
  const { cluster, port } = await start();
  const { cookie = '' } = await signIn(port, '127.0.0.1');
  expect((await ask(port, 'GET', '/web/cluster/main/nodes', { cookie })).text).toMatch(
    /grv_bearer_token" content="[^"]+"/,
  );
  await cluster.stop();
  const down = await ask(port, 'GET', '/web/cluster/main/nodes', { cookie });
  expect([down.status, down.cookie]).toEqual([503, undefined]);
  expect(down.text).toMatch(/name="postern-outage" content="the cluster at [^"]* cannot be reached/);
  expect((await ask(port, 'POST', '/v1/webapi/sessions/web/renew', { cookie })).status).toBe(504);
  await cluster.restart();
  expect((await ask(port, 'GET', '/v1/webapi/ping')).status).toBe(200);
  const back = await ask(port, 'GET', '/web/cluster/main/nodes', { cookie });
  expect([back.status, back.text.includes('postern-outage')]).toEqual([200, false]);
});

const noStorage: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
};

test('a conversation with Assist of the cluster uses the calls and the socket of its own console', async () => {
  const { base, port } = await start();
  const { cookie = '', text: signedIn } = await signIn(port, '127.0.0.1');
  const bearer = String(JSON.parse(signedIn).token);
  const sent: string[] = [];
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await ask(port, method, `/v1/webapi/assistant/${path}`, { cookie, bearer, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(answer.text);
    return JSON.parse(answer.text);
  };
  const openSocket = (id: string, headers: Record<string, string> = { cookie }) => {
    const query = new URLSearchParams({ access_token: bearer, conversation_id: id });
    const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/webapi/sites/main/assistant?${query}`, { headers });
    // Unlike a browser, the library throws if a socket is closed while it connects.
    return socket.on('error', () => undefined);
  };
  const behaviour = toServerBehaviour([]);
  const openDesk = () => {
    const desk = new AssistDesk({
      username: 'ann',
      storage: noStorage,
      fetchConversations: async () =>
        readConversations(await call('GET', 'conversations')).map(({ id, title = '' }) => ({
          ...{ id, title, created: new Date() },
        })),
      createConversation: async () => ((await call('POST', 'conversations', {})) as { id: string }).id,
      deleteConversation: async (id) => void (await call('DELETE', `conversations/${id}`)),
      renameConversation: async (id, title) => void (await call('POST', `conversations/${id}/title`, { title })),
      suggestTitle: async (message) => String(await call('POST', 'title/summary', { message })),
      fetchState: undefined,
      portsOf: (id) =>
        ({
          session: {
            open: () => {
              const socket = openSocket(id);
              const send = socket.send.bind(socket);
              socket.send = (frame: string) => {
                sent.push(frame);
                send(frame);
              };
              return socket as unknown as SocketOf<string>;
            },
            explain: () => Promise.resolve({ kind: 'unreachable' }),
            fetchHistory: async () => readHistory(await call('GET', `conversations/${id}`)),
            hasExtensions: behaviour.assistExtensions,
            clock: systemClock,
            whenReachable: () => () => undefined,
          },
        }) as unknown as ConversationPorts,
    });
    closing.push(async () => desk.dispose());
    return desk;
  };
  const desk = openDesk();
  await desk.load('');
  expect(desk.list.get()).toEqual({ kind: 'loaded', conversations: [] });
  const id = await desk.begin('what is load?', [{ kind: 'output', title: 'web-1', text: 'load 9' }]);
  const { session } = desk.open(id);
  const texts = () =>
    session.entries.get().map((entry) => ('text' in entry ? `${entry.kind}: ${entry.text}` : entry.kind));
  const question = 'what is load?\n\nOutput: web-1\n```\nload 9\n```';
  await expect
    .poll(texts)
    .toEqual(['assistant: Hey, I can assist you.', `user: ${question}`, `assistant: You wrote: ${question}`]);
  expect(sent).toEqual([JSON.stringify({ payload: question })]);
  // A cluster without a model returns no title. The first words become the title.
  await expect.poll(() => desk.list.get().conversations[0]?.title).toBe('what is load?');
  await expect.poll(() => session.activity.get()).toBe('idle');
  desk.send(desk.open(id), 'uptime', []);
  await expect.poll(() => session.entries.get().at(-1)?.kind).toBe('command');
  const last = session.entries.get().at(-1);
  expect(last?.kind === 'command' && last.proposal).toMatchObject({ command: 'uptime', labels: [{ key: 'env' }] });

  const again = openDesk();
  await again.load('');
  expect(again.list.get().conversations).toMatchObject([{ id, title: 'what is load?' }]);
  const reread = again.open(id).session;
  await expect
    .poll(() => reread.entries.get().map(({ kind }) => kind))
    .toEqual(['assistant', 'user', 'assistant', 'user', 'command']);
  await again.remove(id);
  expect(await call('GET', 'conversations')).toEqual({ conversations: [] });

  // The relay adds no credentials. Without the cookie of the sign-in the cluster refuses the socket.
  const status = await new Promise((resolve) => {
    const socket = openSocket(id, {});
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.on('error', () => socket.terminate());
  });
  expect(status).toBe(403);
});
