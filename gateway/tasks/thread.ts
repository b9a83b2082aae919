// A thread that runs tasks one after the other, with a connection to the database of its own that only reads.
import { parentPort, workerData } from 'node:worker_threads';
import { runTask, type Task } from './runTask.ts';
import { openTaskParts, type ThreadData } from './taskParts.ts';

/** Without a task for so long a thread collects its garbage: V8 itself would keep that of the last lists until the next. */
const IDLE_MS = 2000;

const parts = openTaskParts(workerData as ThreadData);
let collecting: NodeJS.Timeout | undefined;

parentPort?.on('message', (task: Task) => {
  clearTimeout(collecting);
  const result = runTask(parts, task);
  parentPort?.postMessage(result, result.kind === 'answer' ? [result.bytes.buffer] : []);
  collecting = setTimeout(() => globalThis.gc?.(), IDLE_MS);
});
