// Answers with a model. An answer can only contain text, calls of read-only tools, and one command to approve.
import { parseJson } from '../../src/lib/json.ts';
import { plural } from '../../src/lib/numbers.ts';
import type { AssistState, ClientMessage } from '../../src/wire/assist/messages.ts';
import type { Audit } from '../audit/audit.ts';
import type { ModelConfig } from '../config/settings.ts';
import type { StoredMessage } from '../store/conversations.ts';
import type { Answer } from './Answer.ts';
import { AssistError, type Answerer, type AskRequest } from './answerer.ts';
import { checkProposal, commandIn, PROPOSE_COMMAND } from './checkProposal.ts';
import type { MessageBudget } from './MessageBudget.ts';
import {
  ChatError,
  estimatedTokens,
  tokensOfFailure,
  type ChatMessage,
  type ChatResult,
  type ToolDefinition,
  type ToolRequest,
} from './model/chat.ts';
import { chatFailureText } from './model/chatFailureText.ts';
import type { ModelLink } from './model/ModelLink.ts';
import { conversationPrompt, DataMarks, summaryPrompt, titlePrompt } from './model/prompt.ts';
import { namedServers } from './namedServers.ts';
import { plainText } from './texts.ts';
import { titleOf } from './PlannerAnswerer.ts';
import type { ResultReader } from './ResultReader.ts';
import type { ServerLookup } from './ServerLookup.ts';
import { failure, runTool, toToolCall } from './tools/runTool.ts';
import type { Tool, ToolOutcome } from './tools/tool.ts';

type Parts = {
  link: ModelLink;
  /** The current model. */
  model: () => ModelConfig;
  budget: MessageBudget;
  servers: ServerLookup;
  results: ResultReader;
  /** Read-only tools. */
  tools: readonly Tool[];
  audit: Pick<Audit, 'emit'>;
};

/** Limit of tool calls for one answer. */
const TOOL_CALLS_MAX = 8;
const RESULT_MAX_CHARS = 8000;
const ANSWER_MAX_CHARS = 32_000;
const SUMMARY_SERVERS_MAX = 20;
const SUMMARY_OUTPUT_BYTES = 2000;
/** How many messages of the user are searched for server names. */
const QUESTIONS_MAX = 10;
const CUT = '_The answer was cut off: it is too long._';

export class ModelAnswerer implements Answerer {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  state(user: string): AssistState {
    const { model, budget } = this.#parts;
    return { mode: 'model', model: model().model, remaining: budget.remaining(user) };
  }

  greeting(): string {
    const { model } = this.#parts.model();
    return `I am Assist, and the model ${model} writes my answers. I can look up servers, audit events and recordings with your own rights, and propose a command. Nothing runs before you approve it.`;
  }

  refusal(user: string, _message: ClientMessage): string | undefined {
    const { budget, link } = this.#parts;
    if (link.isBusy) return 'Too many users are asking at the moment. Try again later.';
    const refusal = budget.rateRefusal(user) ?? budget.dayRefusal(user);
    if (refusal === undefined) budget.countMessage(user);
    return refusal;
  }

  answer(request: AskRequest & { history: readonly StoredMessage[] }, answer: Answer): Promise<void> {
    return this.#withCost(request.owner.user, (cost) => this.#answer({ ...request, answer, cost }));
  }

  async #answer(request: Turn & { history: readonly StoredMessage[] }): Promise<void> {
    const { answer } = request;
    const questions = request.history.filter(({ type }) => type === 'CHAT_MESSAGE_USER').slice(-QUESTIONS_MAX);
    const marks = new DataMarks();
    const state: AnswerState = {
      ...request,
      marks,
      messages: conversationPrompt(request.history, marks),
      named: namedServers(questions.map(({ payload, context }) => ({ text: payload, context }))),
      userTexts: questions.map(({ payload }) => payload),
      dataTexts: questions.flatMap(({ context }) => context.map(({ text }) => text)),
    };
    for (let calls = 0; ;) {
      const tools = calls < TOOL_CALLS_MAX ? [...this.#parts.tools, PROPOSE_COMMAND] : [];
      const { text, result } = await this.#ask(state, tools);
      if (result.toolCalls.length === 0 || result.isCut || tools.length === 0) break;
      state.messages.push({ role: 'assistant', content: text, toolCalls: result.toolCalls });
      for (const call of result.toolCalls) {
        const outcome = calls++ < TOOL_CALLS_MAX ? await this.#call(state, call) : REFUSED_CALL;
        state.messages.push({ role: 'tool', callId: call.id, content: outcome });
      }
    }
    if (!answer.proposal) await this.#proposeFromText(state);
  }

  summarize(request: AskRequest & { executionId: string }, answer: Answer): Promise<void> {
    return this.#withCost(request.owner.user, async (cost) => {
      const { results } = this.#parts;
      const facts = results.summary(request);
      const { results: found } = results.results(request);
      const marks = new DataMarks();
      const outputs: string[] = [];
      for (const result of found.slice(0, SUMMARY_SERVERS_MAX)) {
        const output = plainText(await results.output(request.owner, result, SUMMARY_OUTPUT_BYTES));
        outputs.push(marks.wrap('output of one server', `${result.hostname}\n${output}`, SUMMARY_OUTPUT_BYTES + 400));
      }
      if (found.length > outputs.length)
        outputs.push(`${plural(found.length - outputs.length, 'further server')} left out.`);
      const messages = summaryPrompt(facts, outputs.join('\n'), marks);
      // Without tools: output of servers can only lead to text.
      await this.#ask({ ...request, answer, cost, messages }, []);
    });
  }

  title({ owner, message, signal }: Omit<AskRequest, 'conversationId'> & { message: string }): Promise<string> {
    return this.#withCost(owner.user, async (cost) => {
      let title = '';
      const messages = titlePrompt(message, new DataMarks());
      const settle = this.#reserve(owner.user, messages);
      if (!settle) return titleOf(message);
      let used = 0;
      try {
        const { audit, model } = this.#parts;
        audit.emit('assist.ask', { user: owner.user, purpose: 'title', model: model().model, attachments: 0 });
        const result = await this.#chat({ messages, tools: [], maxChars: 200, signal }, (text) => (title += text));
        used = result.tokens;
      } catch (error) {
        if (!(error instanceof ChatError)) throw error; // a title is not worth an error
        used = tokensOfFailure(error.failure, messages, title.length);
      } finally {
        cost.tokens += used;
        settle(used);
      }
      const words = title.replace(/["“”*#]/g, '').trim();
      return titleOf(words === '' ? message : words);
    });
  }

  /** Returns the message to the user's day limit if no model was reached. It still counts for the rate limit. */
  async #withCost<T>(user: string, work: (cost: Turn['cost']) => Promise<T>): Promise<T> {
    const cost = { tokens: 0 };
    try {
      return await work(cost);
    } finally {
      if (cost.tokens === 0) this.#parts.budget.returnMessage(user);
    }
  }

  /** One turn of the model. Its text is sent to the user at once. */
  async #ask(
    { answer, messages, signal, owner, cost }: Turn & { messages: ChatMessage[] },
    tools: readonly ToolDefinition[],
  ): Promise<{ text: string; result: ChatResult }> {
    const settle = this.#reserve(owner.user, messages, tools);
    if (!settle) {
      const refusal = this.#parts.budget.dayRefusal(owner.user) ?? OTHERS_USE_IT;
      throw new AssistError(refusal, 'the budget of the day has no room');
    }
    let text = '';
    let used = 0;
    const maxChars = Math.max(0, ANSWER_MAX_CHARS - answer.text.length);
    try {
      const result = await this.#chat({ messages, tools, maxChars, signal }, (piece) => {
        if (text === '' && answer.text !== '') answer.write('\n\n');
        text += piece;
        answer.write(piece);
      });
      used = result.tokens;
      if (result.isCut) answer.write(`\n\n${CUT}`);
      return { text, result };
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      used = tokensOfFailure(error.failure, messages, text.length);
      const { message, reason } = chatFailureText(error.failure);
      throw new AssistError(message, reason);
    } finally {
      cost.tokens += used;
      settle(used);
    }
  }

  /** Reserves the cost of one request with the longest answer in the day's limit. */
  #reserve(user: string, messages: readonly ChatMessage[], tools: readonly ToolDefinition[] = []) {
    const { budget, model } = this.#parts;
    return budget.reserve(user, estimatedTokens(messages, JSON.stringify(tools).length) + model().maxOutputTokens);
  }

  #chat(
    {
      signal,
      ...request
    }: { messages: ChatMessage[]; tools: readonly ToolDefinition[]; maxChars: number; signal: AbortSignal },
    onText: (text: string) => void,
  ): Promise<ChatResult> {
    const { link, model } = this.#parts;
    const tools = request.tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    return link.chat({ ...request, tools, endpoint: model() }, signal, onText);
  }

  /** The tool result for the model: foreign data with marks around it. */
  async #call(state: AnswerState, call: ToolRequest): Promise<string> {
    const { answer, owner, marks } = state;
    const tool = this.#parts.tools.find(({ name }) => name === call.name);
    if (tool) answer.progress(tool.progress);
    const outcome =
      call.name === PROPOSE_COMMAND.name
        ? await this.#propose(state, parseJson(call.arguments))
        : await runTool(this.#parts.tools, call, owner);
    answer.toolCall(toToolCall(call, outcome));
    state.dataTexts.push(outcome.content);
    return marks.wrap('a tool', outcome.content, RESULT_MAX_CHARS);
  }

  async #propose(state: AnswerState, json: unknown): Promise<ToolOutcome> {
    const { answer, owner } = state;
    if (answer.proposal) return failure('a command is proposed already, and the user decides about it first');
    const checked = await checkProposal(json, { ...state, user: owner.user }, this.#parts.servers);
    if (!checked.ok) return failure(checked.message);
    answer.propose(checked.proposal);
    const where = checked.isNamed
      ? `for ${plural(checked.total, 'server')}`
      : 'without servers: the user has to choose them';
    return {
      content: `The command is shown to the user ${where}. It has not run.`,
      summary: `Proposed a command ${where}.`,
    };
  }

  /** Models without tools write a command as JSON in their text (streams §7.2). */
  async #proposeFromText(state: AnswerState): Promise<void> {
    const json = commandIn(state.answer.text);
    if (json !== undefined) await this.#propose(state, json);
  }
}

/** `cost`: the cost of the answer so far. */
type Turn = AskRequest & { answer: Answer; cost: { tokens: number } };

type AnswerState = Turn & {
  marks: DataMarks;
  messages: ChatMessage[];
  named: ReturnType<typeof namedServers>;
  userTexts: readonly string[];
  dataTexts: string[];
};

const OTHERS_USE_IT =
  'Your other answers can use all that is left of the day. Wait until they have ended, and send the message again.';

const REFUSED_CALL = 'failed: no more tools may be called for this answer';
