type Waiting<T> = { user: string; item: T };

/**
 * What waits for a thread, user by user: however much one of them asks for, the others come next. A user has one thing
 * at work at a time.
 */
export class TaskQueue<T> {
  /** In the order in which they come next; users without anything waiting are not in it. */
  #waiting = new Map<string, T[]>();
  #atWork = new Set<string>();

  /** How much a user has waiting. */
  waitingOf(user: string): number {
    return this.#waiting.get(user)?.length ?? 0;
  }

  /** Whether `next` would give anything. */
  get isReady(): boolean {
    return this.#ready() !== undefined;
  }

  add(user: string, item: T): void {
    const own = this.#waiting.get(user);
    if (own) own.push(item);
    else this.#waiting.set(user, [item]);
  }

  /** What has its turn now. Call `done` when it is over. */
  next(): Waiting<T> | undefined {
    const user = this.#ready();
    const own = user === undefined ? undefined : this.#waiting.get(user);
    const item = own?.shift();
    if (user === undefined || !own || item === undefined) return undefined;
    this.#waiting.delete(user);
    if (own.length > 0) this.#waiting.set(user, own); // behind all others
    this.#atWork.add(user);
    return { user, item };
  }

  done(user: string): void {
    this.#atWork.delete(user);
  }

  /** False where it does not wait any more. */
  remove(user: string, item: T): boolean {
    const own = this.#waiting.get(user) ?? [];
    const at = own.indexOf(item);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(user);
    return true;
  }

  /** Takes out everything that waits. */
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
