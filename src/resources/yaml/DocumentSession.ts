import type { Clock } from '../../lib/clock.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { Base, DocumentDrafts } from './drafts.ts';

/** Whether the unsaved text is stored in this browser. */
export type DraftState = { kind: 'none' } | { kind: 'kept'; atMs: number } | { kind: 'refused' | 'secret' };

export type DocumentState<C> = {
  base: Base;
  isChanged: boolean;
  draft: DraftState;
  /** The result of the last check. It lags behind the text while the user types. */
  checked: C;
};

/** A text and the server's copy that it is based on. */
type Beginning = { text: string; base: Base };

type Options<C> = {
  /** Without a draft: the server's copy, or a template without a copy. */
  start: Beginning;
  /** Unsaved text to continue with. Its base may be older than that of `start`. */
  resume: (Beginning & { savedAtMs: number }) | undefined;
  drafts: Pick<DocumentDrafts, 'save' | 'drop'>;
  check: (text: string, base: Base) => C;
  /** For texts that take too long to check at once: the result until then, and the check. */
  late?: { isLate: (text: string) => boolean; meanwhile: C; check: (text: string) => Promise<C> };
  clock: Clock;
};

const withOneLineEnd = ({ text, base }: Beginning): Beginning => ({
  text: normaliseLineEnds(text),
  base: { ...base, text: normaliseLineEnds(base.text) },
});

/** A draft is stored at the latest this long after a change. */
const KEEP_AFTER_MS = 300;
/** A pause in typing. */
const CHECK_AFTER_MS = 150;
/** A text that takes long to check is checked less often, so that typing gets at least this share of the time. */
const CHECK_SHARE = 4;

/** The text of one editor page: its base, the result of its check, its draft. It does not depend on an editor. */
export class DocumentSession<C> {
  readonly state: ValueStore<DocumentState<C>>;
  #text: string;
  #start: Beginning;
  #options: Options<C>;
  #stopKeeping: Dispose | undefined;
  #stopChecking: Dispose | undefined;
  #checkTook = 0;
  /** The long text that was checked last, or is being checked. */
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

  /** Called for every key stroke, so it must be cheap. */
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

  /** Writes the draft at once, because the page may be about to close. */
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

  /** The result for the current text. */
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

  /** A text that was checked already keeps its result. */
  #checkLate(text: string, late: NonNullable<Options<C>['late']>): C {
    if (this.#lateText === text) return this.state.get().checked;
    this.#lateText = text;
    this.#set({ checked: late.meanwhile });
    void late.check(text).then((checked) => {
      if (this.#text === text) this.#set({ checked });
    });
    return late.meanwhile;
  }

  /** Returns to the text that the page has without a draft. */
  discard(): string {
    this.#begin(this.#start, this.#start.text);
    return this.#text;
  }

  /** Makes `base` the server's copy, and `text` the current text. */
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
    this.#stopKeeping ??= () => undefined; // the stored draft is of the old state, even if no write was due
    this.keepNow();
    this.checkNow();
  }

  #set(changes: Partial<DocumentState<C>>): void {
    this.state.set({ ...this.state.get(), ...changes });
  }
}

/**
 * The text with one kind of line ends and without a byte order mark, as editors hold it. Uses the kind of most lines,
 * or LF. A text with one kind only keeps it.
 */
export function normaliseLineEnds(text: string): string {
  const bare = text.replace(/^\ufeff/, '');
  const breaks = bare.match(/\r\n|\r|\n/g) ?? [];
  const withReturn = breaks.filter((found) => found !== '\n').length;
  const lineBreak = withReturn * 2 > breaks.length ? '\r\n' : '\n';
  return breaks.every((found) => found === lineBreak) ? bare : bare.replaceAll(/\r\n|\r|\n/g, lineBreak);
}
