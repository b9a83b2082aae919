import type { AssistState, ClientMessage } from '../../src/wire/assist/messages.ts';
import type { StoredMessage } from '../store/conversations.ts';
import type { Answer } from './Answer.ts';
import type { AssistOwner } from './AssistClient.ts';

/** On whose behalf something is asked. `signal`: nobody waits for the answer any more, or it was stopped. */
export type AskRequest = { owner: AssistOwner; conversationId: string; signal: AbortSignal };

/** Whoever answers: the planner alone, or a model with its tools. */
export type Answerer = {
  state(user: string): AssistState;
  greeting(): string;
  /** Why a message is not taken: limits and budgets of the user. Counts the message where it is taken. */
  refusal(user: string, message: ClientMessage): string | undefined;
  /** `history` ends with the question. Rejects with an AssistError. */
  answer(request: AskRequest & { history: readonly StoredMessage[] }, answer: Answer): Promise<void>;
  summarize(request: AskRequest & { executionId: string }, answer: Answer): Promise<void>;
  /** A few words for a list of conversations. */
  title(request: Omit<AskRequest, 'conversationId'> & { message: string }): Promise<string>;
};

/** An answer failed. The message is for the user; `reason` says the same in few words, without anything that is secret. */
export class AssistError extends Error {
  override name = 'AssistError';
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}
