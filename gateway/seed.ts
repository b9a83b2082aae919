// `npm run seed`: a realistic inventory of any size, the same every time.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SYSTEM_USER } from './audit/events.ts';
import type { SeedOptions } from './launcher/flags.mjs';
import { takeDataDir } from './process/dataDir.ts';
import type { InventoryKind } from './config/settings.ts';
import type { Entry } from './inventory/entry.ts';
import { seededEvent } from './seed/events.ts';
import { isSeeded } from './seed/mark.ts';
import { seededNode } from './seed/nodes.ts';
import { seededRole, seededUser } from './seed/people.ts';
import { seededResource } from './seed/resources.ts';
import type { WrittenRole } from './store/roles.ts';
import { openStores, type Stores } from './store/stores.ts';

const NODES_DEFAULT = 1000;

/**
 * Fills the data directory with the given numbers of servers, users, roles and so on, besides existing data. A running
 * gateway locks its directory, so it has to be stopped first.
 */
export function seed(options: SeedOptions, root: string): void {
  const dataDir = options.dataDir ?? join(root, 'data');
  takeDataDir(dataDir);
  const stores = openStores(dataDir);
  const {
    nodes = NODES_DEFAULT,
    users = 0,
    roles = 0,
    apps = 0,
    databases = 0,
    kubernetes = 0,
    desktops = 0,
    events = 0,
  } = options;
  stores.db.transaction(() => {
    const hostId = stores.settings.getOrMake('host_id', randomUUID);
    seedInventory(stores, 'node', nodes, seededNode);
    seedInventory(stores, 'app', apps, (n) => seededResource('app', n, hostId));
    seedInventory(stores, 'db', databases, (n) => seededResource('db', n, hostId));
    seedInventory(stores, 'kube_cluster', kubernetes, (n) => seededResource('kube_cluster', n, hostId));
    seedInventory(stores, 'windows_desktop', desktops, (n) => seededResource('windows_desktop', n, hostId));
    seedEvents(stores, events);
    for (let n = 0; n < roles; n++) seedRole(stores, seededRole(n));
    for (let n = 0; n < users; n++) {
      const user = seededUser(n, roles);
      if (stores.users.find(user.name)) stores.users.update(user);
      else stores.users.add(user);
    }
  });
  stores.db.close();
  const others = [
    [apps, 'applications'],
    [databases, 'databases'],
    [kubernetes, 'Kubernetes clusters'],
    [desktops, 'desktops'],
    [events, 'audit events'],
  ].flatMap(([count, noun]) => (count ? [`, ${count} ${noun}`] : []));
  process.stdout.write(`seeded ${nodes} servers, ${users} users and ${roles} roles${others.join('')} in ${dataDir}\n`);
}

/** Keeps the events of an earlier seed. */
function seedEvents({ events }: Stores, count: number): void {
  const nowMs = Date.now();
  for (let n = 0; n < count; n++) {
    const { uid, timeMs, event, document } = seededEvent(n, count, nowMs);
    if (!events.has(uid)) events.add(uid, timeMs, event, document);
  }
}

/** Does not write unchanged roles, which would only fill their history. */
function seedRole({ roles }: Stores, role: WrittenRole): void {
  if (roles.find(role.name)?.content !== role.content) roles.put(role, { by: SYSTEM_USER, nowMs: Date.now() });
}

/** Deletes entries of a larger earlier seed. Keeps all others. */
function seedInventory({ inventory }: Stores, kind: InventoryKind, count: number, make: (n: number) => Entry): void {
  const entries = Array.from({ length: count }, (_, n) => make(n));
  const seededKeys = new Set(entries.map(({ key }) => key));
  inventory.remove(
    kind,
    inventory.keys(kind).filter((key) => isSeeded(key) && !seededKeys.has(key)),
  );
  for (const entry of entries) inventory.put(entry);
}
