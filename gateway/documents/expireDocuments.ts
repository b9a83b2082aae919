// Documents end by themselves (resource-specs §0.2), of all kinds in this one way.
import type { FastifyInstance } from 'fastify';
import { SYSTEM_USER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import { documentKind } from './kinds/documentKinds.ts';

/**
 * Takes out every document whose time is over, with what follows from it: lists, documents and the inventory agree from
 * then on. To be called before anybody reads, and now and then for what is open by a role that ends.
 */
export function expireDocuments(gateway: Gateway): void {
  const { db, documents } = gateway.stores;
  if (!documents.hasExpired) return;
  const over = db.transaction(() => {
    const expired = documents.expire(SYSTEM_USER).map((stored) => ({ stored, kind: documentKind(stored.kind) }));
    for (const { stored, kind } of expired) kind.expired?.(stored, gateway);
    return expired;
  });
  for (const { stored, kind } of over) kind.settled?.(stored.name, gateway);
}

/** Now, and before each request is answered. */
export function expireWithRequests(server: FastifyInstance, gateway: Gateway): void {
  expireDocuments(gateway);
  server.addHook('onRequest', async ({ log }) => {
    try {
      expireDocuments(gateway);
    } catch (error) {
      log.error({ err: error }, 'could not remove expired documents');
    }
  });
}
