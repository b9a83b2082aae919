// The steps that test a database: access, the connection, and a sign-in with the user and the database name
// (http-resources §13.3).
import { textAt } from '../../src/lib/json.ts';
import { PROTOCOLS_WITHOUT_NAMES, TESTED_PROTOCOLS } from '../../src/wire/diagnostics.ts';
import { DatabaseFault } from '../databases/DatabaseFault.ts';
import { toDatabaseTarget, type DatabaseTarget } from '../databases/DatabaseTarget.ts';
import { testDatabase } from '../databases/testDatabase.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notServed } from '../http/failures.ts';
import type { Entry } from '../inventory/entry.ts';
import { TargetError } from '../terminal/target.ts';
import { requireFactor, requireUnlocked, requireVisible, tooSlow, type Tester } from './judged.ts';
import type { TestRequest } from './testRequest.ts';
import { StepFailure, type Step } from './traces.ts';

export type DatabaseParts = Pick<Gateway, 'stores' | 'hostId' | 'locks' | 'dialer' | 'audit'> & {
  report: (error: unknown) => void;
};

export function databaseSteps(parts: DatabaseParts, tester: Tester, request: TestRequest): Step[] {
  const { locks } = parts;
  const { name, databaseUser: user, databaseName } = request;
  const { access } = tester.caller;
  let entry: Entry;
  let protocol: string;

  return [
    {
      proves: ['RBAC_DATABASE'],
      run() {
        entry = requireVisible(parts, tester, 'db', name);
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
        await signIn(parts, entry, request, signal);
      },
    },
  ];
}

const DENIED = 'access to db denied. User does not have permissions. Confirm database user and name.';

const REMEDIES = {
  DATABASE_DB_USER:
    'The database server refuses the user. Check that the user exists there, and the password or certificate of the gateway for it.',
  DATABASE_DB_NAME: 'The user cannot open this database. Check that it exists and that the user may connect to it.',
  CONNECTIVITY:
    'The gateway cannot connect to the database. Check its address, that it runs, its TLS settings, and that a firewall allows the connection.',
  UNKNOWN_ERROR: 'The database server refuses the connection. Read the extra details.',
};

async function signIn(
  { dialer, report }: DatabaseParts,
  entry: Entry,
  { databaseUser, databaseName, timeoutMs }: TestRequest,
  signal: AbortSignal,
): Promise<void> {
  let target: DatabaseTarget | undefined;
  try {
    target = toDatabaseTarget(entry, databaseUser, databaseName, dialer);
    await testDatabase(target, signal);
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    if (!target) throw new StepFailure('CONNECTIVITY', error.message, error.message);
    if (error.forLog !== undefined) report(new TargetError(error.message, error.forLog));
    const trace = traceOf(error);
    const cause = signal.aborted ? tooSlow(timeoutMs) : error.cause || error.message;
    throw new StepFailure(trace, REMEDIES[trace], cause);
  }
}

function traceOf({ stage, forLog }: DatabaseFault): keyof typeof REMEDIES {
  if (stage === 'user') return 'DATABASE_DB_USER';
  if (stage === 'database') return 'DATABASE_DB_NAME';
  // Unreadable files of the gateway count as a connection problem.
  return stage === 'connect' || forLog !== undefined ? 'CONNECTIVITY' : 'UNKNOWN_ERROR';
}

/** [http-resources §13.1] */
function requireParameters(protocol: string, user: string, name: string): void {
  if (user === '') throw badRequest('missing required parameter Database User');
  if (name === '' && !PROTOCOLS_WITHOUT_NAMES.includes(protocol))
    throw badRequest('missing required parameter Database Name');
  if (!TESTED_PROTOCOLS.includes(protocol))
    throw notServed(`database protocol "${protocol}" is not supported yet for testing connection`);
}
