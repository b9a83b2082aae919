// One request to a model and what comes of it, as it travels between the gateway and the thread that talks to the model.
import type { ModelConfig } from '../../config/settings.ts';

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolRequest[] }
  | { role: 'tool'; callId: string; content: string };

/** The model asks for a tool; `arguments` is JSON, or should be. */
export type ToolRequest = { id: string; name: string; arguments: string };

/** A tool as the model is told of it; `parameters` is a JSON Schema. */
export type ToolDefinition = { name: string; description: string; parameters: Readonly<Record<string, unknown>> };

export type ChatRequest = {
  endpoint: ModelConfig;
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
  /** Characters of the text at which the answer is cut off. */
  maxChars: number;
};

export type ChatResult = {
  toolCalls: readonly ToolRequest[];
  /** As the model's server counts them; estimated where it does not. */
  tokens: number;
  /** The answer was longer than allowed, and ends somewhere. */
  isCut: boolean;
};

/**
 * Why there is no answer, without a word of the model's server: its messages may hold the key. `status`: of an HTTP
 * answer that was none. `not-sent`: stopped before the request was sent.
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

/** Of a request with so many characters beside its messages, where no server has counted. */
export const estimatedTokens = (messages: readonly ChatMessage[], moreChars: number): number =>
  Math.ceil((messages.reduce((sum, { content }) => sum + content.length, 0) + moreChars) / CHARS_PER_TOKEN);

/** What a request cost that failed after so many characters of its answer. */
export const tokensOfFailure = (
  { kind }: ChatFailure,
  messages: readonly ChatMessage[],
  answerChars: number,
): number => (answerChars === 0 && FREE.has(kind) ? 0 : estimatedTokens(messages, answerChars));
