// A thread that runs tasks in order, with its own read-only connection to the database.
import { parentPort, workerData } from 'node:worker_threads';
import { runTask, type Task } from './runTask.ts';
import { openTaskParts, type ThreadData } from './taskParts.ts';

/** A thread that is idle for this long collects its garbage. V8 itself would wait until the next task. */
const IDLE_MS = 2000;

const parts = openTaskParts(workerData as ThreadData);
let collecting: NodeJS.Timeout | undefined;

parentPort?.on('message', (task: Task) => {
  clearTimeout(collecting);
  const result = runTask(parts, task);
  parentPort?.postMessage(result, result.kind === 'answer' ? [result.bytes.buffer] : []);
  collecting = setTimeout(() => globalThis.gc?.(), IDLE_MS);
});
