// Audit events of Assist. All are extensions.

type InConversation = { user: string; conversation_id: string };
/** The console requests a title without naming the conversation (http-resources §17). */
type ForTitle = { user: string; purpose: 'title' };
type OfExecution = InConversation & { execution_id: string };

export type AssistAuditEvents = {
  /**
   * A user asked a question. Its text is only in the conversation. `model`: the answering model, absent for the
   * planner.
   */
  'assist.ask': (InConversation | ForTitle) & { model?: string; attachments: number };
  /** An answer contains a command. `query`: its servers; '' if the user has to choose them. */
  'assist.command.propose': InConversation & { command: string; query: string };
  /** The user approved a command, which may differ from the proposed one. */
  'assist.command.approve': OfExecution & { command: string; login: string; query: string };
  /** The command has ended on all servers. */
  'assist.command.run': OfExecution & { succeeded: number; failed: number };
};
