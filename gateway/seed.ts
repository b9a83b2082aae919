// `npm run seed`: a realistic inventory of any size, the same every time.
import { join } from 'node:path';
import { SYSTEM_USER } from './audit/events.ts';
import type { SeedOptions } from './launcher/flags.mjs';
import { takeDataDir } from './process/dataDir.ts';
import { isSeededNode, seededNode } from './seed/nodes.ts';
import { seededRole, seededUser } from './seed/people.ts';
import type { WrittenRole } from './store/roles.ts';
import { openStores, type Stores } from './store/stores.ts';

const NODES_DEFAULT = 1000;

/**
 * Gives the data directory that many servers, users and roles beside what people have made there. A running gateway
 * holds its directory, so it has to be ended first.
 */
export function seed(options: SeedOptions, root: string): void {
  const dataDir = options.dataDir ?? join(root, 'data');
  takeDataDir(dataDir);
  const stores = openStores(dataDir);
  const { nodes = NODES_DEFAULT, users = 0, roles = 0 } = options;
  stores.db.transaction(() => {
    seedNodes(stores, nodes);
    for (let n = 0; n < roles; n++) seedRole(stores, seededRole(n));
    for (let n = 0; n < users; n++) {
      const user = seededUser(n, roles);
      if (stores.users.find(user.name)) stores.users.update(user);
      else stores.users.add(user);
    }
  });
  stores.db.close();
  process.stdout.write(`seeded ${nodes} servers, ${users} users and ${roles} roles in ${dataDir}\n`);
}

/** Writing what is there already would only fill its history. */
function seedRole({ roles }: Stores, role: WrittenRole): void {
  if (roles.find(role.name)?.content !== role.content) roles.put(role, { by: SYSTEM_USER, nowMs: Date.now() });
}

/** Servers of a larger seed before are taken away again; everybody else's stay. */
function seedNodes({ inventory }: Stores, count: number): void {
  const nodes = Array.from({ length: count }, (_, n) => seededNode(n));
  const wanted = new Set(nodes.map(({ key }) => key));
  const leftOver = inventory.keys('node').filter((key) => isSeededNode(key) && !wanted.has(key));
  inventory.remove('node', leftOver);
  for (const node of nodes) inventory.put(node);
}
