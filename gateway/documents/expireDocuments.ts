// Expiry of documents of all kinds (resource-specs §0.2).
import type { FastifyInstance } from 'fastify';
import { SYSTEM_USER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import { documentKind } from './kinds/documentKinds.ts';

/**
 * Deletes every expired document and handles the consequences, so that lists, documents and the inventory agree. Call
 * it before reads, and regularly because open connections may depend on an expiring role.
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

/** Now, and before each request is handled. */
export function expireWithRequests(server: FastifyInstance, gateway: Gateway): void {
  expireDocuments(gateway);
  let isFailing = false;
  server.addHook('onRequest', async ({ log }) => {
    try {
      expireDocuments(gateway);
      isFailing = false;
    } catch (error) {
      // Unauthenticated clients send requests too: logging the first failure is enough.
      if (!isFailing) log.error({ err: error }, 'could not remove expired documents');
      isFailing = true;
    }
  });
}
