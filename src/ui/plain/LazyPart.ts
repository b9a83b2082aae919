import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/**
 * Why a part did not come. `unanswered`: no connection. `replaced`: the server has other files by now, only a reload
 * finds them. `refused`: the server answers and does not send it.
 */
export type Loss = 'unanswered' | 'replaced' | 'refused';

export type PartState<M> =
  { kind: 'away' } | { kind: 'coming' } | { kind: 'lost'; loss: Loss; isTrying: boolean } | { kind: 'here'; module: M };

const RETRY_MS = 3000;

type Files = {
  lossOf: (error: unknown) => Promise<Loss>;
  /** Before each attempt: styles that an earlier one asked for in vain. */
  restoreStyles: () => Promise<void>;
};

/** Asking the server is not for this room: who starts the page knows how. */
let files: Files = { lossOf: async () => 'unanswered', restoreStyles: async () => undefined };
export const answerForFiles = (by: Partial<Files>): void => {
  files = { ...files, ...by };
};

/** A part of the page with a file of its own. While somebody wants it, one that did not come is asked for again. */
export class LazyPart<M> {
  readonly state = new ValueStore<PartState<M>>({ kind: 'away' });
  #load: () => Promise<M>;
  #wants = 0;
  #attempt: Promise<void> | undefined;
  #stopWaiting: Dispose = () => undefined;

  constructor(load: () => Promise<M>) {
    this.#load = load;
  }

  /** Never rejects: who wants the part is told by its state. Keeps its identity. */
  fetch = (): Promise<void> => {
    this.#attempt ??= this.#try().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  };

  /** Fetches it, again and again until it is here or nobody wants it any more. */
  want = (): Dispose => {
    this.#wants += 1;
    if (this.state.get().kind === 'away') void this.fetch();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#wants -= 1;
      if (this.#wants === 0) this.#forget();
    };
  };

  /** What nobody waits for is not lost: the next one who wants it begins anew. */
  #forget(): void {
    this.#stopWaiting();
    if (this.state.get().kind === 'lost') this.state.set({ kind: 'away' });
  }

  async #try(): Promise<void> {
    const before = this.state.get();
    if (before.kind === 'here') return;
    this.#stopWaiting();
    this.state.set(before.kind === 'lost' ? { ...before, isTrying: true } : { kind: 'coming' });
    try {
      await files.restoreStyles();
      this.state.set({ kind: 'here', module: await this.#load() });
    } catch (error) {
      const loss = await files.lossOf(error);
      if (this.#wants === 0) return this.state.set({ kind: 'away' });
      this.state.set({ kind: 'lost', loss, isTrying: false });
      if (loss !== 'replaced') this.#tryLater();
    }
  }

  #tryLater(): void {
    const again = () => void this.fetch();
    const timer = setTimeout(again, RETRY_MS);
    addEventListener('online', again);
    this.#stopWaiting = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }
}
