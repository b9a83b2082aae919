import type { AssistState, ClientMessage } from '../../src/wire/assist/messages.ts';
import type { StoredMessage } from '../store/conversations.ts';
import type { Answer } from './Answer.ts';
import type { AssistOwner } from './AssistClient.ts';

/** The user who asks. `signal`: the client no longer waits for the answer, or stopped it. */
export type AskRequest = { owner: AssistOwner; conversationId: string; signal: AbortSignal };

/** The planner, or a model with its tools. */
export type Answerer = {
  state(user: string): AssistState;
  greeting(): string;
  /** Why a message is refused: limits and budgets of the user. Counts an accepted message. */
  refusal(user: string, message: ClientMessage): string | undefined;
  /** `history` ends with the question. Rejects with an AssistError. */
  answer(request: AskRequest & { history: readonly StoredMessage[] }, answer: Answer): Promise<void>;
  summarize(request: AskRequest & { executionId: string }, answer: Answer): Promise<void>;
  /** A few words for a list of conversations. */
  title(request: Omit<AskRequest, 'conversationId'> & { message: string }): Promise<string>;
};

/** An answer failed. The message is for the user. `reason` is a short form without secrets. */
export class AssistError extends Error {
  override name = 'AssistError';
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}
