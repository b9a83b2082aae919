// The jump server of `connect.via` (docs/configuration.md).
import type { Connect, ThroughServer } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { TargetError } from '../terminal/target.ts';

/** The entry of a server by ID or hostname. Throws a TargetError for an unknown or ambiguous name. */
export function findThrough(inventory: Pick<InventoryStore, 'find' | 'named'>, server: string): Entry {
  const found = inventory.find('node', server);
  if (found) return found;
  const [entry, ...others] = inventory.named('node', server);
  const missing =
    'The gateway cannot find the server in between. Ask the gateway’s administrator to check connect.via.';
  if (!entry) throw new TargetError(missing, `connect.via names the server ${server}, which is not in the inventory`);
  if (others.length > 0) throw new TargetError(missing, `connect.via: several servers are called ${server}. Use an ID`);
  return entry;
}

/**
 * Warnings at start: entries whose jump server is unknown or ambiguous. It may have been removed, so it is not an
 * error.
 */
export function throughNotices(
  inventory: Pick<InventoryStore, 'find' | 'named'>,
  items: readonly { document: { kind: string; metadata: { name: string } }; connect: Connect }[],
): string[] {
  return items.flatMap(({ document, connect }) => {
    const through = throughOf(connect);
    try {
      if (through) findThrough(inventory, through.server);
      return [];
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      return [`${document.kind} ${document.metadata.name}: ${error.forLog ?? error.message}`];
    }
  });
}

/** The jump server, if there is one. */
export const throughOf = (connect: Connect): ThroughServer | undefined =>
  'through' in connect ? connect.through : undefined;
