import type { FastifyInstance } from 'fastify';
import { createServer } from 'node:net';
import type { Listen } from '../config/settings.ts';
import { StartError } from '../launcher/startError.mjs';

/** Binds the server; what the system refuses becomes one line that says what to do. */
export async function listen(server: FastifyInstance, { host, port }: Listen): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw toStartError(error, host, port, '--port');
  }
}

/** A port that is free at this moment, for `--port 0`. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(toStartError(error, host, 0, '--port')));
    probe.listen(0, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** `setting`: what says the port. Of what is no fault of the network, the error itself. */
export function toStartError(error: unknown, host: string, port: number, setting: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  switch ('code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${port} on ${host} is taken. Stop the process that uses it or choose another with ${setting}`,
      );
    case 'EACCES':
      return new StartError(
        `port ${port} needs more privileges than this user has. Choose one from 1024 up with ${setting}`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `host ${host} is not an address of this machine. Choose one with ${setting === '--port' ? '--host' : setting}`,
      );
    default:
      return error;
  }
}
