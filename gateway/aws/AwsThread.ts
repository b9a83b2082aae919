import { devNull } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ApiFailure } from '../http/failures.ts';
import type { AwsOrder, AwsResult } from './awsOrder.ts';

/** From the gateway to the thread. */
export type AwsThreadOrder = { kind: 'run'; id: number; order: AwsOrder } | { kind: 'cancel'; id: number };
/** From the thread to the gateway. */
export type AwsThreadReport = { id: number; result: AwsResult };

/** Requests one page from AWS. Rejects if that is impossible or `signal` aborts. */
export type AwsRunner = {
  run(order: AwsOrder, signal: AbortSignal): Promise<AwsResult>;
  close(): Promise<void>;
};

const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };
/** A thread that is idle for this long ends, and unloads the library. */
const IDLE_MS = 60_000;
/** A thread that ignores a cancellation for this long is stuck in an answer. */
const CANCEL_MS = 2000;

/** Disables the machine's AWS configuration: the calls depend only on gateway.yaml. */
const ENVIRONMENT = {
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
};

type Pending = { resolve: (result: AwsResult) => void; reject: (error: Error) => void };

/** Runs orders in a thread that starts with the first order and ends when idle. `file`: the built thread.ts. */
export class AwsThread implements AwsRunner {
  #file: string;
  #worker: Worker | undefined;
  #pending = new Map<number, Pending>();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  run(order: AwsOrder, signal: AbortSignal): Promise<AwsResult> {
    if (signal.aborted) return Promise.reject(cancelled());
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const cancel = () => {
      this.#send(worker, { kind: 'cancel', id });
      setTimeout(() => this.#pending.has(id) && this.#end(worker), CANCEL_MS).unref();
    };
    const result = new Promise<AwsResult>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#send(worker, { kind: 'run', id, order });
    signal.addEventListener('abort', cancel, { once: true });
    return result.finally(() => {
      signal.removeEventListener('abort', cancel);
      if (this.#pending.size === 0) this.#endWhenIdle(worker);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #send(worker: Worker, message: AwsThreadOrder): void {
    worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: LIMITS, env: ENVIRONMENT });
    worker.unref();
    worker.on('message', ({ id, result }: AwsThreadReport) => {
      this.#pending.get(id)?.resolve(result);
      this.#pending.delete(id);
    });
    worker.on('error', () => undefined); // running orders are rejected at its exit
    worker.once('exit', () => this.#lose(worker));
    return worker;
  }

  #endWhenIdle(worker: Worker): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
  }

  #end(worker: Worker): void {
    void worker.terminate();
    this.#lose(worker);
  }

  /** Rejects all its running orders. The next order starts another thread. */
  #lose(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new ApiFailure(502, 'the answer of AWS cannot be read'));
  }
}

/** Runs orders in the thread of the gateway, for tests in the same process. */
export const awsInProcess = (): AwsRunner => ({
  run: async (order, signal) => (await import('./runAwsOrder.ts')).runAwsOrder(order, signal),
  close: async () => undefined,
});

export const cancelled = () => new ApiFailure(503, 'the request was cancelled');
