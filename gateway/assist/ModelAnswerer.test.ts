import { expect, test, vi } from 'vitest';
import { toGatewayConfig } from '../config/toGatewayConfig.ts';
import type { AssistUsageStore } from '../store/assistUsage.ts';
import { Answer } from './Answer.ts';
import type { AssistClient } from './AssistClient.ts';
import { MessageBudget } from './MessageBudget.ts';
import { ChatError, type ChatFailure, type ChatRequest } from './model/chat.ts';
import { ModelLink } from './model/ModelLink.ts';
import { ModelAnswerer } from './ModelAnswerer.ts';
import type { ResultReader } from './ResultReader.ts';
import type { ServerLookup } from './ServerLookup.ts';

const MODEL = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', timeoutMs: 1000, maxOutputTokens: 100 };
const OWNER = { user: 'ann', loginId: 'l' };

/** An answerer whose model writes `text` and then fails. */
function openAnswerer(failure: ChatFailure, text: string) {
  const used = { messages: 0, tokens: 0 };
  const usage: Pick<AssistUsageStore, 'of' | 'add'> = {
    of: () => used,
    add: (_user, _day, { messages, tokens }) => {
      used.messages += messages;
      used.tokens += tokens;
    },
  };
  const events: unknown[] = [];
  const config = { ...toGatewayConfig({}, '/nowhere').assist, messagesPerMinute: 2 };
  const link: Pick<ModelLink, 'chat' | 'isBusy'> = {
    isBusy: false,
    chat: async (_request, _signal, onText) => {
      if (text !== '') onText(text);
      throw new ChatError(failure);
    },
  };
  const answerer = new ModelAnswerer({
    link: link as ModelLink,
    model: () => MODEL,
    budget: new MessageBudget({ usage: usage as AssistUsageStore, now: () => 0, config: () => config }),
    servers: {} as ServerLookup,
    results: {} as ResultReader,
    tools: [],
    audit: { emit: (...event) => void events.push(event) },
  });
  return { answerer, used, events };
}

const signal = new AbortController().signal;
const take = (answerer: ModelAnswerer) => answerer.refusal('ann', { type: 'message', text: 'hello', context: [] });
async function ask(answerer: ModelAnswerer): Promise<void> {
  expect(take(answerer)).toBeUndefined();
  const client = { extensions: true, send: () => undefined } as unknown as AssistClient;
  const answer = new Answer({ client, store: () => undefined, idx: 0 });
  const history = [{ type: 'CHAT_MESSAGE_USER', timeMs: 0, payload: 'hello', context: [] }];
  await answerer.answer({ owner: OWNER, conversationId: 'c', signal, history }, answer);
}

const FREE: readonly ChatFailure[] = [
  { kind: 'unreached' },
  { kind: 'crashed' },
  { kind: 'not-sent' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 503 },
];

test.each(FREE)('a request that no model answered uses no budget of the day: %j', async (failure) => {
  const { answerer, used } = openAnswerer(failure, '');
  await expect(ask(answerer)).rejects.toThrow();
  expect(used).toEqual({ messages: 0, tokens: 0 });
  expect(take(answerer)).toBeUndefined();
  expect(await answerer.title({ owner: OWNER, message: 'hello', signal })).toBe('Hello');
  expect(used).toEqual({ messages: 0, tokens: 0 });
  // The minute limit still applies.
  expect(take(answerer)).toContain('too many messages');
});

test.each<[ChatFailure, string]>([
  [{ kind: 'timeout' }, ''],
  [{ kind: 'stopped' }, ''],
  [{ kind: 'cut' }, ''],
  [{ kind: 'crashed' }, 'Half an answer'],
])('a request that reached the model uses the budget: %j after “%s”', async (failure, text) => {
  const { answerer, used } = openAnswerer(failure, text);
  await expect(ask(answerer)).rejects.toThrow();
  expect(used).toEqual({ messages: 1, tokens: expect.any(Number) });
  expect(used.tokens).toBeGreaterThan(100);
});

test('a stop before the request is sent is reported as not sent', async () => {
  const link = new ModelLink(undefined, () => undefined);
  const request: ChatRequest = { endpoint: MODEL, messages: [], tools: [], maxChars: 100 };
  const notSent = { failure: { kind: 'not-sent' } };
  await expect(link.chat(request, AbortSignal.abort(), () => undefined)).rejects.toMatchObject(notSent);
  const stop = new AbortController();
  const asked = link.chat(request, stop.signal, () => undefined);
  stop.abort(); // while the thread starts
  await expect(asked).rejects.toMatchObject(notSent);
  await link.close();
});

test('a thread that the system does not start is tried again with the next request', async () => {
  const report = vi.fn();
  const link = new ModelLink('no path', report); // Node throws, as if there were too many threads
  const request: ChatRequest = { endpoint: MODEL, messages: [], tools: [], maxChars: 100 };
  for (let i = 0; i < 2; i++)
    await expect(link.chat(request, signal, () => undefined)).rejects.toMatchObject({ failure: { kind: 'crashed' } });
  expect(report).toHaveBeenCalledTimes(2);
  await link.close();
});

test('a title is in the audit log only if the model is asked for it', async () => {
  const { answerer, used, events } = openAnswerer({ kind: 'timeout' }, '');
  const title = () => answerer.title({ owner: OWNER, message: 'hello', signal });
  await title();
  expect(events).toEqual([['assist.ask', { user: 'ann', purpose: 'title', model: 'm', attachments: 0 }]]);
  used.tokens = 1e9;
  await title();
  expect(events).toHaveLength(1);
});
