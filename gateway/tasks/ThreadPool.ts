import { setTimeout } from 'node:timers/promises';
import { ApiFailure, limitExceeded } from '../http/failures.ts';
import { TaskQueue } from './TaskQueue.ts';
import type { Task, TaskResult } from './runTask.ts';
import { GATEWAY_ITSELF, type Requester, type TaskRunner } from './Tasks.ts';
import { TaskThread } from './TaskThread.ts';
import type { ThreadData } from './taskParts.ts';

export type PoolLimits = {
  /** The number of threads. */
  threads: number;
  /** A further thread starts when a task has waited for this long. */
  growAfterMs: number;
  /** A thread that was idle for this long ends and frees some 30 MB. */
  idleMs: number;
  /** A task that takes longer ends together with its thread. */
  taskMs: number;
  /** Limit of waiting tasks of one user. */
  waitingPerUser: number;
};

/** Bounded queries over 10 000 servers take at most half a second. The rest is a margin for slow machines. */
const POOL_LIMITS: PoolLimits = {
  threads: 2,
  growAfterMs: 100,
  idleMs: 30_000,
  taskMs: 5000,
  waitingPerUser: 32,
};

type Job = { task: Task; settle: (result: Promise<TaskResult>) => void };

/** Runs tasks in separate threads. */
export class ThreadPool implements TaskRunner {
  #limits: PoolLimits;
  #startThread: (ended: () => void) => TaskThread;
  #queue = new TaskQueue<Job>();
  #threads = new Set<TaskThread>();
  /** Threads that are being terminated and may still be computing. */
  #ending = new Set<TaskThread>();
  #idle = new Map<TaskThread, NodeJS.Timeout>();
  #growing: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `file`: the built thread.ts. */
  constructor(file: string, data: ThreadData, limits: PoolLimits = POOL_LIMITS) {
    this.#limits = limits;
    this.#startThread = (ended) => new TaskThread(file, data, ended);
  }

  /** Rejects with 429 if the user has too many waiting tasks, with 503 if the task takes too long. */
  run(task: Task, { user, signal }: Requester): Promise<TaskResult> {
    if (this.#isClosed || signal?.aborted) return Promise.reject(cancelled());
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
        if (this.#queue.remove(user, job)) job.settle(Promise.reject(cancelled()));
      };
      signal?.addEventListener('abort', hungUp);
      this.#queue.add(user, job);
      this.#dispatch();
    });
  }

  /** Starts a thread if there is none, so that it is ready when a page has loaded. */
  warmUp(): void {
    if (this.#isClosed || this.#threads.size > 0) return;
    const thread = this.#tryGrow();
    if (thread) this.#endWhenIdle(thread);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#growing);
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const job of this.#queue.clear()) job.settle(Promise.reject(cancelled()));
    await Promise.all([...this.#threads, ...this.#ending].map((thread) => thread.end()));
  }

  #dispatch(): void {
    while (this.#queue.isReady && !this.#isClosed) {
      let thread = [...this.#threads].find(({ isIdle }) => isIdle);
      try {
        if (this.#threads.size === 0) thread = this.#grow();
      } catch (error) {
        this.#refuseNext(error);
        continue;
      }
      if (!thread) {
        this.#growing ??= globalThis.setTimeout(() => {
          this.#growing = undefined;
          if (this.#queue.isReady && this.#tryGrow()) this.#dispatch();
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
      () => 'done' as const, // the caller gets the error
    );
    const deadline = new AbortController();
    const late = setTimeout(this.#limits.taskMs, 'late' as const, { signal: deadline.signal }).catch(() => over);
    if ((await Promise.race([over, late])) === 'late') {
      settle(Promise.reject(tooLong(this.#limits.taskMs)));
      this.#end(thread);
      this.#dispatch();
      await over; // it continues inside the database for a while, and so does its user's turn
    }
    deadline.abort();
    this.#queue.done(user);
    // The gateway's own tasks are rare and large: ending the thread frees its memory.
    if (user === GATEWAY_ITSELF.user && this.#threads.has(thread)) this.#end(thread);
    this.#dispatch();
    this.#endWhenIdle(thread);
  }

  /** There is no thread, and the system does not start one. */
  #refuseNext(error: unknown): void {
    const next = this.#queue.next();
    if (!next) return;
    next.item.settle(Promise.reject(error instanceof Error ? error : new Error(String(error))));
    this.#queue.done(next.user);
  }

  #tryGrow(): TaskThread | undefined {
    try {
      return this.#grow();
    } catch {
      return undefined; // the existing threads go on
    }
  }

  /** A terminated thread may continue for a while inside the database. At most one such thread is replaced. */
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

const cancelled = () => new ApiFailure(503, 'the request was cancelled');
const tooMany = () => limitExceeded('too many of your requests are waiting. Try again when they have been answered');
const tooLong = (ms: number) =>
  new ApiFailure(503, `the request would take longer than ${ms / 1000} s and was stopped. Request less at once`);
