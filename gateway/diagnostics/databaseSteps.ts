// The steps that test a database: access, the way to it, and a sign-in with the user and the name (http-resources §13.3).
import type { Duplex } from 'node:stream';
import { textAt } from '../../src/lib/json.ts';
import { PROTOCOLS_WITHOUT_NAMES, TESTED_PROTOCOLS } from '../../src/wire/diagnostics.ts';
import { parseHostAddress } from '../config/hostAddress.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notServed } from '../http/failures.ts';
import { keyOf, type Entry } from '../inventory/entry.ts';
import { TargetError } from '../terminal/target.ts';
import { databaseLogin, type DatabaseLogin } from './databaseLogin.ts';
import { signInAtDatabase } from './databaseSignIn.ts';
import { requireFactor, requireUnlocked, type Tester } from './judged.ts';
import type { TestRequest } from './testRequest.ts';
import { StepFailure, type Step } from './traces.ts';

export type DatabaseParts = Pick<Gateway, 'stores' | 'hostId' | 'locks' | 'dialer' | 'audit'> & {
  report: (error: unknown) => void;
};

export function databaseSteps(parts: DatabaseParts, tester: Tester, request: TestRequest): Step[] {
  const { stores, hostId, locks } = parts;
  const { name, databaseUser: user, databaseName } = request;
  const { access } = tester.caller;
  let entry: Entry;
  let protocol: string;

  return [
    {
      proves: ['RBAC_DATABASE'],
      run() {
        const found = stores.inventory.find('db', keyOf({ kind: 'db', metadata: { name } }, hostId));
        // What labels deny is not told from what is not there.
        if (!found || !access.resource('db', found.labels).ok)
          throw new StepFailure(
            'RBAC_DATABASE',
            'The database was not found. Check the name, and that one of your roles allows its labels (db_labels).',
            `${name} not found`,
          );
        entry = found;
        requireUnlocked(locks, tester, 'RBAC_DATABASE');
        requireFactor(access.requiresSessionMfa('db', entry.labels), tester, 'RBAC_DATABASE');
      },
    },
    {
      proves: [],
      run() {
        protocol = textAt(entry.document.spec, 'protocol');
        requireParameters(protocol, user, databaseName);
        const dbName = PROTOCOLS_WITHOUT_NAMES.includes(protocol) ? {} : { dbName: databaseName };
        const verdict = access.resource('db', entry.labels, { dbUser: user, ...dbName });
        if (verdict.ok) return;
        throw new StepFailure(
          'RBAC_DATABASE_LOGIN',
          'Your roles do not allow this database user or this database name. Add them to the db_users and db_names of a role or of your user.',
          DENIED,
        );
      },
    },
    {
      proves: ['CONNECTIVITY', 'RBAC_DATABASE_LOGIN', 'DATABASE_DB_USER', 'DATABASE_DB_NAME'],
      async run(signal) {
        const connection = await dialDatabase(parts, entry, request, signal);
        const end = () => connection.stream.destroy(new Error('it did not answer in time'));
        signal.addEventListener('abort', end);
        try {
          await signInAtDatabase(protocol, { ...connection, database: databaseName, connection: connection.stream });
        } finally {
          signal.removeEventListener('abort', end);
        }
      },
    },
  ];
}

const DENIED = 'access to db denied. User does not have permissions. Confirm database user and name.';

async function dialDatabase(
  { dialer, report }: DatabaseParts,
  entry: Entry,
  { databaseUser, timeoutMs }: TestRequest,
  signal: AbortSignal,
): Promise<{ stream: Duplex; login: DatabaseLogin }> {
  const fail = (error: string) =>
    new StepFailure(
      'CONNECTIVITY',
      'The gateway cannot connect to the database. Check its address, that it runs, and that a firewall allows the connection.',
      error,
    );
  try {
    const address = parseHostAddress(textAt(entry.document.spec, 'uri'), 0);
    if (!address) throw new TargetError('the address of the database is not host:port');
    const login = await databaseLogin(entry, databaseUser, address.host);
    const through = entry.connect.via === 'database' ? entry.connect.through : undefined;
    return { stream: await dialer.dial(address, through, signal), login };
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    report(error);
    throw fail(signal.aborted ? `it did not answer within ${timeoutMs / 1000} s` : error.message);
  }
}

/** [http-resources §13.1] */
function requireParameters(protocol: string, user: string, name: string): void {
  if (user === '') throw badRequest('missing required parameter Database User');
  if (name === '' && !PROTOCOLS_WITHOUT_NAMES.includes(protocol))
    throw badRequest('missing required parameter Database Name');
  if (!TESTED_PROTOCOLS.includes(protocol))
    throw notServed(`database protocol "${protocol}" is not supported yet for testing connection`);
}
