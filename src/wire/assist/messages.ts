// Assist: a conversation in which a model, or the gateway's planner, proposes commands (streams §7, http-resources §17).
// Everything is JSON in text frames. Members that a 13.1 cluster does not have are extensions (streams §7.7).

/** Content that a user has seen and attached to a message. The model gets it as untrusted data. */
export const CONTEXT_KINDS = ['servers', 'terminal', 'output', 'event', 'role', 'document'] as const;
export type ContextKind = (typeof CONTEXT_KINDS)[number];
export type AssistContext = { kind: ContextKind; title: string; text: string };

export const CONTEXTS_MAX = 8;
export const CONTEXT_CHARS_MAX = 16_000;
export const CONTEXT_TITLE_CHARS_MAX = 200;
/** Maximum characters of a user's message. */
export const MESSAGE_CHARS_MAX = 16_000;
/** Maximum characters of a proposed command line. */
export const COMMAND_CHARS_MAX = 4000;

/** The last line of an answer that was stopped, and of one whose connection was lost (streams §7.7). */
export const ANSWER_STOPPED = '_Stopped._';
export const ANSWER_LOST = '_The connection was lost before the answer was complete._';
/** Whether the answer was cut off before its end. */
export const isIncomplete = (text: string): boolean => text.endsWith(ANSWER_STOPPED) || text.endsWith(ANSWER_LOST);

/** Example requests to start with. The built-in planner understands all of them, and every server can answer them. */
export const EXAMPLE_REQUESTS: readonly string[] = [
  'How long have all servers been up?',
  'How full are the disks on all servers?',
  'Which services have failed on all servers?',
];

export type ClientMessage =
  | { type: 'message'; text: string; context: readonly AssistContext[] }
  /** Stops the answer that is being written. The gateway stores the part that exists. */
  | { type: 'cancel' }
  /** Answers the last message of the user again. */
  | { type: 'retry' }
  /** Sums up the stored results of one execution. */
  | { type: 'summarize'; executionId: string };

/** Types of frames and of stored messages that a 13.1 cluster has too. */
type ClusterType =
  | 'CHAT_MESSAGE_USER'
  | 'CHAT_MESSAGE_ASSISTANT'
  | 'CHAT_PARTIAL_MESSAGE_ASSISTANT'
  | 'CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE'
  | 'COMMAND'
  | 'COMMAND_RESULT'
  | 'CHAT_MESSAGE_ERROR'
  | 'CHAT_MESSAGE_SYSTEM';
/** Our own types, only sent to clients that asked for extensions. */
export const EXTENSION_TYPES = ['CHAT_THOUGHT_ASSISTANT', 'TOOL_CALL', 'COMMAND_RUN', 'ASSIST_STATE'] as const;
export type AssistType = ClusterType | (typeof EXTENSION_TYPES)[number];

/** One frame, and one entry of a history. `payload` is plain text or JSON as text, depending on the type. */
export type AssistMessageJson = {
  type: string;
  created_time: string;
  payload: string;
  context?: readonly AssistContext[];
  /**
   * Only in `CHAT_MESSAGE_ERROR`: the gateway refused the user's message, and the history does not contain it (an
   * extension).
   */
  not_stored?: true;
};
export type ConversationJson = { id: string; title?: string; created_time: string };

/** Payload of `CHAT_PARTIAL_MESSAGE_ASSISTANT`. Without `content`, the payload of `…_FINALIZE`. */
export type PartialMessage = { content: string; idx: number };

/** A proposed command. It runs on the nodes with one of the names or labels. If `query` is given, it replaces both. */
export type CommandProposal = {
  command: string;
  nodes: readonly string[];
  labels: readonly { key: string; value: string }[];
  reason?: string;
  /** A predicate over nodes (http-resources §1.5). */
  query?: string;
  /** The command is known to change the servers, so the console asks before it runs. */
  changes?: true;
};

/**
 * The result of an execution on a node. `sessionId` is the recording with its output, `error` the reason for a failure
 * (an extension).
 */
export type CommandResult = { nodeId: string; executionId: string; sessionId: string; error?: string };

/** The run that the user has approved. It is stored when the run starts. */
export type CommandRun = {
  executionId: string;
  command: string;
  login: string;
  query: string;
  /** Host names. */
  nodes: readonly string[];
  approvedBy: string;
  /** RFC 3339. */
  approvedAt: string;
};

/** A call of a tool with the user's rights. `summary` is one sentence for people. */
export type ToolCall = {
  id: string;
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  result: { summary: string; count?: number; failed?: true };
};

/** The component that answers. `remaining`: the rest of the user's budget for this day. */
export type AssistState = {
  mode: 'model' | 'planner';
  model?: string;
  remaining?: { messages: number; resets: string };
};
