import { MessageSocket } from '../../../api/MessageSocket.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { encodeClientMessage } from '../../../wire/assist/clientMessages.ts';
import {
  isIncomplete,
  type AssistContext,
  type AssistMessageJson,
  type AssistState,
  type ClientMessage,
} from '../../../wire/assist/messages.ts';
import { decodeState } from '../../../wire/assist/payloads.ts';
import { decodeServerMessage } from '../../../wire/assist/serverMessages.ts';
import type { SessionPorts } from './conversationPorts.ts';
import {
  entriesOf,
  finished,
  lastAsked,
  localEntries,
  receive,
  textWithContext,
  toEntry,
  type Delivery,
  type Entry,
  type EntryContent,
} from './entries.ts';

export type HistoryState = { kind: 'loading' } | { kind: 'failed'; error: unknown } | { kind: 'loaded' };
/** `waiting`: a question is sent and its answer has not started. */
export type Activity = 'idle' | 'waiting' | 'writing' | 'stopping';

/** A server closes the socket after ten minutes (streams §7.3). */
const REOPEN_AFTER_MS = 8 * 60_000;
/** Short, because the command of an answer follows the last part at once. */
const REOPEN_WHEN_IDLE_MS = 1000;
/** The server greets in a new conversation. A message waits for the greeting at most this long. */
const GREETING_WITHIN_MS = 2000;
const AGAIN_AFTER_MS = 1000;
const PROBLEMS = {
  unreachable: 'The server does not answer',
  blocked: 'A proxy or firewall between this browser and the server blocks WebSockets',
} as const;
const LOST = 'The connection was lost while the answer was written';
const NOT_RECEIVED = 'The connection was lost before the server received the message';
const idle: Dispose = () => undefined;

/** One conversation across all its sockets: history, messages, and the answer in progress. No React. */
export class AssistSession {
  readonly hasExtensions: boolean;
  readonly history = new ValueStore<HistoryState>({ kind: 'loading' });
  readonly entries = new ValueStore<readonly Entry[]>([]);
  readonly activity = new ValueStore<Activity>('idle');
  /** What the server is doing before it answers. */
  readonly thought = new ValueStore('');
  /** Why the last message was not answered, or ''. */
  readonly problem = new ValueStore('');
  readonly assist = new ValueStore<AssistState | undefined>(undefined);

  #ports: SessionPorts;
  #connection: MessageSocket<string, ClientMessage> | undefined;
  /** The question that a retry repeats. Undefined until this page has asked one. */
  #lastQuestion: 'message' | { executionId: string } | undefined;
  /** The message to send once there is a connection. */
  #outbox: ClientMessage | undefined;
  /** Messages of the history when it was read: the server can send one of them again. */
  #known = new Set<string>();
  #awaitsGreeting = false;
  #isDue = false;
  #timers: Record<'reopen' | 'greeting' | 'recover', Dispose> = { reopen: idle, greeting: idle, recover: idle };
  #abort = new AbortController();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.hasExtensions = ports.hasExtensions;
  }

  /** Reads the history, then opens the socket. In the other order, a greeting would appear twice (streams §7.4). */
  async start(): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    this.history.set({ kind: 'loading' });
    try {
      const messages = await this.#ports.fetchHistory(signal);
      if (signal.aborted) return;
      this.#takeHistory(messages);
      this.#connect();
    } catch (error) {
      if (!signal.aborted) this.history.set({ kind: 'failed', error });
    }
  }

  /** Reads the history again if nothing is in progress, because another tab may have continued the conversation. */
  async refresh(): Promise<void> {
    const isQuiet = () =>
      this.history.get().kind === 'loaded' &&
      this.activity.get() === 'idle' &&
      this.problem.get() === '' &&
      this.#last?.kind !== 'error';
    if (!isQuiet()) return;
    const { signal } = this.#abort;
    const messages = await this.#ports.fetchHistory(signal).catch(() => undefined);
    if (messages && !signal.aborted && isQuiet()) this.#takeHistory(messages);
  }

  /** Ignored while an answer is written. Without extensions the context becomes part of the text. */
  send(text: string, context: readonly AssistContext[] = []): void {
    if (this.activity.get() !== 'idle') return;
    this.#lastQuestion = 'message';
    const [whole, sent] = this.hasExtensions ? [text, context] : [textWithContext(text, context), []];
    this.add({ kind: 'user', text: whole, context: sent, delivery: 'sending' });
    this.#deliver({ type: 'message', text: whole, context: sent });
  }

  /** The last entry, without plans that the user edits again: they do not answer a question. */
  get #last(): Entry | undefined {
    return this.entries.get().findLast((entry) => entry.kind !== 'command' || entry.login === undefined);
  }

  /** Whether the last question of the conversation can be repeated. */
  get isUnanswered(): boolean {
    const last = this.#last;
    if (this.activity.get() !== 'idle') return false;
    if (last?.kind === 'assistant' && (last.state === 'stopped' || isIncomplete(last.text))) return true;
    return last?.kind === 'user' || last?.kind === 'error' || this.problem.get() !== '';
  }

  /** Repeats the last question: a message, or the request of a summary. */
  retry(): void {
    if (this.activity.get() !== 'idle') return;
    const question = this.#lastQuestion ?? lastAsked(this.entries.get());
    if (question !== 'message' && this.hasExtensions) return this.summarize(question.executionId);
    const last = this.entries.get().findLast((entry) => entry.kind === 'user');
    if (!last) return;
    if (last.delivery === 'sent') return void this.#retryUnknown();
    if (last.delivery === 'stored' && this.hasExtensions) return this.#deliver({ type: 'retry' });
    this.entries.set(this.entries.get().filter((entry) => entry !== last || entry.delivery === 'stored'));
    this.send(last.text, last.context);
  }

  /** Requests a summary of what a command did. Only with extensions. */
  summarize(executionId: string): void {
    if (this.activity.get() !== 'idle') return;
    this.#lastQuestion = { executionId };
    this.#deliver({ type: 'summarize', executionId });
  }

  /** Stops the answer. A cluster has no message for it and continues to write: the page only hides the answer. */
  cancel(): void {
    if (this.activity.get() === 'idle' || this.activity.get() === 'stopping') return;
    if (this.hasExtensions && this.#connection?.isOpen && !this.#outbox) {
      this.#connection.send({ type: 'cancel' });
      this.activity.set('stopping');
      return;
    }
    this.#leave();
    this.#failOutbox();
    this.entries.set(finished(this.entries.get(), 'stopped'));
    this.#becomeIdle();
  }

  /** Adds an entry of the page, which is not part of the server's history. */
  add(content: EntryContent): void {
    this.entries.set([...this.entries.get(), toEntry(content, this.#ports.clock.now())]);
  }

  dispose(): void {
    this.#abort.abort();
    this.#leave();
    this.#timers.recover();
  }

  #deliver(message: ClientMessage): void {
    this.problem.set('');
    this.thought.set('');
    this.activity.set('waiting');
    this.#outbox = message;
    if (this.#connection) this.#flush();
    else if (this.history.get().kind === 'failed') void this.start();
    else if (this.history.get().kind === 'loaded') this.#connect();
  }

  #flush(): void {
    if (!this.#outbox || !this.#connection?.isOpen || this.#awaitsGreeting) return;
    this.#connection.send(this.#outbox);
    this.#outbox = undefined;
    this.#mark('sending', 'sent');
  }

  /** Marks only the last message of the user. An earlier one waits until the history is read. */
  #mark(from: Delivery, delivery: Delivery): void {
    const last = this.entries.get().findLast((entry) => entry.kind === 'user');
    if (last?.delivery !== from) return;
    this.entries.set(this.entries.get().map((entry) => (entry === last ? { ...last, delivery } : entry)));
  }

  #failOutbox(): void {
    this.#outbox = undefined;
    this.#mark('sending', 'failed');
  }

  /** How to retry depends on whether the server has the message. */
  async #retryUnknown(): Promise<void> {
    const { signal } = this.#abort;
    this.#timers.recover();
    this.activity.set('waiting');
    const messages = await this.#ports.fetchHistory(signal).catch(() => undefined);
    if (signal.aborted) return;
    this.activity.set('idle');
    if (messages) this.#takeHistory(messages);
    else this.#mark('sent', 'failed');
    if (this.#last?.kind === 'user') this.retry();
  }

  #connect(): void {
    this.#leave();
    this.#connection = new MessageSocket(this.#ports.open(), {
      encode: encodeClientMessage,
      receive: (data) => {
        if (typeof data === 'string') this.#receive(decodeServerMessage(data));
      },
      opened: () => this.#opened(),
      unreadable: (text) => this.#closed(true, `The server sent data that cannot be read (${text})`),
      closed: (wasOpen, why) => this.#closed(wasOpen, why),
    });
    this.#timers.reopen = this.#ports.clock.after(REOPEN_AFTER_MS, () => {
      this.#isDue = true;
      this.#reopenWhenIdle();
    });
  }

  #reopenWhenIdle(): void {
    this.#timers.reopen();
    this.#timers.reopen = this.#ports.clock.after(REOPEN_WHEN_IDLE_MS, () => {
      if (this.activity.get() === 'idle') this.#connect();
    });
  }

  #leave(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#isDue = false;
    this.#awaitsGreeting = false;
    this.#timers.reopen();
    this.#timers.greeting();
  }

  #opened(): void {
    this.#awaitsGreeting = this.#known.size === 0 && !this.entries.get().some(({ kind }) => kind === 'assistant');
    if (this.#awaitsGreeting)
      this.#timers.greeting = this.#ports.clock.after(GREETING_WITHIN_MS, () => this.#greeted());
    this.#flush();
  }

  #greeted(): void {
    this.#awaitsGreeting = false;
    this.#timers.greeting();
    this.#flush();
  }

  #receive(message: AssistMessageJson): void {
    if (message.type === 'ASSIST_STATE') return this.#takeState(message.payload);
    if (message.type === 'CHAT_THOUGHT_ASSISTANT') {
      this.#mark('sent', 'stored');
      return this.thought.set(message.payload);
    }
    if (this.#known.has(keyOf(message))) return;
    if (!this.#awaitsGreeting) this.#mark('sent', message.not_stored ? 'failed' : 'stored');
    const { entries, progress } = receive(this.entries.get(), message);
    this.entries.set(entries);
    if (this.#awaitsGreeting) return this.#greeted();
    if (progress === 'writing' && this.activity.get() !== 'stopping') this.activity.set('writing');
    if (progress === 'ended') this.#becomeIdle();
  }

  #takeState(payload: string): void {
    try {
      this.assist.set(decodeState(payload));
    } catch {
      // A newer server may send fields that this page cannot read: the status line is then empty.
    }
  }

  /** No question is in progress. */
  #becomeIdle(): void {
    this.activity.set('idle');
    this.thought.set('');
    if (this.#isDue) this.#reopenWhenIdle();
  }

  #closed(wasOpen: boolean, why: string): void {
    this.#leave();
    if (!wasOpen && this.#outbox) return void this.#explain();
    if (this.activity.get() !== 'idle') {
      this.#failOutbox();
      this.entries.set(finished(this.entries.get(), 'stopped'));
      this.problem.set(why === '' ? LOST : `${LOST}: “${why}”`);
      this.#becomeIdle();
      this.#recover();
    }
    // Otherwise the next message opens another socket.
  }

  async #explain(): Promise<void> {
    const { signal } = this.#abort;
    const problem = await this.#ports.explain(signal).catch((): SocketProblem => ({ kind: 'unreachable' }));
    if (signal.aborted) return;
    this.problem.set(problem.kind === 'refused' ? problem.why : PROBLEMS[problem.kind]);
    this.#failOutbox();
    this.#becomeIdle();
  }

  /** Reads the stored history now and each time that the network returns, until a read succeeds. */
  #recover(): void {
    const { signal } = this.#abort;
    const tryOnce = async () => {
      // A question that the user has asked in the meantime has priority.
      if (this.activity.get() !== 'idle') return this.#recover();
      const messages = await this.#ports.fetchHistory(signal).catch(() => undefined);
      if (!messages || signal.aborted) return;
      if (this.activity.get() !== 'idle') return this.#recover();
      this.#timers.recover();
      this.#takeHistory(messages);
    };
    this.#timers.recover();
    const offTimer = this.#ports.clock.after(AGAIN_AFTER_MS, () => void tryOnce());
    const offNetwork = this.#ports.whenReachable(() => void tryOnce());
    this.#timers.recover = () => {
      offTimer();
      offNetwork();
    };
  }

  #takeHistory(messages: readonly AssistMessageJson[]): void {
    this.#known = new Set(messages.map(keyOf));
    const stored = entriesOf(messages);
    const local = localEntries(this.entries.get(), stored);
    const isLost = this.entries.get().some((entry) => entry.kind === 'user' && entry.delivery === 'sent');
    this.entries.set([...stored, ...local]);
    this.history.set({ kind: 'loaded' });
    const last = this.entries.get().at(-1);
    // A tool, a run or a result does not show what became of the lost answer.
    if (last?.kind === 'assistant' || last?.kind === 'command') this.problem.set('');
    else if (last?.kind === 'user' && last.delivery === 'failed' && isLost) this.problem.set(NOT_RECEIVED);
  }
}

const keyOf = ({ type, created_time: at, payload }: AssistMessageJson): string => JSON.stringify([type, at, payload]);
