import { needsTooMuchMemory } from '../http/failures.ts';
import { DatabaseThread } from '../store/DatabaseThread.ts';
import type { Task, TaskResult } from './runTask.ts';
import type { ThreadData } from './taskParts.ts';

/** Limits of one thread. A task that needs more memory is refused or ends its thread (DatabaseThread.ts). */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };

/** A thread that runs one task at a time. */
export class TaskThread {
  #thread: DatabaseThread;
  #pending: { resolve: (result: TaskResult) => void; reject: (error: Error) => void } | undefined;

  /** `file`: the built thread.ts. `ended`: called once, when it can run no more tasks. */
  constructor(file: string, data: ThreadData, ended: () => void) {
    this.#thread = new DatabaseThread(file, data, LIMITS);
    const { worker } = this.#thread;
    let failure = new Error('the thread has ended');
    worker.on('error', (error: Error) => (failure = isOutOfMemory(error) ? needsTooMuchMemory() : error));
    worker.on('message', (result: TaskResult) => {
      const pending = this.#pending;
      this.#pending = undefined;
      pending?.resolve(result);
    });
    worker.once('exit', () => {
      ended();
      this.#pending?.reject(failure);
    });
  }

  get isIdle(): boolean {
    return this.#pending === undefined;
  }

  /** Call it only while the thread is idle. Rejects if the thread ends before the task does. */
  run(task: Task): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#thread.worker.postMessage(task);
    });
  }

  /** Ends the thread, even during a task, but not during a statement of the database. */
  end(): Promise<void> {
    return this.#thread.end();
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
