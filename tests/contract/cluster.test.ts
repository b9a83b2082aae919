// Cluster mode in front of a cluster that behaves as 13.1.3 does where its answers do not tell (cluster-behaviour.md).
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

/** The console's own code, with what it knows of a server that names no extension. */
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
    nodesAtOnce: behaviour.commandNodesAtOnce,
    stopsCommands: behaviour.stopsCommands,
    clock: systemClock,
  });
}

const NODES = Array.from({ length: 16 }, (_, i) => `node-${i}`);

test('a command on many nodes leaves the cluster running, and its output is right', async () => {
  const { cluster, base } = await start();
  const run = runCommand(base, NODES, 'hostname');
  await expect.poll(() => run.isOver).toBe(true);
  expect([...run.states.get().values()].map(({ kind }) => kind)).toEqual(NODES.map(() => 'done'));
  expect((await cluster.state()).running).toEqual([]);
});

test('over one socket the same command ends the cluster, and the console says that it was lost', async () => {
  const { cluster, base } = await start();
  const run = runCommand(base, NODES, 'hostname', { ...toServerBehaviour([]), nodesPerCommandSocket: Infinity });
  expect(await cluster.ended()).toBe(2);
  expect(cluster.log()).toContain('panic: concurrent write to websocket connection');
  await expect.poll(() => run.isOver).toBe(true);
  expect([...run.states.get().values()].some(({ kind }) => kind === 'done')).toBe(false);
});

test('a command whose socket closes runs on, and the console does not say that it ended it', async () => {
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

/** `from`: the loopback address that the browser has. */
async function ask(
  port: number,
  method: string,
  path: string,
  more: { from?: string; body?: object; cookie?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { from = '127.0.0.1', body, cookie } = more;
    const request = httpRequest({ host: '127.0.0.1', port, method, path, localAddress: from, agent: false });
    request.setHeader('host', 'localhost');
    if (cookie !== undefined) request.setHeader('cookie', cookie);
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
  ['one address for all people: who empties the limit locks all out', false, [429, ['127.0.0.1']]],
  ['each client’s own address by the PROXY protocol: the others sign in', true, [200, ['127.0.0.2', '127.0.0.3']]],
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

test('while it is down calls are 504 and pages say so; when it is back both go on', async () => {
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
