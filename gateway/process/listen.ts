import type { FastifyInstance } from 'fastify';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { Listen } from '../config/settings.ts';
import { StartError } from '../launcher/startError.mjs';

/** Binds the server. Errors of the system become one line with a suggested fix. */
export async function listen(server: FastifyInstance, { host, port }: Listen): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw toStartError(error, host, port, '--port');
  }
}

/** Below the port ranges of outgoing connections (Linux from 32768, macOS and Windows from 49152). */
const CHOSEN_PORTS = { from: 20_000, to: 32_000 };
const CHOICES_MAX = 100;

/**
 * A currently free port, for `--port 0`. An outgoing connection could take the system's choice before the server
 * listens, so the system is asked only if all tried ports are in use.
 */
export async function freePort(host: string): Promise<number> {
  for (let choice = 1; ; choice++) {
    const port = choice > CHOICES_MAX ? 0 : randomInt(CHOSEN_PORTS.from, CHOSEN_PORTS.to);
    try {
      return await probePort(host, port);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || port === 0) throw toStartError(error, host, port, '--port');
    }
  }
}

/** Listens briefly. With `port` 0 the system chooses. */
const probePort = (host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => {
      const address = probe.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      probe.close(() => resolve(bound));
    });
  });

/** `setting`: the setting of the port. Errors outside of the network are returned unchanged. */
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
