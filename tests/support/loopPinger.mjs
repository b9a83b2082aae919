// Asks a gateway for `ping` every few milliseconds, from a thread of its own; tells the longest wait since it was asked
// last, in milliseconds.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
/** When the ping that is on its way was sent. */
let sentMs = Number.NaN;

function ping() {
  sentMs = performance.now();
  const call = get(`${workerData.base}/v1/webapi/ping`, { agent }, (answer) => {
    answer.resume().on('end', () => {
      longest = Math.max(longest, performance.now() - sentMs);
      setTimeout(ping, EVERY_MS);
    });
  });
  call.on('error', (error) => {
    throw error;
  });
}
ping();

parentPort?.on('message', () => {
  // One that is still waiting counts as far as it has got.
  parentPort?.postMessage(
    Math.max(longest, performance.now() - sentMs > EVERY_MS * 4 ? performance.now() - sentMs : 0),
  );
  longest = 0;
});
