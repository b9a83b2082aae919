import type { Socket } from 'node:net';

/** Shorter than all waits for an answer: if packets are dropped, the system retries for some two minutes. */
const CONNECT_MAX_MS = 8_000;

/** Destroys a connection with an error if it is not established in time. */
export function limitConnectTime(socket: Socket): void {
  if (!socket.connecting) return;
  const giveUp = () => socket.destroy(Object.assign(new Error('connection timed out'), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(giveUp, CONNECT_MAX_MS);
  const settle = () => clearTimeout(timer);
  socket.once('connect', settle);
  socket.once('close', settle);
}
