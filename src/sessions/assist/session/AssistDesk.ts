import type { ConversationHead } from '../../../api/assist.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../../lib/work.ts';
import type { AssistContext, AssistState } from '../../../wire/assist/messages.ts';
import { AssistSettings } from './AssistSettings.ts';
import { Conversation } from './Conversation.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import { MessageDraft, MessageDrafts } from './MessageDraft.ts';
import { dropPlan } from './planDraft.ts';

export type DeskPorts = {
  username: string;
  storage: Storage;
  fetchConversations: (search: string, signal: AbortSignal) => Promise<readonly ConversationHead[]>;
  createConversation: () => Promise<string>;
  deleteConversation: (id: string) => Promise<void>;
  renameConversation: (id: string, title: string) => Promise<void>;
  suggestTitle: (message: string) => Promise<string>;
  /** Absent with a cluster. */
  fetchState: (() => Promise<AssistState>) | undefined;
  portsOf: (conversationId: string) => ConversationPorts;
};

export type ListState = { conversations: readonly ConversationHead[] } & (
  { kind: 'loading' } | { kind: 'loaded' } | { kind: 'failed'; error: unknown }
);

const TITLE_MAX = 60;
const UNTITLED = 'New conversation';

export const titleOf = ({ title }: Pick<ConversationHead, 'title'>): string => title || UNTITLED;

/** The conversations of a user: the list and the open ones. One for each page of the browser. No React. */
export class AssistDesk {
  readonly list = new ValueStore<ListState>({ kind: 'loading', conversations: [] });
  /** All conversations by id, independent of the search. Undefined until they are known. */
  readonly heads = new ValueStore<ReadonlyMap<string, ConversationHead> | undefined>(undefined);
  readonly settings: AssistSettings;
  /** What answers: a model or a planner. Undefined if not known. */
  readonly state = new ValueStore<AssistState | undefined>(undefined);
  /** The message for a new conversation. */
  readonly newDraft: MessageDraft;
  readonly username: string;
  #ports: DeskPorts;
  #drafts: MessageDrafts;
  #open = new Map<string, Conversation>();
  #find: { run: (search: string) => Promise<readonly ConversationHead[]> };
  #search = '';

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    this.username = ports.username;
    this.settings = new AssistSettings(ports.storage, ports.username);
    this.#drafts = new MessageDrafts(ports.storage, ports.username);
    this.newDraft = new MessageDraft(this.#drafts, 'new');
    this.#find = latestWins((signal: AbortSignal, search: string) => ports.fetchConversations(search, signal));
  }

  /** Reads the list, with `search` only the matches. The previous list stays until then. */
  async load(search = this.#search): Promise<void> {
    this.#search = search;
    const { conversations } = this.list.get();
    this.list.set({ kind: 'loading', conversations });
    try {
      const found = await this.#find.run(search);
      if (search === '') this.heads.set(new Map(found.map((head) => [head.id, head])));
      this.list.set({ kind: 'loaded', conversations: found });
    } catch (error) {
      if (!isAbort(error)) this.list.set({ kind: 'failed', error, conversations });
    }
  }

  /** Ignores a failure, because the state is only a line on the page. */
  async loadState(): Promise<void> {
    const state = await this.#ports.fetchState?.().catch(() => undefined);
    if (state) this.state.set(state);
  }

  /** Opens a conversation: reads its history and opens its socket. Returns the same object while the page is open. */
  open(id: string): Conversation {
    const cached = this.#open.get(id);
    if (cached) return cached;
    const conversation = new Conversation(id, this.#ports.portsOf(id), this.settings, this.#drafts);
    this.#open.set(id, conversation);
    conversation.session.assist.subscribe(() => this.state.set(conversation.session.assist.get()));
    void conversation.start();
    return conversation;
  }

  /** Creates a conversation with its first message. Resolves to its id. Rejects if it cannot be created. */
  async begin(text: string, context: readonly AssistContext[]): Promise<string> {
    this.newDraft.keepUnstored(text);
    const id = await this.#ports.createConversation().finally(() => this.newDraft.keepUnstored(''));
    const { conversations } = this.list.get();
    const head = { id, title: '', created: new Date() };
    this.list.set({ kind: 'loaded', conversations: [head, ...conversations] });
    this.heads.set(new Map(this.heads.get()).set(id, head));
    this.open(id).session.send(text, context);
    void this.#entitle(id, text || (context[0]?.title ?? ''));
    return id;
  }

  /** Sends a message. The first message gives an untitled conversation its title (screens §20.2). */
  send(conversation: Conversation, text: string, context: readonly AssistContext[]): void {
    const isFirst = !conversation.session.entries.get().some(({ kind }) => kind === 'user');
    conversation.session.send(text, context);
    if (isFirst && this.heads.get()?.get(conversation.id)?.title === '') void this.#entitle(conversation.id, text);
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#ports.renameConversation(id, title);
    this.#replace((conversations) => conversations.map((head) => (head.id === id ? { ...head, title } : head)));
  }

  async remove(id: string): Promise<void> {
    await this.#ports.deleteConversation(id);
    this.#open.get(id)?.dispose();
    this.#open.delete(id);
    this.#drafts.drop(id);
    dropPlan(this.#drafts, id);
    this.#replace((conversations) => conversations.filter((head) => head.id !== id));
  }

  get isRunning(): boolean {
    return [...this.#open.values()].some((conversation) => conversation.isRunning);
  }

  dispose(): void {
    for (const conversation of this.#open.values()) conversation.dispose();
    this.#open.clear();
  }

  #replace(change: (conversations: readonly ConversationHead[]) => readonly ConversationHead[]): void {
    const list = this.list.get();
    this.list.set({ ...list, conversations: change(list.conversations) });
    const heads = this.heads.get();
    if (heads) this.heads.set(new Map(change([...heads.values()]).map((head) => [head.id, head])));
  }

  /** A cluster without a model returns no title: the first words become the title. */
  async #entitle(id: string, message: string): Promise<void> {
    const words = message.replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX);
    const title = await this.#ports.suggestTitle(message).catch(() => words);
    if (title.trim() !== '') await this.rename(id, title.trim()).catch(() => undefined);
  }
}
