/** Work was refused because too much work of its owner is waiting. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

type Waiting = { start: () => void; refuse: (error: QueueFull) => void };

/**
 * Limits how much work runs at the same time. Waiting work is served owner by owner in turn, so that no owner waits for
 * all work of another. If too much is waiting, the newest work of the owner with most is refused.
 */
export class FairQueue {
  #options: { concurrency: number; waitingMax: number };
  /** In the order of their turns. */
  #owners = new Map<string, Waiting[]>();
  #running = 0;
  #waitingCount = 0;

  constructor(options: { concurrency: number; waitingMax: number }) {
    this.#options = options;
  }

  /** Rejects with the error of `work`, or with a `QueueFull`. */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(owner);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turn(owner: string): Promise<void> | undefined {
    if (this.#running < this.#options.concurrency) {
      this.#running += 1;
      return undefined;
    }
    return new Promise((start, refuse) => {
      const queue = this.#owners.get(owner) ?? [];
      queue.push({ start, refuse });
      this.#owners.set(owner, queue);
      this.#waitingCount += 1;
      if (this.#waitingCount > this.#options.waitingMax) this.#refuseOne();
    });
  }

  #next(): void {
    const [turn] = this.#owners;
    if (!turn) return;
    const [owner, queue] = turn;
    const first = queue.shift();
    this.#owners.delete(owner);
    if (queue.length > 0) this.#owners.set(owner, queue); // to the end of the queue
    this.#waitingCount -= 1;
    this.#running += 1;
    first?.start();
  }

  #refuseOne(): void {
    let [owner, most] = ['', [] as Waiting[]];
    for (const [name, queue] of this.#owners) if (queue.length > most.length) [owner, most] = [name, queue];
    most.pop()?.refuse(new QueueFull('too many requests are waiting'));
    this.#waitingCount -= 1;
    if (most.length === 0) this.#owners.delete(owner);
  }
}
