import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { delta, event, startOpenaiServer } from '../../../tests/support/openaiServer.ts';
import { runChat } from './runChat.ts';

/** A model that sends only headers. */
async function openSilentModel() {
  let connections = 0;
  const server = createServer((request, response) => {
    connections += 1;
    request.socket.on('close', () => (connections -= 1));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const request = (timeoutMs: number) =>
    ({
      endpoint: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', timeoutMs, maxOutputTokens: 10 },
      messages: [{ role: 'user', content: 'hello' }],
      tools: [],
      maxChars: 100,
    }) as const;
  return { request, connections: () => connections };
}

/** Collects objects that only have weak references. Any process does this at some time. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test.each([false, true])(
  'waits no longer than the timeout for the first event after the headers (garbage collected: %s)',
  async (isCollected) => {
    const { request, connections } = await openSilentModel();
    const answer = runChat(request(1000), new AbortController().signal, () => undefined);
    answer.catch(() => undefined);
    await expect.poll(connections).toBe(1);
    const collector = setInterval(() => isCollected && collectGarbage(), 100);
    onTestFinished(() => clearInterval(collector));
    await expect(answer).rejects.toMatchObject({ failure: { kind: 'timeout' } });
    await expect.poll(connections).toBe(0);
  },
  10_000,
);

test('waits no longer than a few seconds for the end of an error', { timeout: 20_000 }, async () => {
  const server = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', timeoutMs: 60_000, maxOutputTokens: 10 };
  const request = { endpoint, messages: [{ role: 'user', content: 'hello' }], tools: [], maxChars: 100 } as const;
  const answer = runChat(request, new AbortController().signal, () => undefined);
  await expect(answer).rejects.toMatchObject({ failure: { kind: 'status', status: 400 } });
});

test('closes the connection when the answer is stopped', async () => {
  const { request, connections } = await openSilentModel();
  const stop = new AbortController();
  const answer = runChat(request(60_000), stop.signal, () => undefined);
  answer.catch(() => undefined);
  await expect.poll(connections).toBe(1);
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    collectGarbage();
  }
  stop.abort();
  await expect(answer).rejects.toMatchObject({ failure: { kind: 'stopped' } });
  await expect.poll(connections).toBe(0);
}, 10_000);

test.each([
  [42, 42],
  [0, 3],
  [-5, 3],
  [12.5, 3],
  [1e300, 3],
])('a usage of %d tokens counts as %d, with an estimate for an invalid number', async (usage, tokens) => {
  const model = await startOpenaiServer();
  onTestFinished(() => model.stop());
  model.answer(() => ({ text: 'hello', usage }));
  const endpoint = { baseUrl: model.base, model: 'm', timeoutMs: 5000, maxOutputTokens: 10 };
  const request = { endpoint, messages: [{ role: 'user', content: 'hello' }], tools: [], maxChars: 100 } as const;
  const result = await runChat(request, new AbortController().signal, () => undefined);
  expect(result.tokens).toBe(tokens);
});

test.each([
  ['the same index', 0],
  ['no index', undefined],
])('separates tool calls that a server sends with %s', async (_, index) => {
  const model = await startOpenaiServer();
  onTestFinished(() => model.stop());
  const part = (id: string, name: string | undefined, json: string) =>
    event(delta({ tool_calls: [{ index, id, function: { name, arguments: json } }] }));
  const end = event({ choices: [{ delta: {}, finish_reason: 'tool_calls' }] });
  // Later chunks may have another id and no name.
  const raw = [part('a', 'search_servers', '{"query":'), part('x', undefined, '"q"}'), part('b', 'read_labels', '{}')];
  model.answer(() => ({ raw: [...raw, end] }));
  const endpoint = { baseUrl: model.base, model: 'm', timeoutMs: 5000, maxOutputTokens: 10 };
  const request = { endpoint, messages: [{ role: 'user', content: 'hello' }], tools: [], maxChars: 100 } as const;
  const { toolCalls } = await runChat(request, new AbortController().signal, () => undefined);
  expect(toolCalls).toEqual([
    { id: 'a', name: 'search_servers', arguments: '{"query":"q"}' },
    { id: 'b', name: 'read_labels', arguments: '{}' },
  ]);
});
