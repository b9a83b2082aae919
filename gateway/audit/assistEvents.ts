// Audit events of Assist; all of them are ours.

type InConversation = { user: string; conversation_id: string };
/** The console asks for a title without naming the conversation (http-resources §17). */
type ForTitle = { user: string; purpose: 'title' };
type OfExecution = InConversation & { execution_id: string };

export type AssistAuditEvents = {
  /** Somebody asked something. The text stays in the conversation. `model`: who answers; absent for the planner. */
  'assist.ask': (InConversation | ForTitle) & { model?: string; attachments: number };
  /** An answer has a command. `query`: for which servers; '' where the user has to choose them. */
  'assist.command.propose': InConversation & { command: string; query: string };
  /** The user approved a command, which may differ from the one that was proposed. */
  'assist.command.approve': OfExecution & { command: string; login: string; query: string };
  /** It has ended on all servers. */
  'assist.command.run': OfExecution & { succeeded: number; failed: number };
};
