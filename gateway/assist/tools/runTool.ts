// One tool call, in the form of the model and as the user sees it.
import { isObject, parseJson } from '../../../src/lib/json.ts';
import type { ToolCall } from '../../../src/wire/assist/messages.ts';
import { ApiFailure } from '../../http/failures.ts';
import { UnstorableText } from '../../store/storeError.ts';
import type { AssistOwner } from '../AssistClient.ts';
import type { ToolRequest } from '../model/chat.ts';
import type { Tool, ToolOutcome } from './tool.ts';

const SHOWN_KEYS_MAX = 10;
const SHOWN_CHARS_MAX = 500;

/** Does not reject for errors of the model or missing rights: both become outcomes. */
export async function runTool(tools: readonly Tool[], request: ToolRequest, owner: AssistOwner): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === request.name);
  if (!tool) return failure('there is no such tool');
  const args = parseJson(request.arguments || '{}');
  if (!isObject(args)) return failure('the arguments are not a JSON object');
  try {
    return await tool.run(args, owner);
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof RangeError || error instanceof UnstorableText)
      return failure(error.message);
    throw error;
  }
}

/** The outcome of a call that did not succeed. */
export const failure = (message: string): ToolOutcome => ({
  content: `failed: ${message}`,
  summary: `Failed: ${message}`,
  failed: true,
});

/** The call for the conversation: arguments and invented names are cut. */
export function toToolCall(
  { id, name, arguments: text }: ToolRequest,
  { summary, count, failed }: ToolOutcome,
): ToolCall {
  const args = parseJson(text);
  const entries = isObject(args) ? Object.entries(args).slice(0, SHOWN_KEYS_MAX) : [];
  return {
    id: id.slice(0, 100),
    tool: name.slice(0, 100),
    arguments: Object.fromEntries(entries.map(([key, value]) => [key.slice(0, 100), shownValue(value)])),
    result: {
      summary: summary.slice(0, SHOWN_CHARS_MAX),
      ...(count !== undefined && { count }),
      ...(failed && { failed }),
    },
  };
}

function shownValue(value: unknown): unknown {
  const json = JSON.stringify(value);
  if (json.length <= SHOWN_CHARS_MAX) return value;
  return typeof value === 'string' ? `${value.slice(0, SHOWN_CHARS_MAX)}…` : `${json.slice(0, SHOWN_CHARS_MAX)}…`;
}
