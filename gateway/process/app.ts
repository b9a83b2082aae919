import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config/settings.ts';

/** What the process needs of the application that it runs, embedded or relaying. */
export type ServedApp = {
  server: FastifyInstance;
  /** Where the first administrator sets up the account; absent once somebody has. */
  inviteLink?: string | undefined;
  /** Said once after the start, one line each; may take its time. */
  notices?(): Promise<readonly string[]>;
  /** Takes over a changed gateway.yaml. Throws where it cannot, and then goes on with the old one. */
  reload(config: GatewayConfig): void | Promise<void>;
  /** Ends sessions, sockets and the database. */
  close(): Promise<void>;
};
