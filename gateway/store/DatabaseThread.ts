// Threads that have their own connection to a database. The driver aborts the process if V8 stops a thread during a call
// of the driver, or if the thread's memory ends there. So a thread ends only between calls.
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { resourceLimits, Worker, workerData, type ResourceLimits } from 'node:worker_threads';
import { needsTooMuchMemory } from '../http/failures.ts';

const BETWEEN_CALLS = 0;
const IN_CALL = 1;
const ENDING = 2;

/** With less free memory, no call begins. It is more than one row takes: V8 ends a thread safely between rows. */
const FREE_MIN_MB = 16;
const COLLECTED_MIN_MB = 8;

/** What the thread and its starter share: the state of the thread. */
type Shared = { driverState?: Int32Array };

export class DatabaseThread {
  /** Its messages and errors. It does not keep the process alive. */
  readonly worker: Worker;
  #driverState = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #ended: Promise<void>;

  /** `file`: the built file of the thread. `data`: its `workerData`. */
  constructor(file: string, data: object, limits: ResourceLimits) {
    setFlagsFromString('--expose-gc'); // for threads that start from now on
    const shared: Shared = { driverState: this.#driverState };
    this.worker = new Worker(file, { workerData: { ...data, ...shared }, resourceLimits: limits });
    this.worker.unref();
    this.#ended = new Promise((resolve) => void this.worker.once('exit', () => resolve()));
  }

  /** Ends the thread at once, or after its current call of the driver. Resolves when it has ended. */
  async end(): Promise<void> {
    if (Atomics.exchange(this.#driverState, 0, ENDING) === BETWEEN_CALLS) void this.worker.terminate();
    this.worker.ref();
    await this.#ended;
  }
}

const { driverState } = (workerData ?? {}) as Shared;

/**
 * Every call of the driver, in every thread. Throws 503 if the memory of a DatabaseThread is nearly full. Calls cannot be
 * nested.
 */
export function inDriver<T>(call: () => T): T {
  if (!driverState) return call();
  if (isNearlyFull()) throw needsTooMuchMemory();
  if (Atomics.compareExchange(driverState, 0, BETWEEN_CALLS, IN_CALL) === ENDING) process.exit(); // ends this thread
  try {
    return call();
  } finally {
    if (Atomics.compareExchange(driverState, 0, IN_CALL, BETWEEN_CALLS) === ENDING) process.exit();
  }
}

/** Collects garbage first where V8 would do it later. A collection that frees little is the last one. */
function isNearlyFull(): boolean {
  if (freeMb() >= FREE_MIN_MB) return false;
  globalThis.gc?.();
  return freeMb() < FREE_MIN_MB + COLLECTED_MIN_MB;
}

const freeMb = (): number =>
  (resourceLimits.maxOldGenerationSizeMb ?? 0) - getHeapStatistics().used_heap_size / 1024 ** 2;
