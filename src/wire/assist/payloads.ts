// Payloads that are JSON as text. Encoders leave out empty members, as a 13.1 cluster does. Decoders throw WireError.
import { at, isObject, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import type { AssistState, CommandProposal, CommandResult, CommandRun, PartialMessage, ToolCall } from './messages.ts';

export const encodePartial = ({ content, idx }: PartialMessage): string =>
  JSON.stringify({ ...(content !== '' && { content }), ...(idx !== 0 && { idx }) });

export function decodePartial(payload: string): PartialMessage {
  const json = objectIn(payload);
  return { content: optionalText(json, 'content') ?? '', idx: optionalNumber(json, 'idx') ?? 0 };
}

/** `extensions`: adds `reason`, `query` and `changes`, which a 13.1 console does not know. */
export const encodeCommand = (
  { command, nodes, labels, reason, query, changes }: CommandProposal,
  extensions: boolean,
): string =>
  JSON.stringify({
    ...(command !== '' && { command }),
    ...(nodes.length > 0 && { nodes }),
    ...(labels.length > 0 && { labels }),
    ...(extensions && reason && { reason }),
    ...(extensions && query && { query }),
    ...(extensions && changes && { changes }),
  });

export function decodeCommand(payload: string): CommandProposal {
  const json = objectIn(payload);
  const reason = optionalText(json, 'reason');
  const query = optionalText(json, 'query');
  return {
    command: optionalText(json, 'command') ?? '',
    nodes: listOf(json, 'nodes', (item) => asText(item, 'nodes')),
    labels: listOf(json, 'labels', (item) => ({
      key: asText(at(item, 'key'), 'key'),
      value: asText(at(item, 'value') ?? '', 'value'),
    })),
    ...(reason && { reason }),
    ...(query && { query }),
    ...(at(json, 'changes') === true && { changes: true as const }),
  };
}

/** `extensions`: adds `error`, which a 13.1 console does not know. */
export const encodeResult = ({ nodeId, executionId, sessionId, error }: CommandResult, extensions: boolean): string =>
  JSON.stringify({
    node_id: nodeId,
    execution_id: executionId,
    session_id: sessionId,
    ...(extensions && error && { error }),
  });

export function decodeResult(payload: string): CommandResult {
  const json = objectIn(payload);
  const error = optionalText(json, 'error');
  return {
    nodeId: optionalText(json, 'node_id') ?? '',
    executionId: optionalText(json, 'execution_id') ?? '',
    sessionId: optionalText(json, 'session_id') ?? '',
    ...(error && { error }),
  };
}

export const encodeRun = (run: CommandRun): string =>
  JSON.stringify({
    execution_id: run.executionId,
    command: run.command,
    login: run.login,
    query: run.query,
    nodes: run.nodes,
    approved_by: run.approvedBy,
    approved_at: run.approvedAt,
  });

export function decodeRun(payload: string): CommandRun {
  const json = objectIn(payload);
  return {
    executionId: asText(at(json, 'execution_id'), 'execution_id'),
    command: textAt(json, 'command'),
    login: textAt(json, 'login'),
    query: textAt(json, 'query'),
    nodes: listOf(json, 'nodes', (item) => asText(item, 'nodes')),
    approvedBy: textAt(json, 'approved_by'),
    approvedAt: textAt(json, 'approved_at'),
  };
}

export const encodeToolCall = (call: ToolCall): string => JSON.stringify(call);

export function decodeToolCall(payload: string): ToolCall {
  const json = objectIn(payload);
  const sentArguments = at(json, 'arguments');
  const count = optionalNumber(at(json, 'result'), 'count');
  return {
    id: textAt(json, 'id'),
    tool: asText(at(json, 'tool'), 'tool'),
    arguments: isObject(sentArguments) ? sentArguments : {},
    result: {
      summary: textAt(json, 'result', 'summary'),
      ...(count !== undefined && { count }),
      ...(at(json, 'result', 'failed') === true && { failed: true as const }),
    },
  };
}

export const encodeState = (state: AssistState): string => JSON.stringify(state);

/** Payload of `ASSIST_STATE`. `GET postern/assistant/state` returns the same text. */
export function decodeState(payload: string): AssistState {
  const json = objectIn(payload);
  const model = optionalText(json, 'model');
  const remaining = at(json, 'remaining');
  return {
    mode: at(json, 'mode') === 'model' ? 'model' : 'planner',
    ...(model && { model }),
    ...(isObject(remaining) && {
      remaining: { messages: optionalNumber(remaining, 'messages') ?? 0, resets: textAt(remaining, 'resets') },
    }),
  };
}

function objectIn(payload: string): unknown {
  const json = parseJson(payload);
  if (!isObject(json)) throw new WireError('assist: a payload must be a JSON object');
  return json;
}

function asText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new WireError(`assist: ${name} must be a text`);
  return value;
}

const optionalText = (json: unknown, name: string) => {
  const value = at(json, name);
  return value === undefined || value === null ? undefined : asText(value, name);
};

function optionalNumber(json: unknown, name: string): number | undefined {
  const value = at(json, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new WireError(`assist: ${name} must be a whole number from 0`);
  return value;
}

function listOf<T>(json: unknown, name: string, read: (item: unknown) => T): T[] {
  const list = at(json, name) ?? [];
  if (!Array.isArray(list)) throw new WireError(`assist: ${name} must be a list`);
  return list.map(read);
}
