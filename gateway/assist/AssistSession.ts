// One socket of one conversation: messages are answered in order (streams §7.2).
import { setImmediate } from 'node:timers/promises';
import {
  ANSWER_LOST,
  ANSWER_STOPPED,
  type AssistContext,
  type AssistType,
  type ClientMessage,
} from '../../src/wire/assist/messages.ts';
import { encodeState } from '../../src/wire/assist/payloads.ts';
import type { Audit } from '../audit/audit.ts';
import type { Stores } from '../store/stores.ts';
import type { StoredMessage } from '../store/conversations.ts';
import { withTimeLimit } from '../http/timeLimit.ts';
import { Answer } from './Answer.ts';
import { GENERIC_ERROR, type AssistClient } from './AssistClient.ts';
import { AssistError, type Answerer } from './answerer.ts';
import { storableText } from './texts.ts';

export type SessionParts = {
  stores: Stores;
  audit: Audit;
  now: () => number;
  /** The current answerer, because the settings may change. */
  answerer: () => Answerer;
  /** Runs the work when no other socket works in the conversation. */
  serialize: (conversationId: string, work: () => Promise<void>) => Promise<void>;
  report: (error: unknown) => void;
  /** An answer failed for a known reason. */
  warn: (reason: string) => void;
};

type Waiting = Exclude<ClientMessage, { type: 'cancel' }>;

/** The types that a cluster sends when a conversation begins. */
const GREETING_TYPES = ['CHAT_MESSAGE_USER', 'CHAT_MESSAGE_ASSISTANT'];
/** Limit of messages that wait for their turn. */
const WAITING_MAX = 8;
/** For a model with all its tool calls. */
const ANSWER_MAX_MS = 10 * 60_000;
/** The last messages that the answerer gets. */
const HISTORY_MAX = 60;
const HISTORY_CHARS_MAX = 300_000;
export const MESSAGES_MAX = 2000;
const CONVERSATION_CHARS_MAX = 4_000_000;
const USER_CHARS_MAX = 32_000_000;
const DELETED = 'The conversation was deleted. Start a new one.';

export class AssistSession {
  readonly client: AssistClient;
  readonly conversationId: string;
  #parts: SessionParts;
  #queue: Waiting[] = [];
  #isWorking = false;
  #stop = new AbortController();
  #closed = new AbortController();

  constructor(client: AssistClient, conversationId: string, parts: SessionParts) {
    this.client = client;
    this.conversationId = conversationId;
    this.#parts = parts;
  }

  /** `gone` is called once. */
  open(gone: () => void): void {
    const { stores, now, answerer } = this.#parts;
    const size = stores.conversations.sizeOf(this.#user, this.conversationId);
    this.client.attend({
      message: (message) => this.#receive(message),
      gone: () => {
        this.#closed.abort();
        gone();
      },
    });
    const { extensions } = this.client;
    if (!size)
      return this.client.fail(
        extensions ? DELETED : GENERIC_ERROR,
        `conversation "${this.conversationId}" not found`,
        false,
      );
    if (extensions) this.client.send('ASSIST_STATE', encodeState(answerer().state(this.#user)));
    if (size.count > 0) return;
    const text = answerer().greeting();
    const timeMs = now();
    this.#store('CHAT_MESSAGE_ASSISTANT', text);
    this.client.send('CHAT_MESSAGE_ASSISTANT', text, timeMs);
  }

  get #user(): string {
    return this.client.owner.user;
  }

  #receive(message: ClientMessage): void {
    if (message.type === 'cancel') return this.#stop.abort();
    if (this.#queue.length >= WAITING_MAX)
      return this.#refuse(
        message,
        'The message was not sent: earlier messages wait for their answer. Try again later.',
      );
    this.#queue.push(message);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    try {
      for (let next = this.#queue.shift(); next && !this.#closed.signal.aborted; next = this.#queue.shift()) {
        const message = next;
        this.client.expectAnswer();
        this.#stop = new AbortController();
        await this.#parts.serialize(this.conversationId, () => this.#handle(message));
        this.client.waitIdly();
      }
    } catch (error) {
      this.#parts.report(error);
      this.client.fail(GENERIC_ERROR, 'the gateway could not answer');
    } finally {
      this.#isWorking = false;
    }
  }

  async #handle(message: Waiting): Promise<void> {
    if (this.#closed.signal.aborted) return;
    const { stores, answerer } = this.#parts;
    const refusal = this.#refusal(message);
    if (refusal !== undefined) return this.#refuse(message, refusal);
    this.#noteQuestion(message);
    // Other work runs between writing, reading and asking: with its attachments a question may have half a megabyte.
    await setImmediate();
    const history = stores.conversations.lastMessages(this.#user, this.conversationId, HISTORY_MAX, HISTORY_CHARS_MAX);
    const question = message.type === 'retry' ? upToQuestion(history) : history;
    if (!question) return this.client.refuse('There is no message to answer again.');
    await setImmediate();
    const answer = new Answer({
      client: this.client,
      store: (type, payload) => this.#store(type, payload),
      idx: stores.conversations.countOf(this.#user, this.conversationId, GREETING_TYPES),
    });
    const signal = withTimeLimit(ANSWER_MAX_MS, this.#stop.signal, this.#closed.signal);
    const request = { owner: this.client.owner, conversationId: this.conversationId, signal };
    try {
      if (message.type === 'summarize')
        await answerer().summarize({ ...request, executionId: message.executionId }, answer);
      else await answerer().answer({ ...request, history: question }, answer);
      if (!this.#finish(answer)) throw new AssistError('The answer was empty. Try again.', 'the answer was empty');
    } catch (error) {
      if (signal.aborted) return void answer.finish(this.#ending());
      this.#fail(error, answer);
    }
  }

  /** The last line of an incomplete answer. */
  #ending(): string {
    return this.#closed.signal.aborted && !this.#stop.signal.aborted ? ANSWER_LOST : ANSWER_STOPPED;
  }

  /** The received text is stored. With extensions the socket stays open, so that the user can retry. */
  #fail(error: unknown, answer: Answer): void {
    if (answer.text !== '') this.#finish(answer);
    if (error instanceof AssistError) this.#parts.warn(error.reason);
    else this.#parts.report(error);
    const isKnown = error instanceof AssistError;
    if (!this.client.extensions) return this.client.fail(GENERIC_ERROR, isKnown ? error.reason : 'internal error');
    this.client.refuse(isKnown ? error.message : GENERIC_ERROR);
  }

  #noteQuestion(message: Waiting): void {
    const { stores, audit, answerer } = this.#parts;
    const { model } = answerer().state(this.#user);
    const attachments = message.type === 'message' ? message.context.length : 0;
    stores.db.transaction(() => {
      if (message.type === 'message') this.#store('CHAT_MESSAGE_USER', message.text, message.context);
      const ids = { user: this.#user, conversation_id: this.conversationId };
      audit.emit('assist.ask', { ...ids, ...(model !== undefined && { model }), attachments });
    });
  }

  #finish(answer: Answer): boolean {
    const { stores, audit } = this.#parts;
    return stores.db.transaction(() => {
      const { proposal } = answer;
      if (proposal) {
        const ids = { user: this.#user, conversation_id: this.conversationId };
        const { command, query = '' } = proposal;
        audit.emit('assist.command.propose', { ...ids, command: cut(command), query: cut(query) });
      }
      return answer.finish();
    });
  }

  /** Nothing is stored: the console has to send the text of a message again. */
  #refuse({ type }: Waiting, why: string): void {
    this.client.refuse(why, type !== 'message');
  }

  /** Why the message is neither answered nor stored. The socket stays open. */
  #refusal(message: Waiting): string | undefined {
    const { stores, answerer } = this.#parts;
    const size = stores.conversations.sizeOf(this.#user, this.conversationId);
    if (!size) return DELETED;
    if (size.count >= MESSAGES_MAX || size.chars >= CONVERSATION_CHARS_MAX)
      return 'This conversation is full. Start a new one.';
    if (stores.conversations.amountOf(this.#user).chars >= USER_CHARS_MAX)
      return 'Your conversations take too much space. Delete some of them.';
    return answerer().refusal(this.#user, message);
  }

  #store(type: AssistType, payload: string, context: readonly AssistContext[] = []): void {
    const { stores, now } = this.#parts;
    const attached = context.map((item) => ({
      ...item,
      title: storableText(item.title),
      text: storableText(item.text),
    }));
    stores.conversations.addMessage(this.#user, this.conversationId, {
      type,
      timeMs: now(),
      payload: storableText(payload),
      context: attached,
    });
  }
}

/** The conversation up to the last message of the user. */
function upToQuestion(history: readonly StoredMessage[]): readonly StoredMessage[] | undefined {
  const last = history.findLastIndex(({ type }) => type === 'CHAT_MESSAGE_USER');
  return last < 0 ? undefined : history.slice(0, last + 1);
}

const AUDIT_CHARS_MAX = 1000;
const cut = (text: string): string => storableText(text.slice(0, AUDIT_CHARS_MAX));
