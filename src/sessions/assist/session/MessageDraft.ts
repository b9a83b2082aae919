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

/** A message may be too long to be sent and still be worth keeping: it can be made shorter. */
export const DRAFT_CHARS_MAX = 4 * MESSAGE_CHARS_MAX;

/** Texts of messages and plans that were not sent, in this browser until the sign-out: few, not old, and none without a limit. */
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

  /** Leaves the newest. */
  #prune(count: number): void {
    const times = this.#drafts.names().map((name) => ({ name, atMs: this.#drafts.load(name)?.savedAtMs ?? 0 }));
    const fresh = times.filter(({ atMs }) => this.#now() - atMs <= STORED_MAX_MS).toSorted((a, b) => b.atMs - a.atMs);
    const kept = new Set(fresh.slice(0, count));
    for (const draft of times) if (!kept.has(draft)) this.#drafts.drop(draft.name);
  }
}

const OMITTED = '\n[… omitted …]\n';

/** Within the limits of the protocol (streams §7.7): a long text keeps its beginning and its end. */
export function clipContext({ kind, title, text }: AssistContext): AssistContext {
  const half = Math.floor((CONTEXT_CHARS_MAX - OMITTED.length) / 2);
  return {
    kind,
    title: title.slice(0, CONTEXT_TITLE_CHARS_MAX),
    text: text.length <= CONTEXT_CHARS_MAX ? text : text.slice(0, half) + OMITTED + text.slice(-half),
  };
}

/** A message that the user writes: its text survives a reload, what is attached to it does not. */
export class MessageDraft {
  readonly text: ValueStore<string>;
  readonly context = new ValueStore<readonly AssistContext[]>([]);
  /** Counts how often something was put in from elsewhere: the field takes the focus then. */
  readonly filled = new ValueStore(0);
  #drafts: MessageDrafts;
  #name: string;
  /** Was sent, and the server may not have it. */
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

  /** What was sent and the server may not have: a reload puts it above what the user writes. */
  keepUnstored(text: string): void {
    if (this.#unstored === text) return;
    this.#unstored = text;
    this.#save();
  }

  /** Within the limits of the protocol. The same text once; the oldest gives way to one too many. */
  attach(context: AssistContext): void {
    const item = clipContext(context);
    const others = this.context.get().filter((other) => other.text !== item.text || other.title !== item.title);
    this.context.set([...others, item].slice(-CONTEXTS_MAX));
  }

  detach(item: AssistContext): void {
    this.context.set(this.context.get().filter((other) => other !== item));
  }

  /** Takes over a question from another page. What the user has written already stays, above it. */
  fill(text: string, context: readonly AssistContext[]): void {
    const written = this.text.get().trim();
    this.write(written === '' || written === text ? text : `${written}\n${text}`);
    for (const item of context) this.attach(item);
    this.filled.set(this.filled.get() + 1);
  }

  /** What is sent; empties the field. The text stays in the browser until `keepUnstored` says what becomes of it. */
  take(): { text: string; context: readonly AssistContext[] } {
    const taken = { text: this.text.get().trim(), context: this.context.get() };
    this.text.set('');
    this.context.set([]);
    return taken;
  }

  /** Both texts may be too long to be stored as one. */
  #save(): void {
    const written = this.text.get();
    const whole = [this.#unstored, written].filter((text) => text !== '').join('\n');
    this.#drafts.save(this.#name, whole.length > DRAFT_CHARS_MAX && written !== '' ? written : whole);
  }
}
