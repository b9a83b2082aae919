// Sends `ping` to a gateway every few milliseconds from its own thread. Reports the longest wait since the last
// question, in milliseconds.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
/** When the current ping was sent. */
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
  // A ping that is still waiting counts with the time so far.
  parentPort?.postMessage(
    Math.max(longest, performance.now() - sentMs > EVERY_MS * 4 ? performance.now() - sentMs : 0),
  );
  longest = 0;
});
