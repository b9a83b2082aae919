// The only module that uses the client library of the model. It loads slowly, so the gateway runs it in a thread.
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { at, textAt } from '../../../src/lib/json.ts';
import { withTimeLimit } from '../../http/timeLimit.ts';
import {
  ChatError,
  estimatedTokens,
  type ChatMessage,
  type ChatRequest,
  type ChatResult,
  type ToolRequest,
} from './chat.ts';

/** Retries after 429, 5xx or no answer. The library waits as `retry-after` requires, up to a minute. */
const RETRIES = 2;
/** Limit of the body of one answer, including its events. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;
const TOTAL_MAX_MS = 5 * 60_000;
/** For the body of an error, which is not shown. */
const ERROR_MAX_MS = 5000;
const TOOL_CALLS_MAX = 16;
const ARGUMENTS_MAX_CHARS = 20_000;

/** `onText` gets the text in pieces. Rejects with a ChatError. */
export async function runChat(
  request: ChatRequest,
  stopped: AbortSignal,
  onText: (text: string) => void,
): Promise<ChatResult> {
  const stall = new StallTimer(request.endpoint.timeoutMs);
  const signal = withTimeLimit(TOTAL_MAX_MS, stopped, stall.signal);
  try {
    return await readAnswer(request, await openStream(request, signal), stall, onText);
  } catch (error) {
    if (stopped.aborted) throw new ChatError({ kind: 'stopped' });
    if (signal.aborted) throw new ChatError({ kind: 'timeout' });
    throw toChatError(error);
  } finally {
    stall.dispose();
  }
}

async function openStream({ endpoint, messages, tools }: ChatRequest, signal: AbortSignal) {
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: RETRIES,
    timeout: endpoint.timeoutMs,
    logLevel: 'off',
    fetch: boundedFetch,
    ...(endpoint.apiKey === undefined && { defaultHeaders: { authorization: null } }),
  });
  const body = {
    model: endpoint.model,
    messages: messages.map(toParam),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({
        type: 'function' as const,
        function: { ...tool, parameters: { ...tool.parameters } },
      })),
    }),
  } as const;
  const open = async (limit: { max_tokens: number } | { max_completion_tokens: number }) => {
    const { data, response } = await client.chat.completions.create({ ...body, ...limit }, { signal }).withResponse();
    if (response.headers.get('content-type')?.includes('text/event-stream') !== true) {
      data.controller.abort();
      throw new ChatError({ kind: 'not-a-stream' });
    }
    return data;
  };
  try {
    return await open({ max_tokens: endpoint.maxOutputTokens });
  } catch (error) {
    // Newer models of some servers know the limit only by another name.
    if (!(error instanceof OpenAI.BadRequestError) || !error.message.includes('max_completion_tokens')) throw error;
    return open({ max_completion_tokens: endpoint.maxOutputTokens });
  }
}

type NumberedCall = ToolRequest & { index: number };

async function readAnswer(
  { messages, maxChars }: ChatRequest,
  stream: AsyncIterable<unknown> & { controller: AbortController },
  stall: StallTimer,
  onText: (text: string) => void,
): Promise<ChatResult> {
  const calls: NumberedCall[] = [];
  let [chars, tokens, isCut] = [0, 0, false];
  let isEnded = false;
  stall.restart(); // the timeout of the library ends with the headers
  for await (const chunk of stream) {
    stall.restart();
    // Many kinds of servers use this protocol, so the form of their data is not trusted.
    const total = at(chunk, 'usage', 'total_tokens');
    if (typeof total === 'number' && Number.isSafeInteger(total) && total > 0) tokens = total;
    const choice = at(chunk, 'choices', 0);
    const content = textAt(choice, 'delta', 'content');
    if (content !== '') {
      const room = maxChars - chars;
      chars += content.length;
      onText(content.slice(0, Math.max(0, room)));
    }
    const parts = at(choice, 'delta', 'tool_calls');
    if (Array.isArray(parts)) for (const part of parts) addPart(calls, part);
    const end = textAt(choice, 'finish_reason');
    if (end !== '') isEnded = true;
    isCut ||= chars > maxChars || end === 'length';
    if (chars > maxChars) {
      stream.controller.abort();
      break;
    }
  }
  if (!isEnded && !isCut) throw new ChatError({ kind: 'cut' });
  const toolCalls = calls.map(({ index: _, ...call }) => call);
  return { toolCalls, tokens: tokens || estimatedTokens(messages, chars), isCut };
}

/**
 * Tool calls come in pieces: their number first, then their arguments. Some servers, such as Ollama, give all calls the
 * number 0: another id with a name starts another call.
 */
function addPart(calls: NumberedCall[], part: unknown): void {
  const sentIndex = at(part, 'index');
  const index = typeof sentIndex === 'number' ? sentIndex : 0;
  const [id, name] = [textAt(part, 'id'), textAt(part, 'function', 'name')];
  let call = calls.findLast((candidate) => candidate.index === index);
  if (!call || (name !== '' && id !== '' && id !== call.id)) {
    if (calls.length >= TOOL_CALLS_MAX) throw new ChatError({ kind: 'too-long' });
    call = { index, id: id || `call-${calls.length}`, name: '', arguments: '' };
    calls.push(call);
  }
  call.name += name;
  call.arguments += textAt(part, 'function', 'arguments');
  if (call.arguments.length > ARGUMENTS_MAX_CHARS || call.name.length > 100 || call.id.length > 200)
    throw new ChatError({ kind: 'too-long' });
}

function toParam(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.toolCalls && {
          tool_calls: message.toolCalls.map(({ id, ...call }) => ({ id, type: 'function' as const, function: call })),
        }),
      };
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    default:
      return message satisfies never;
  }
}

/** Redirects must not forward the key, and bodies must not fill the memory. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > BODY_MAX_BYTES) controller.error(new ChatError({ kind: 'too-long' }));
      else controller.enqueue(chunk);
    },
  });
  // Once the request is garbage-collected, its signal no longer ends the body: the pipe does.
  const signals = init?.signal ? [init.signal] : [];
  const signal = withTimeLimit(response.ok ? TOTAL_MAX_MS : ERROR_MAX_MS, ...signals);
  return new Response(response.body.pipeThrough(bounded, { signal }), response);
};

function toChatError(error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError) return new ChatError({ kind: 'timeout' });
  if (error instanceof OpenAI.APIConnectionError) return new ChatError({ kind: 'unreached' });
  if (error instanceof OpenAI.APIError && error.status !== undefined)
    return new ChatError({ kind: 'status', status: Number(error.status) });
  // A server error in the middle of a stream has no status.
  if (error instanceof OpenAI.APIError || error instanceof SyntaxError) return new ChatError({ kind: 'unreadable' });
  if (error instanceof TypeError) return new ChatError({ kind: 'cut' }); // fetch throws this when a connection breaks
  return new ChatError({ kind: 'unreadable' });
}

/** Aborts when no data has come for a while. */
class StallTimer {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
