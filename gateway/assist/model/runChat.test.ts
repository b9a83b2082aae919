import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runChat } from './runChat.ts';

test('waits no longer than the timeout for the first event after the headers', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const request = {
    endpoint: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', timeoutMs: 300, maxOutputTokens: 10 },
    messages: [{ role: 'user', content: 'hello' }],
    tools: [],
    maxChars: 100,
  } as const;
  await expect(runChat(request, AbortSignal.timeout(5000), () => undefined)).rejects.toMatchObject({
    failure: { kind: 'timeout' },
  });
}, 10_000);
