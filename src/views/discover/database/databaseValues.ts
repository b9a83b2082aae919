import type { NewDatabase } from '../../../api/newDatabases.ts';
import type { DatabaseConnectJson } from '../../../wire/connect.ts';
import type { Labels, LabelValues, NewLabel } from '../parts/labels.ts';
import type { SavedDocument, SecretLocation } from '../parts/saveResource.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';
import { toVia } from '../parts/ViaField.tsx';

type TlsMode = NonNullable<NonNullable<DatabaseConnectJson['tls']>['mode']>;

/** An account for the gateway on the server, for one database user of the roles. */
export type Account = { dbUser: string; user: string };

/** How the gateway signs in. `password` and `passwords` are secrets. */
export type ConnectFieldValues = {
  /** `accounts`: each database user has a separate account. */
  signIn: 'password' | 'accounts';
  password?: string | undefined;
  accounts: readonly Account[];
  /** Passwords of the accounts, in their order. Empty: none was entered. */
  passwords?: readonly string[] | undefined;
  /** Empty: the default of the gateway. */
  tlsMode: TlsMode | '';
  ca: string;
  via: string;
  viaLogin: string;
};

export type DatabaseValues = JoinValues &
  ConnectFieldValues &
  LabelValues & {
    name: string;
    host: string;
    port: string;
    /** Registered by this run, with a cluster or from AWS. */
    registered?: NewDatabase | undefined;
    /** Saved by this run, with the gateway. */
    saved?: SavedDocument | undefined;
    /** An agent serves it. */
    isServed?: boolean | undefined;
    /** Labels of databases that the new agent serves. */
    matchers: Labels;
    newMatcher?: NewLabel | undefined;
    isLocked?: boolean | undefined;
    caCert?: string | undefined;
    integrationName?: string | undefined;
    region: string;
  };

export const INITIAL: DatabaseValues = {
  name: '',
  host: '',
  port: '',
  labels: {},
  matchers: { '*': '*' },
  region: '',
  signIn: 'password',
  accounts: [],
  tlsMode: '',
  ca: '',
  via: '',
  viaLogin: '',
};

/** Contains no secret. */
export const KEPT: readonly (keyof DatabaseValues)[] = [
  ...(['name', 'host', 'port', 'labels', 'registered', 'saved', 'isServed', 'matchers', 'resourceIds'] as const),
  ...(['integrationName', 'region', 'signIn', 'accounts', 'tlsMode', 'ca', 'via', 'viaLogin'] as const),
];

export const SHARED_PASSWORD = 'password';
export const accountPassword = (dbUser: string): string => `user_map.${dbUser}.password`;

/** Secrets that are not entered, and that the gateway has for another resource only. */
export const lostSecrets = (
  { signIn, password, accounts, passwords = [] }: ConnectFieldValues,
  locationOf: (secret: string) => SecretLocation,
): string[] =>
  (signIn === 'password'
    ? password === undefined
      ? [SHARED_PASSWORD]
      : []
    : accounts.filter((_, i) => !passwords[i]).map(({ dbUser }) => accountPassword(dbUser))
  ).filter((secret) => locationOf(secret) === 'elsewhere');

/** The gateway accepts one account for each database user. */
function checkAccounts(accounts: readonly Account[]): void {
  const users = accounts.map(({ dbUser }) => dbUser);
  if (users.includes('')) throw new Error('An account has no database user. Enter it or remove the account.');
  const double = users.find((user, i) => users.indexOf(user) !== i);
  if (double !== undefined) throw new Error(`The database user ${double} has two accounts. Remove one of them.`);
}

/** The settings for the gateway. Throws if an account is incomplete. An empty password keeps the stored one. */
export function toConnect(values: ConnectFieldValues): DatabaseConnectJson {
  const { signIn, password, accounts, passwords = [], tlsMode, ca } = values;
  if (signIn === 'accounts') checkAccounts(accounts);
  const tls = { ...(tlsMode !== '' && { mode: tlsMode }), ...(ca.trim() !== '' && { ca }) };
  return {
    ...(signIn === 'password'
      ? password !== undefined && { password }
      : {
          password: null,
          user_map: Object.fromEntries(
            accounts.map(({ dbUser, user }, i) => [
              dbUser,
              { ...(user !== '' && { user }), ...(passwords[i] && { password: passwords[i] }) },
            ]),
          ),
        }),
    ...(Object.keys(tls).length > 0 && { tls }),
    ...toVia(values),
  };
}
