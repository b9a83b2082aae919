import { Drafts } from '../../../lib/drafts.ts';
import { MESSAGES_PREFIX } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import {
  CONTEXTS_MAX,
  CONTEXT_CHARS_MAX,
  CONTEXT_TITLE_CHARS_MAX,
  MESSAGE_CHARS_MAX,
  type AssistContext,
} from '../../../wire/assist/messages.ts';

const STORED_MAX = 20;
const STORED_MAX_MS = 14 * 24 * 60 * 60_000;

/** A message that is too long to send is stored too, so that the user can shorten it. */
export const DRAFT_CHARS_MAX = 4 * MESSAGE_CHARS_MAX;

/** Unsent messages and plans, stored in this browser until sign-out. Their number, age and length are limited. */
export class MessageDrafts {
  #drafts: Drafts;
  #now: () => number;

  constructor(storage: Storage, user: string, now: () => number = () => Date.now()) {
    this.#drafts = new Drafts(storage, user, now, MESSAGES_PREFIX);
    this.#now = now;
    this.#prune(STORED_MAX);
  }

  load(name: string): string {
    return this.#drafts.load(name)?.text ?? '';
  }

  save(name: string, text: string): void {
    if (text === '' || text.length > DRAFT_CHARS_MAX) return this.drop(name);
    if (!this.#drafts.load(name)) this.#prune(STORED_MAX - 1);
    this.#drafts.save(name, text);
  }

  drop(name: string): void {
    this.#drafts.drop(name);
  }

  /** Keeps only the newest. */
  #prune(count: number): void {
    const times = this.#drafts.names().map((name) => ({ name, atMs: this.#drafts.load(name)?.savedAtMs ?? 0 }));
    const fresh = times.filter(({ atMs }) => this.#now() - atMs <= STORED_MAX_MS).toSorted((a, b) => b.atMs - a.atMs);
    const kept = new Set(fresh.slice(0, count));
    for (const draft of times) if (!kept.has(draft)) this.#drafts.drop(draft.name);
  }
}

const OMITTED = '\n[… omitted …]\n';

/** Applies the limit of the protocol (streams §7.7): a long text keeps its beginning and its end. */
export function clipContext({ kind, title, text }: AssistContext): AssistContext {
  const half = Math.floor((CONTEXT_CHARS_MAX - OMITTED.length) / 2);
  return {
    kind,
    title: title.slice(0, CONTEXT_TITLE_CHARS_MAX),
    text: text.length <= CONTEXT_CHARS_MAX ? text : text.slice(0, half) + OMITTED + text.slice(-half),
  };
}

/** A message that the user writes. Its text survives a reload, its context does not. */
export class MessageDraft {
  readonly text: ValueStore<string>;
  readonly context = new ValueStore<readonly AssistContext[]>([]);
  /** Grows when another page fills the field, which then takes the focus. */
  readonly filled = new ValueStore(0);
  #drafts: MessageDrafts;
  #name: string;
  /** A sent message that the server may not have. */
  #unstored = '';

  constructor(drafts: MessageDrafts, name: string) {
    this.#drafts = drafts;
    this.#name = name;
    this.text = new ValueStore(drafts.load(name));
  }

  write(text: string): void {
    this.text.set(text);
    this.#save();
  }

  /** Stores a sent message that the server may not have. After a reload it is above the text that the user writes. */
  keepUnstored(text: string): void {
    if (this.#unstored === text) return;
    this.#unstored = text;
    this.#save();
  }

  /** Attaches within the limits of the protocol. Replaces the same text, and drops the oldest if there are too many. */
  attach(context: AssistContext): void {
    const item = clipContext(context);
    const others = this.context.get().filter((other) => other.text !== item.text || other.title !== item.title);
    this.context.set([...others, item].slice(-CONTEXTS_MAX));
  }

  detach(item: AssistContext): void {
    this.context.set(this.context.get().filter((other) => other !== item));
  }

  /** Inserts a question from another page below the text that the user has written. */
  fill(text: string, context: readonly AssistContext[]): void {
    const written = this.text.get().trim();
    this.write(written === '' || written === text ? text : `${written}\n${text}`);
    for (const item of context) this.attach(item);
    this.filled.set(this.filled.get() + 1);
  }

  /** Returns the message to send and empties the field. The browser stores the text until `keepUnstored` is called. */
  take(): { text: string; context: readonly AssistContext[] } {
    const message = { text: this.text.get().trim(), context: this.context.get() };
    this.text.set('');
    this.context.set([]);
    return message;
  }

  /** If both texts together are too long, only the unsent one is stored. */
  #save(): void {
    const written = this.text.get();
    const whole = [this.#unstored, written].filter((text) => text !== '').join('\n');
    this.#drafts.save(this.#name, whole.length > DRAFT_CHARS_MAX && written !== '' ? written : whole);
  }
}
