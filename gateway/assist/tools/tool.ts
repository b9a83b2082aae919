import type { ToolDefinition } from '../model/chat.ts';
import type { AssistOwner } from '../AssistClient.ts';

/** The result of a tool. `content` is data for the model, `summary` is one sentence for users. */
export type ToolOutcome = { content: string; summary: string; count?: number; failed?: true };

/**
 * A tool reads with the user's current rights. It rejects with an ApiFailure or a RangeError if it may not or cannot
 * read.
 */
export type Tool = ToolDefinition & {
  /** Shown while it runs: `Searching servers…`. */
  progress: string;
  run(args: unknown, owner: AssistOwner): Promise<ToolOutcome>;
};

/** JSON Schema of an object with these texts. The first `required` of them are mandatory. */
export const textParameters = (
  properties: Readonly<Record<string, string>>,
  required: readonly string[] = [],
): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, description]) => [name, { type: 'string', description }]),
  ),
  required,
});
