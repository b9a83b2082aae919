import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config/settings.ts';

/** The application's interface for the process, in embedded or cluster mode. */
export type ServedApp = {
  server: FastifyInstance;
  /** The link with which the first administrator sets up the account. Absent after the setup. */
  inviteLink?: string | undefined;
  /** Shown once after the start, one line each. May take a while. */
  notices?(): Promise<readonly string[]>;
  /** Applies a changed gateway.yaml. Throws if that fails, and then keeps the old one. */
  reload(config: GatewayConfig): void | Promise<void>;
  /** Ends sessions, sockets and the database. */
  close(): Promise<void>;
};
