/** An undo function. A second call does nothing, unless the function that returns it documents otherwise. */
export type Dispose = () => void;

/**
 * Collects what an owner has to undo and undoes it in reverse order. After `dispose`, `add` undoes its argument at
 * once.
 */
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

  /** Every undo runs, even if one throws. The first error is thrown afterwards. */
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
