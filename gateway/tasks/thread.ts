// A thread that runs tasks one after the other, with a connection to the database of its own that only reads.
import { parentPort, workerData } from 'node:worker_threads';
import { runTask, type Task } from './runTask.ts';
import { openTaskParts, type ThreadData } from './taskParts.ts';

const parts = openTaskParts(workerData as ThreadData);

parentPort?.on('message', (task: Task) => {
  const result = runTask(parts, task);
  parentPort?.postMessage(result, result.kind === 'answer' ? [result.bytes.buffer] : []);
});
