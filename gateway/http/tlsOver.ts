import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { withTimeLimit } from './timeLimit.ts';

const HANDSHAKE_MAX_MS = 10_000;

/**
 * TLS over an open connection to `host`. If the handshake fails, takes more than 10 s or `signal` aborts, it rejects
 * with the error or the reason, and closes the connection.
 */
export function tlsOver(
  stream: Duplex,
  host: string,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ socket: stream, ...(isIP(host) === 0 && { servername: host }), ...options, host });
    socket.on('error', () => undefined); // also between the handshake and the next user of the socket
    const limited = withTimeLimit(HANDSHAKE_MAX_MS, ...(signal ? [signal] : []));
    const finish = () => {
      limited.removeEventListener('abort', abandon);
      socket.off('error', fail);
    };
    const fail = (error: unknown) => {
      finish();
      socket.destroy();
      stream.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const abandon = () => fail(limited.reason);
    limited.addEventListener('abort', abandon);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      finish();
      resolve(socket);
    });
    if (limited.aborted) abandon();
  });
}

/** Whether a handshake took too long. */
export const isTooLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
