import type { AssistState, ClientMessage } from '../../src/wire/assist/messages.ts';
import type { AskRequest, Answerer } from './answerer.ts';
import type { Answer } from './Answer.ts';
import type { MessageBudget } from './MessageBudget.ts';
import { GREETING, type Planner } from './Planner.ts';
import type { ResultReader } from './ResultReader.ts';
import type { StoredMessage } from '../store/conversations.ts';

/** Whole words of up to 60 characters. Of a longer first word its start, without splitting a surrogate pair. */
const TITLE = /^.{1,60}(?= |$)|^.{59}[^\ud800-\udbff]?/;

/** Answers without a model. */
export class PlannerAnswerer implements Answerer {
  #planner: Planner;
  #results: ResultReader;
  #budget: MessageBudget;

  constructor(planner: Planner, results: ResultReader, budget: MessageBudget) {
    this.#planner = planner;
    this.#results = results;
    this.#budget = budget;
  }

  state(): AssistState {
    return { mode: 'planner' };
  }

  greeting(): string {
    return GREETING;
  }

  refusal(user: string, _message: ClientMessage): string | undefined {
    return this.#budget.rateRefusal(user);
  }

  answer(request: AskRequest & { history: readonly StoredMessage[] }, answer: Answer): Promise<void> {
    return this.#planner.answer(request, answer);
  }

  async summarize(request: AskRequest & { executionId: string }, answer: Answer): Promise<void> {
    answer.setText(this.#results.summary(request));
  }

  async title({ message }: { message: string }): Promise<string> {
    return titleOf(message);
  }
}

/** As many first words of a message as fit into a title, with an ellipsis if some are left out. */
export function titleOf(message: string): string {
  const words = message.trim().replace(/\s+/g, ' ');
  const [start = ''] = TITLE.exec(words) ?? [];
  const title = start.replace(/(?<![.,;:!?])[.,;:!?]+$/, '') + (start.length < words.length ? '…' : '');
  return title === '' ? 'New conversation' : title.charAt(0).toUpperCase() + title.slice(1);
}
