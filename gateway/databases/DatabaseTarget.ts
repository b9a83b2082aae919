// The database of a session, its user, and the connection settings: `connect` has priority over the document
// (docs/databases.md).
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { at, textAt, wordOf } from '../../src/lib/json.ts';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { parseHostAddress, type HostAddress } from '../config/hostAddress.ts';
import type {
  DatabaseAccount,
  DatabaseConnect,
  DatabaseTlsMode,
  TextSource,
  ThroughServer,
} from '../config/settings.ts';
import { readPassword, readSource, SourceError } from '../config/textSource.ts';
import type { Entry } from '../inventory/entry.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { DatabaseFault } from './DatabaseFault.ts';

export type DatabaseTarget = {
  /** The name of the resource. */
  name: string;
  protocol: QueryProtocol;
  address: HostAddress;
  /** The user on the server: the one in `user_map`, else the chosen one. */
  account: string;
  /** '': none is chosen. */
  database: string;
  tls: { mode: DatabaseTlsMode; serverName: string; ca?: string };
  /** Read for each connection. */
  sources: { password?: TextSource; cert?: TextSource; key?: TextSource; ca?: TextSource };
  through?: ThroughServer;
  dialer: Pick<Dialer, 'dial'>;
};

/** Read when needed and dropped with the connection. `tls`: if it is absent, the connection is not encrypted. */
export type DatabaseSecrets = { password: string; tls?: ConnectionOptions };

const PORTS: Readonly<Record<QueryProtocol, number>> = { postgres: 5432, mysql: 3306 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

const isQueryProtocol = (protocol: string): protocol is QueryProtocol => Object.hasOwn(PORTS, protocol);

/** Throws a DatabaseFault if the entry cannot be used. Reads no secrets and opens no connection. */
export function toDatabaseTarget(
  { document: { metadata, spec }, connect }: Entry,
  user: string,
  database: string,
  dialer: Pick<Dialer, 'dial'>,
): DatabaseTarget {
  const { name } = metadata;
  const protocol = textAt(spec, 'protocol');
  if (!isQueryProtocol(protocol))
    throw new DatabaseFault('connect', `${name} cannot be queried here: its protocol is ${protocol || 'not known'}.`);
  const address = parseHostAddress(textAt(spec, 'uri'), PORTS[protocol]);
  if (!address) throw new DatabaseFault('connect', `${name} cannot be reached: its address is not host:port.`);
  const settings: DatabaseConnect = connect.via === 'database' ? connect : {};
  const account = accountOf(settings, user);
  if (!account)
    throw new DatabaseFault(
      'user',
      `The gateway has no credentials for ${user} on ${name}. Ask its administrator to add the user to user_map.`,
    );
  const { tls = {} } = settings;
  const ca = textAt(spec, 'tls', 'ca_cert') || textAt(spec, 'ca_cert');
  const mode = tls.mode ?? documentMode(spec);
  const isPlain = mode === undefined && ca === '' && settings.tls === undefined && LOOPBACK.test(address.host);
  return {
    name,
    protocol,
    address,
    account: account.user,
    database,
    tls: {
      mode: mode ?? (isPlain ? 'disable' : 'verify-full'),
      serverName: tls.serverName ?? (textAt(spec, 'tls', 'server_name') || address.host),
      ...(ca !== '' && { ca }),
    },
    sources: {
      ...some('password', account.password ?? settings.password),
      ...some('cert', account.cert ?? tls.cert),
      ...some('key', account.key ?? tls.key),
      ...some('ca', tls.ca),
    },
    ...(settings.through && { through: settings.through }),
    dialer,
  };
}

/** Rejects with a DatabaseFault if one of them cannot be read. */
export async function readSecrets({ name, tls, sources }: DatabaseTarget): Promise<DatabaseSecrets> {
  const read = async (label: string, source: TextSource | undefined, reading = readSource) => {
    if (source === undefined) return undefined;
    try {
      return await reading(source, `${label} for ${name}`);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { message, forLog } = error;
      throw new DatabaseFault(forLog === undefined ? 'connect' : 'login', message, '', forLog);
    }
  };
  const password = (await read('password', sources.password, readPassword)) ?? '';
  if (tls.mode === 'disable') return { password };
  const { mode, serverName } = tls;
  const ca = (await read('certificate authority', sources.ca)) ?? tls.ca;
  const [cert, key] = [await read('client certificate', sources.cert), await read('client key', sources.key)];
  const secure: ConnectionOptions = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(isIP(serverName) === 0 && { servername: serverName }),
    rejectUnauthorized: mode !== 'insecure',
    checkServerIdentity: (_host, peer) => (mode === 'verify-full' ? checkServerIdentity(serverName, peer) : undefined),
  };
  return { password, tls: secure };
}

/** undefined if `user_map` does not contain the user. */
function accountOf({ userMap }: DatabaseConnect, user: string): DatabaseAccount | undefined {
  if (!userMap) return { user };
  return Object.hasOwn(userMap, user) ? userMap[user] : undefined;
}

/** A name or a number (resource-specs §9). */
function documentMode(spec: unknown): DatabaseTlsMode | undefined {
  const mode = wordOf(at(spec, 'tls', 'mode')) ?? '';
  if (mode === '0' || mode === 'verify-full') return 'verify-full';
  if (mode === '1' || mode === 'verify-ca') return 'verify-ca';
  return mode === '2' || mode === 'insecure' ? 'insecure' : undefined;
}

const some = <K extends string>(name: K, source: TextSource | undefined): { [P in K]?: TextSource } =>
  source === undefined ? {} : ({ [name]: source } as { [P in K]?: TextSource });
