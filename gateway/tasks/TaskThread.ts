import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { ApiFailure } from '../http/failures.ts';
import type { Task, TaskResult } from './runTask.ts';
import type { ThreadData } from './taskParts.ts';

/** Limits of one thread: a task that needs more memory ends its thread and not the gateway. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };

/** A thread that runs one task at a time. */
export class TaskThread {
  #worker: Worker;
  #pending: { resolve: (result: TaskResult) => void; reject: (error: Error) => void } | undefined;

  /** `file`: the built thread.ts. `ended`: called once, when it can run no more tasks. */
  constructor(file: string, data: ThreadData, ended: () => void) {
    setFlagsFromString('--expose-gc'); // for threads that start from now on
    this.#worker = new Worker(file, { workerData: data, resourceLimits: LIMITS });
    this.#worker.unref();
    let failure = new Error('the thread has ended');
    this.#worker.on('error', (error: Error) => (failure = isOutOfMemory(error) ? tooLarge() : error));
    this.#worker.on('message', (result: TaskResult) => {
      const pending = this.#pending;
      this.#pending = undefined;
      pending?.resolve(result);
    });
    this.#worker.once('exit', () => {
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
      this.#worker.postMessage(task);
    });
  }

  /** Ends the thread, even during a task. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
const tooLarge = () => new ApiFailure(503, 'the answer needs too much memory. Request less at once');
