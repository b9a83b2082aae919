import type { Drafts } from '../../../lib/drafts.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { CONTEXTS_MAX, type AssistContext } from '../../../wire/assist/messages.ts';

/** A message that the user writes: its text survives a reload, what is attached to it does not. */
export class MessageDraft {
  readonly text: ValueStore<string>;
  readonly context = new ValueStore<readonly AssistContext[]>([]);
  /** Counts how often something was put in from elsewhere: the field takes the focus then. */
  readonly filled = new ValueStore(0);
  #drafts: Drafts;
  #name: string;

  constructor(drafts: Drafts, name: string) {
    this.#drafts = drafts;
    this.#name = name;
    this.text = new ValueStore(drafts.load(name)?.text ?? '');
  }

  write(text: string): void {
    this.text.set(text);
    if (text === '') this.#drafts.drop(this.#name);
    else this.#drafts.save(this.#name, text);
  }

  /** The same text once; the oldest gives way to one too many. */
  attach(item: AssistContext): void {
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

  /** What is sent; empties the draft. */
  take(): { text: string; context: readonly AssistContext[] } {
    const taken = { text: this.text.get().trim(), context: this.context.get() };
    this.write('');
    this.context.set([]);
    return taken;
  }
}
