import type { Clock } from '../../lib/clock.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { Base, DocumentDrafts } from './drafts.ts';

/** Whether the unsaved words are safe in this browser. */
export type DraftState = { kind: 'none' } | { kind: 'kept'; atMs: number } | { kind: 'refused' | 'secret' };

export type DocumentState<C> = {
  base: Base;
  isChanged: boolean;
  draft: DraftState;
  /** The result for `checkedText`, which lags behind the text while somebody types. */
  checked: C;
};

/** A text and the server's copy that it goes with. */
type Beginning = { text: string; base: Base };

type Options<C> = {
  /** Without a draft: the server's copy, or a template with no copy behind it. */
  start: Beginning;
  /** Unsaved words to go on with. Their base may be older than that of `start`. */
  resume: (Beginning & { savedAtMs: number }) | undefined;
  drafts: Pick<DocumentDrafts, 'save' | 'drop'>;
  check: (text: string, base: Base) => C;
  /** For texts that take too long to be waited for: what holds meanwhile, and the answer when it is there. */
  late?: { isLate: (text: string) => boolean; meanwhile: C; check: (text: string) => Promise<C> };
  clock: Clock;
};

const withOneLineEnd = ({ text, base }: Beginning): Beginning => ({
  text: normaliseLineEnds(text),
  base: { ...base, text: normaliseLineEnds(base.text) },
});

/** Unsaved words are never older than this. */
const KEEP_AFTER_MS = 300;
/** A pause in typing. */
const CHECK_AFTER_MS = 150;
/** A text that takes long to check is checked less often: typing keeps at least this share of the time. */
const CHECK_SHARE = 4;

/** The text of one editor page: what it was made from, whether it is checked, whether it is safe. Knows no editor. */
export class DocumentSession<C> {
  readonly state: ValueStore<DocumentState<C>>;
  #text: string;
  #start: Beginning;
  #options: Options<C>;
  #stopKeeping: Dispose | undefined;
  #stopChecking: Dispose | undefined;
  #checkTook = 0;
  /** The long text that is or was checked last. */
  #lateText: string | undefined;

  constructor(options: Options<C>) {
    const { start, resume, check, late } = options;
    const { text, base } = withOneLineEnd(resume ?? start);
    this.#options = options;
    this.#text = text;
    this.#start = withOneLineEnd(start);
    this.state = new ValueStore<DocumentState<C>>({
      base,
      isChanged: text !== this.#start.text,
      draft: resume ? { kind: 'kept', atMs: resume.savedAtMs } : { kind: 'none' },
      checked: late?.isLate(text) ? late.meanwhile : check(text, base),
    });
    if (late?.isLate(text)) this.checkNow();
  }

  get text(): string {
    return this.#text;
  }

  /** Called for every key stroke: cheap. */
  edit(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    const { clock } = this.#options;
    this.#stopKeeping ??= clock.after(KEEP_AFTER_MS, this.keepNow);
    this.#stopChecking?.();
    this.#stopChecking = clock.after(Math.max(CHECK_AFTER_MS, this.#checkTook * CHECK_SHARE), () => this.checkNow());
    const isChanged = text !== this.#start.text;
    if (isChanged !== this.state.get().isChanged) this.#set({ isChanged });
  }

  /** Writes the draft at once; the page may be about to go. */
  keepNow = (): void => {
    if (!this.#stopKeeping) return;
    this.#stopKeeping();
    this.#stopKeeping = undefined;
    const { drafts, clock } = this.#options;
    if (this.#text === this.#start.text) {
      drafts.drop();
      this.#set({ draft: { kind: 'none' } });
    } else {
      const kept = drafts.save(this.#text, this.state.get().base);
      this.#set({ draft: kept === 'kept' ? { kind: kept, atMs: clock.now() } : { kind: kept } });
    }
  };

  /** The result for the text as it is now. */
  checkNow(): C {
    this.#stopChecking?.();
    this.#stopChecking = undefined;
    const { late } = this.#options;
    if (late?.isLate(this.#text)) return this.#checkLate(this.#text, late);
    const started = performance.now();
    const checked = this.#options.check(this.#text, this.state.get().base);
    this.#checkTook = performance.now() - started;
    this.#set({ checked });
    return checked;
  }

  /** What was found stays until the next answer is there. */
  #checkLate(text: string, late: NonNullable<Options<C>['late']>): C {
    if (this.#lateText === text) return this.state.get().checked;
    this.#lateText = text;
    this.#set({ checked: late.meanwhile });
    void late.check(text).then((checked) => {
      if (this.#text === text) this.#set({ checked });
    });
    return late.meanwhile;
  }

  /** Back to what the page starts with without a draft. */
  discard(): string {
    this.#begin(this.#start, this.#start.text);
    return this.#text;
  }

  /** From now on `base` is the server's copy; `text` goes on from there. */
  rebase(base: Base, text: string): void {
    const start = withOneLineEnd({ text: base.text, base });
    this.#begin(start, normaliseLineEnds(text));
  }

  dispose(): void {
    this.keepNow();
    this.#stopChecking?.();
  }

  #begin(start: Beginning, text: string): void {
    this.#text = text;
    this.#start = start;
    this.#set({ base: start.base, isChanged: text !== start.text });
    this.#stopKeeping ??= () => undefined; // the draft on disk is of the old state, whether or not a write was due
    this.keepNow();
    this.checkNow();
  }

  #set(changes: Partial<DocumentState<C>>): void {
    this.state.set({ ...this.state.get(), ...changes });
  }
}

/**
 * A text with line ends of one kind and without a byte order mark, as editors hold it: that of most lines, or LF. A text
 * that has one kind already is the same.
 */
export function normaliseLineEnds(text: string): string {
  const bare = text.replace(/^\ufeff/, '');
  const breaks = bare.match(/\r\n|\r|\n/g) ?? [];
  const withReturn = breaks.filter((found) => found !== '\n').length;
  const wanted = withReturn * 2 > breaks.length ? '\r\n' : '\n';
  return breaks.every((found) => found === wanted) ? bare : bare.replaceAll(/\r\n|\r|\n/g, wanted);
}
