/** A question that is put once, whoever needs the answer; after a wrong one the next who needs it puts it again. */
export class SharedFactorPrompt {
  #put: () => Promise<void>;
  #proven = false;
  #last: Promise<void> = Promise.resolve();

  constructor(put: () => Promise<void>) {
    this.#put = put;
  }

  /** Rejects where it was answered wrongly. Never two questions at a time. */
  prove(): Promise<void> {
    const turn = this.#last
      .catch(() => undefined)
      .then(async () => {
        if (!this.#proven) await this.#put();
        this.#proven = true;
      });
    this.#last = turn;
    return turn;
  }
}
