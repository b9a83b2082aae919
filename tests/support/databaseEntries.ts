// Databases of the tests as inventory entries.
import { connect } from 'node:net';
import type { Connect, DatabaseConnect } from '../../gateway/config/settings.ts';
import { DatabaseFault } from '../../gateway/databases/DatabaseFault.ts';
import { toDatabaseTarget, type DatabaseTarget } from '../../gateway/databases/DatabaseTarget.ts';
import { testDatabase } from '../../gateway/databases/testDatabase.ts';
import type { Entry } from '../../gateway/inventory/entry.ts';
import { APP_DATABASE, APP_USER, type TestDatabase } from './postgres.ts';

type Server = Pick<TestDatabase, 'protocol' | 'host' | 'port'>;

export const databaseDocument = ({ protocol, host, port }: Server, name: string, spec: object = {}) => ({
  kind: 'db' as const,
  version: 'v3',
  metadata: { name, labels: { team: 'data' } },
  spec: { protocol, uri: `${host}:${port}`, ...spec },
});

/** Dials directly, without the rest of a gateway. */
export const directDialer: DatabaseTarget['dialer'] = {
  dial: ({ host, port }) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => resolve(socket));
      socket.once('error', reject);
    }),
};

type TargetOptions = { connect?: DatabaseConnect; spec?: object; user?: string; database?: string };

export function targetOf(server: Server, { connect: how, spec, user, database }: TargetOptions = {}): DatabaseTarget {
  const via: Connect = how ? { via: 'database', ...how } : { via: 'default' };
  const document = databaseDocument(server, 'shop-db', spec);
  const entry = { key: 'shop-db', document, labels: {}, connect: via } as unknown as Entry;
  return toDatabaseTarget(entry, user ?? APP_USER, database ?? APP_DATABASE, directDialer);
}

/** `ok`, or the fault: `stage: message [cause]`. */
export async function outcomeOf(make: () => DatabaseTarget, signal = new AbortController().signal): Promise<string> {
  try {
    await testDatabase(make(), signal);
    return 'ok';
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    return `${error.stage}: ${error.message} [${error.cause}]`;
  }
}
