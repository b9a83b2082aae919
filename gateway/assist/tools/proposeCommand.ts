import type { ToolDefinition } from '../model/chat.ts';

/** The only tool with an effect: the user is shown a command, and may approve it. */
export const PROPOSE_COMMAND: ToolDefinition = {
  name: 'propose_command',
  description:
    'Shows the user a shell command that they may approve and run. It never runs by itself. Call it at most once for an answer.',
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', description: 'One line for a POSIX shell.' },
      query: {
        type: 'string',
        description:
          'The servers, as a predicate such as labels["env"] == "prod" or name == "web-1". Only servers that the user named. Leave it out where the user named none.',
      },
      reason: { type: 'string', description: 'One sentence: what the command shows or changes.' },
    },
    required: ['command', 'reason'],
  },
};
