/** Work on the same thing one after the other, in the order in which it was asked for. */
export class InTurn {
  #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    const done = () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(done, done);
    return mine;
  }
}
