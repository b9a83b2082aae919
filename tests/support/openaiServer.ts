// An OpenAI-compatible server for tests: sends chat completions that a test defines, in irregular pieces and with all
// kinds of faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type SentMessage = {
  role: string;
  content: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
};
export type SentRequest = {
  model: string;
  messages: SentMessage[];
  tools?: { function: { name: string } }[];
  stream: boolean;
  max_tokens?: number;
  max_completion_tokens?: number;
};

/** The answer to one request. */
export type ModelReply =
  | { text: string; piece?: number; calls?: readonly Call[]; usage?: number }
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The exact bytes of the stream. `end`: how it ends. */
  | { raw: readonly (string | Uint8Array)[]; end?: 'end' | 'destroy' | 'never'; contentType?: string }
  /** Endless text. */
  | { endless: string };
type Call = { name: string; arguments: unknown; id?: string };

export type Responder = (request: SentRequest, nth: number) => ModelReply | Promise<ModelReply>;

export type OpenaiServer = {
  base: string;
  requests: SentRequest[];
  headers: IncomingMessage['headers'][];
  /** Sets the responder for all further requests. */
  answer: (responder: Responder) => void;
  stop: () => Promise<void>;
};

export async function startOpenaiServer(): Promise<OpenaiServer> {
  const requests: SentRequest[] = [];
  const headers: IncomingMessage['headers'][] = [];
  let responder: Responder = () => ({ text: 'Hello.' });
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    const sent = JSON.parse(body) as SentRequest;
    requests.push(sent);
    headers.push(request.headers);
    await reply(await responder(sent, requests.length), response);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}/v1`,
    requests,
    headers,
    answer: (next) => (responder = next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function reply(given: ModelReply, response: ServerResponse): Promise<void> {
  if ('status' in given) {
    response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
    response.end(given.body ?? JSON.stringify({ error: { message: 'the model is overloaded' } }));
    return;
  }
  if ('raw' in given) {
    response.writeHead(200, { 'content-type': given.contentType ?? 'text/event-stream' });
    for (const part of given.raw) {
      response.write(part);
      await delay(5);
    }
    if (given.end === 'destroy') response.destroy();
    else if (given.end !== 'never') response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  if ('endless' in given) {
    while (!response.destroyed) {
      if (!response.write(event(delta({ content: given.endless })))) await delay(1);
      await delay(0);
    }
    return;
  }
  const { text, piece = 3, calls = [], usage } = given;
  const events = [
    ...(text.match(new RegExp(`[^]{1,${piece}}`, 'gu')) ?? []).map((content) => event(delta({ content }))),
    ...calls.flatMap(callEvents),
    event({ choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] }),
    ...(usage === undefined ? [] : [event({ choices: [], usage: { total_tokens: usage } })]),
    'data: [DONE]\n\n',
  ].join('');
  // Cuts the stream without regard to events, JSON or characters.
  const bytes = Buffer.from(events);
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 97 || 31) {
    response.write(bytes.subarray(at, at + size));
    if (at % 5 === 0) await delay(0);
  }
  response.end();
}

export const event = (json: unknown): string => `data: ${JSON.stringify(json)}\n\n`;
export const delta = (given: object): object => ({ choices: [{ index: 0, delta: given, finish_reason: null }] });

/** A call in pieces: its number and name, then its arguments a few letters at a time. */
function callEvents({ name, arguments: args, id = `call_${name}` }: Call, index: number): string[] {
  const json = typeof args === 'string' ? args : JSON.stringify(args);
  const parts = json.match(/[^]{1,4}/gu) ?? [];
  return [
    event(delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })),
    ...parts.map((part) => event(delta({ tool_calls: [{ index, function: { arguments: part } }] }))),
  ];
}
