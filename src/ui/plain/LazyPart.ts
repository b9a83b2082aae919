import type { Dispose } from '../../lib/disposables.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/**
 * Why a part could not be loaded. `unanswered`: no connection. `replaced`: the server has newer files, and only a
 * reload finds them. `refused`: the server answers but does not send it.
 */
export type Loss = 'unanswered' | 'replaced' | 'refused';

export type PartState<M> =
  { kind: 'away' } | { kind: 'coming' } | { kind: 'lost'; loss: Loss; isTrying: boolean } | { kind: 'here'; module: M };

const RETRY_MS = 3000;

type Files = {
  lossOf: (error: unknown) => Promise<Loss>;
  /** Runs before each attempt: loads styles that an earlier attempt failed to load. */
  restoreStyles: () => Promise<void>;
};

/** This room cannot ask the server, so the start of the page provides these functions. */
let files: Files = { lossOf: async () => 'unanswered', restoreStyles: async () => undefined };
export const answerForFiles = (by: Partial<Files>): void => {
  files = { ...files, ...by };
};

/** A part of the page in a separate file. While a component wants it, a failed load is repeated. */
export class LazyPart<M> {
  readonly state = new ValueStore<PartState<M>>({ kind: 'away' });
  #load: () => Promise<M>;
  #wants = 0;
  #attempt: Promise<void> | undefined;
  #stopWaiting: Dispose = () => undefined;

  constructor(load: () => Promise<M>) {
    this.#load = load;
  }

  /** Never rejects: callers read the state. The function keeps its identity. */
  fetch = (): Promise<void> => {
    this.#attempt ??= this.#try().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  };

  /** Fetches it repeatedly, until it is loaded or no component wants it. */
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

  /** Resets the error when no component waits, so that the next one starts again. */
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
