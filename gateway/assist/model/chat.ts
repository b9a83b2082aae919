// One request to a model and its result, in the form between the gateway and the thread of the model.
import type { ModelConfig } from '../../config/settings.ts';

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolRequest[] }
  | { role: 'tool'; callId: string; content: string };

/** A tool call of the model. `arguments` should be JSON. */
export type ToolRequest = { id: string; name: string; arguments: string };

/** The description of a tool for the model. `parameters` is a JSON Schema. */
export type ToolDefinition = { name: string; description: string; parameters: Readonly<Record<string, unknown>> };

export type ChatRequest = {
  endpoint: ModelConfig;
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
  /** Characters of the text at which the answer is cut. */
  maxChars: number;
};

export type ChatResult = {
  toolCalls: readonly ToolRequest[];
  /** As counted by the model's server, otherwise estimated. */
  tokens: number;
  /** The answer was longer than allowed, and is cut. */
  isCut: boolean;
};

/**
 * Why there is no answer, without any text of the model's server, which may contain the key. `status`: of an HTTP
 * error. `not-sent`: stopped before the request was sent.
 */
export type ChatFailure =
  | { kind: 'status'; status: number }
  | { kind: 'timeout' | 'unreached' | 'unreadable' | 'not-a-stream' | 'cut' | 'too-long' }
  | { kind: 'stopped' | 'not-sent' | 'crashed' };

export class ChatError extends Error {
  override name = 'ChatError';
  readonly failure: ChatFailure;

  constructor(failure: ChatFailure) {
    super(failure.kind === 'status' ? `status ${failure.status}` : failure.kind);
    this.failure = failure;
  }
}

/** Failures without an answer of the model. */
const FREE: ReadonlySet<ChatFailure['kind']> = new Set(['unreached', 'crashed', 'status', 'not-sent']);

const CHARS_PER_TOKEN = 4;

/** The estimate for a request with `moreChars` characters besides its messages, if the server counted none. */
export const estimatedTokens = (messages: readonly ChatMessage[], moreChars: number): number =>
  Math.ceil((messages.reduce((sum, { content }) => sum + content.length, 0) + moreChars) / CHARS_PER_TOKEN);

/** The cost of a request that failed after this many characters of its answer. */
export const tokensOfFailure = (
  { kind }: ChatFailure,
  messages: readonly ChatMessage[],
  answerChars: number,
): number => (answerChars === 0 && FREE.has(kind) ? 0 : estimatedTokens(messages, answerChars));
