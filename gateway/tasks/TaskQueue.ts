type Waiting<T> = { user: string; item: T };

/**
 * Tasks that wait for a thread. Users take turns, so that many tasks of one user do not delay others. A user has one
 * running task at a time.
 */
export class TaskQueue<T> {
  /** In the order of their turns. Users without waiting tasks are not in it. */
  #waiting = new Map<string, T[]>();
  #atWork = new Set<string>();

  /** The number of waiting tasks of a user. */
  waitingOf(user: string): number {
    return this.#waiting.get(user)?.length ?? 0;
  }

  /** Whether `next` would return a task. */
  get isReady(): boolean {
    return this.#ready() !== undefined;
  }

  add(user: string, item: T): void {
    const waiting = this.#waiting.get(user);
    if (waiting) waiting.push(item);
    else this.#waiting.set(user, [item]);
  }

  /** The next task. Call `done` when it has ended. */
  next(): Waiting<T> | undefined {
    const user = this.#ready();
    const waiting = user === undefined ? undefined : this.#waiting.get(user);
    const item = waiting?.shift();
    if (user === undefined || !waiting || item === undefined) return undefined;
    this.#waiting.delete(user);
    if (waiting.length > 0) this.#waiting.set(user, waiting); // after all others
    this.#atWork.add(user);
    return { user, item };
  }

  done(user: string): void {
    this.#atWork.delete(user);
  }

  /** False if it is no longer waiting. */
  remove(user: string, item: T): boolean {
    const waiting = this.#waiting.get(user) ?? [];
    const at = waiting.indexOf(item);
    if (at < 0) return false;
    waiting.splice(at, 1);
    if (waiting.length === 0) this.#waiting.delete(user);
    return true;
  }

  /** Removes and returns all waiting tasks. */
  clear(): T[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }

  #ready(): string | undefined {
    for (const user of this.#waiting.keys()) if (!this.#atWork.has(user)) return user;
    return undefined;
  }
}
