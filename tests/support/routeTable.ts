// Every route that a gateway registers, from Fastify.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export type TableRoute = {
  method: string;
  /** The template below the version prefix: `/webapi/users/:name`. */
  url: string;
};

const INITIALIZED = 'fastify.initialization';

/** The routes of the server that `start` creates, in the order of their registration. */
export async function withRouteTable<T>(start: () => Promise<T>): Promise<{ started: T; routes: TableRoute[] }> {
  const routes: TableRoute[] = [];
  const collect = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url });
    });
  };
  subscribe(INITIALIZED, collect);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe(INITIALIZED, collect);
  }
}
