/** Undoes one thing. Calling it twice is harmless where the giver says nothing else. */
export type Dispose = () => void;

/** Collects what an owner has to undo. Undone in reverse order; what is added after that is undone at once. */
export class Disposables {
  #undo: Dispose[] = [];
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  add(undo: Dispose): void {
    if (this.#disposed) undo();
    else this.#undo.push(undo);
  }

  /** Every undo runs, also when one throws; the first error is thrown afterwards. */
  dispose(): void {
    this.#disposed = true;
    const errors: unknown[] = [];
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) {
      try {
        undo();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
