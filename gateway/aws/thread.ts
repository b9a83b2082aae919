// The thread that calls AWS: loading its library would block the event loop of the gateway too long.
import { parentPort } from 'node:worker_threads';
import type { AwsThreadOrder, AwsThreadReport } from './AwsThread.ts';
import { runAwsOrder } from './runAwsOrder.ts';

const running = new Map<number, AbortController>();
const post = (report: AwsThreadReport) => parentPort?.postMessage(report);

parentPort?.on('message', (message: AwsThreadOrder) => {
  if (message.kind === 'cancel') {
    running.get(message.id)?.abort();
    return;
  }
  const { id, order } = message;
  const controller = new AbortController();
  running.set(id, controller);
  void runAwsOrder(order, controller.signal).then((result) => {
    running.delete(id);
    post({ id, result });
  });
});
