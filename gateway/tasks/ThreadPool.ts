import { setTimeout } from 'node:timers/promises';
import { ApiFailure, limitExceeded } from '../http/failures.ts';
import { TaskQueue } from './TaskQueue.ts';
import type { Task, TaskResult } from './runTask.ts';
import { GATEWAY_ITSELF, type Requester, type TaskRunner } from './Tasks.ts';
import { TaskThread } from './TaskThread.ts';
import type { ThreadData } from './taskParts.ts';

export type PoolLimits = {
  /** Threads at once. */
  threads: number;
  /** A further thread begins when a task has waited for so long. */
  growAfterMs: number;
  /** A thread that has had nothing to do for so long ends, and gives some 30 MB back. */
  idleMs: number;
  /** A task that takes longer ends together with its thread. */
  taskMs: number;
  /** Tasks of one user that wait. */
  waitingPerUser: number;
};

/** Bounded queries over 10 000 servers take half a second at most; the rest of the time is for slow machines. */
const POOL_LIMITS: PoolLimits = {
  threads: 2,
  growAfterMs: 100,
  idleMs: 30_000,
  taskMs: 5000,
  waitingPerUser: 32,
};

type Job = { task: Task; settle: (result: Promise<TaskResult>) => void };

/** Runs tasks in threads of their own. */
export class ThreadPool implements TaskRunner {
  #limits: PoolLimits;
  #startThread: (ended: () => void) => TaskThread;
  #queue = new TaskQueue<Job>();
  #threads = new Set<TaskThread>();
  /** Threads that were told to end and may still be computing. */
  #ending = new Set<TaskThread>();
  #idle = new Map<TaskThread, NodeJS.Timeout>();
  #growing: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `file`: the built thread.ts. */
  constructor(file: string, data: ThreadData, limits: PoolLimits = POOL_LIMITS) {
    this.#limits = limits;
    this.#startThread = (ended) => new TaskThread(file, data, ended);
  }

  /** Rejects with 429 where the user has too many waiting, with 503 where the task takes too long. */
  run(task: Task, { user, signal }: Requester): Promise<TaskResult> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(gone());
    if (this.#queue.waitingOf(user) >= this.#limits.waitingPerUser) return Promise.reject(tooMany());
    return new Promise<TaskResult>((resolve, reject) => {
      const job: Job = {
        task,
        settle: (result) => {
          signal?.removeEventListener('abort', hungUp);
          result.then(resolve, reject);
        },
      };
      const hungUp = () => {
        if (this.#queue.remove(user, job)) job.settle(Promise.reject(gone()));
      };
      signal?.addEventListener('abort', hungUp);
      this.#queue.add(user, job);
      this.#dispatch();
    });
  }

  /** Starts a thread where there is none: by the time that a page has loaded, it can be asked. */
  warmUp(): void {
    if (this.#isClosed || this.#threads.size > 0) return;
    const thread = this.#grow();
    if (thread) this.#endWhenIdle(thread);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#growing);
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const job of this.#queue.clear()) job.settle(Promise.reject(gone()));
    await Promise.all([...this.#threads, ...this.#ending].map((thread) => thread.end()));
  }

  #dispatch(): void {
    while (this.#queue.isReady && !this.#isClosed) {
      const thread = [...this.#threads].find(({ isIdle }) => isIdle) ?? (this.#threads.size === 0 && this.#grow());
      if (!thread) {
        this.#growing ??= globalThis.setTimeout(() => {
          this.#growing = undefined;
          if (this.#queue.isReady && this.#grow()) this.#dispatch();
        }, this.#limits.growAfterMs);
        return;
      }
      const next = this.#queue.next();
      if (next) void this.#work(thread, next.user, next.item);
    }
  }

  async #work(thread: TaskThread, user: string, { task, settle }: Job): Promise<void> {
    clearTimeout(this.#idle.get(thread));
    const result = thread.run(task);
    settle(result);
    const over = result.then(
      () => 'done' as const,
      () => 'done' as const, // whoever asked is told
    );
    const deadline = new AbortController();
    const late = setTimeout(this.#limits.taskMs, 'late' as const, { signal: deadline.signal }).catch(() => over);
    if ((await Promise.race([over, late])) === 'late') {
      settle(Promise.reject(tooLong(this.#limits.taskMs)));
      this.#end(thread);
      this.#dispatch();
      await over; // inside the database it goes on for a while, and so does its user's turn
    }
    deadline.abort();
    this.#queue.done(user);
    // What it asks for is rare and large: the thread goes with what it has left in its memory.
    if (user === GATEWAY_ITSELF.user && this.#threads.has(thread)) this.#end(thread);
    this.#dispatch();
    this.#endWhenIdle(thread);
  }

  /** A thread that is told to end may go on for a while inside the database: so many of them are not replaced. */
  #grow(): TaskThread | undefined {
    const { threads } = this.#limits;
    if (this.#threads.size >= threads || this.#threads.size + this.#ending.size > threads) return undefined;
    const thread = this.#startThread(() => {
      this.#threads.delete(thread);
      this.#ending.delete(thread);
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      this.#dispatch();
    });
    this.#threads.add(thread);
    return thread;
  }

  #end(thread: TaskThread): void {
    this.#threads.delete(thread);
    this.#ending.add(thread);
    void thread.end();
  }

  #endWhenIdle(thread: TaskThread): void {
    if (!thread.isIdle || !this.#threads.has(thread)) return;
    clearTimeout(this.#idle.get(thread));
    this.#idle.set(thread, globalThis.setTimeout(() => this.#end(thread), this.#limits.idleMs).unref());
  }
}

const gone = () => new ApiFailure(503, 'the request was cancelled');
const tooMany = () => limitExceeded('too many of your requests are waiting. Try again when they have been answered');
const tooLong = (ms: number) =>
  new ApiFailure(503, `the request would take longer than ${ms / 1000} s and was stopped. Request less at once`);
