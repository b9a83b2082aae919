/** A prompt that is shown once for all callers. After a wrong answer, the next caller shows it again. */
export class SharedFactorPrompt {
  #put: () => Promise<void>;
  #proven = false;
  #last: Promise<void> = Promise.resolve();

  constructor(put: () => Promise<void>) {
    this.#put = put;
  }

  /** Rejects after a wrong answer. Only one prompt is shown at a time. */
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
