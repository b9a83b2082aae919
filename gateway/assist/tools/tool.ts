import type { ToolDefinition } from '../model/chat.ts';
import type { AssistOwner } from '../AssistClient.ts';

/** What a tool found. `content` is for the model, as data; `summary` is one sentence for people. */
export type ToolOutcome = { content: string; summary: string; count?: number; failed?: true };

/** A tool reads with the rights that the user has at this moment. It rejects with an ApiFailure or a RangeError where it may not, or cannot. */
export type Tool = ToolDefinition & {
  /** What is shown while it runs: `Searching servers…`. */
  progress: string;
  run(args: unknown, owner: AssistOwner): Promise<ToolOutcome>;
};

/** JSON Schema of an object with these texts; the first `required` of them are needed. */
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
