// Loaded into a gateway's process by a test (`node --import`). Measures how long its event loop is busy without a pause.
// A client that connects to the socket LOOP_PROBE gets the longest time since the last connection, in milliseconds.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const socket = process.env['LOOP_PROBE'];
const EVERY_MS = 2;
/** Processes that the gateway starts get the same environment. */
const isGateway = isMainThread && process.argv[1]?.endsWith('start.cjs');

/**
 * Processor time of the main thread, so that other processes of a busy machine do not count. Its thread id is the
 * process id.
 */
const busyMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

if (socket && isGateway) {
  let before = busyMs();
  let longest = 0;
  const look = () => {
    const now = busyMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, EVERY_MS).unref();
  createServer((client) => {
    look();
    client.end(String(longest));
    longest = 0;
    before = busyMs();
  })
    .listen(socket)
    .unref();
}
