// Which database a session opens, as whom, and how: gateway.yaml before the document (docs/databases.md).
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import { at, textAt, wordOf } from '../../src/lib/json.ts';
import type { QueryProtocol } from '../../src/wire/query/messages.ts';
import { reason } from '../config/files.ts';
import { parseHostAddress, type HostAddress } from '../config/hostAddress.ts';
import type { DatabaseAccount, DatabaseConnect, DatabaseTlsMode, ThroughServer } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import type { Dialer } from '../ssh/Dialer.ts';
import { DatabaseFault } from './DatabaseFault.ts';

export type DatabaseTarget = {
  /** Of the resource. */
  name: string;
  protocol: QueryProtocol;
  address: HostAddress;
  /** The user at the server: that of `user_map`, else the one that was chosen. */
  account: string;
  /** '': none is chosen. */
  database: string;
  tls: { mode: DatabaseTlsMode; serverName: string; ca?: string };
  /** Where secrets are; read for each connection. */
  files: { password?: string; cert?: string; key?: string; ca?: string };
  through?: ThroughServer;
  dialer: Pick<Dialer, 'dial'>;
};

/** Read when it is used and forgotten with the connection. `tls`: absent, the connection is not encrypted. */
export type DatabaseSecrets = { password: string; tls?: ConnectionOptions };

const PORTS: Readonly<Record<QueryProtocol, number>> = { postgres: 5432, mysql: 3306 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

const isQueryProtocol = (protocol: string): protocol is QueryProtocol => Object.hasOwn(PORTS, protocol);

/** Throws a DatabaseFault where the entry cannot be used. Nothing is read and nothing is dialled. */
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
  const own: DatabaseConnect = connect.via === 'database' ? connect : {};
  const account = accountOf(own, user);
  if (!account)
    throw new DatabaseFault(
      'user',
      `The gateway has no credentials for ${user} on ${name}. Ask its administrator to add the user to user_map.`,
    );
  const { tls = {} } = own;
  const ca = textAt(spec, 'tls', 'ca_cert') || textAt(spec, 'ca_cert');
  const said = tls.mode ?? documentMode(spec);
  const isPlain = said === undefined && ca === '' && own.tls === undefined && LOOPBACK.test(address.host);
  return {
    name,
    protocol,
    address,
    account: account.user,
    database,
    tls: {
      mode: said ?? (isPlain ? 'disable' : 'verify-full'),
      serverName: tls.serverName ?? (textAt(spec, 'tls', 'server_name') || address.host),
      ...(ca !== '' && { ca }),
    },
    files: {
      ...some('password', account.passwordFile ?? own.passwordFile),
      ...some('cert', account.certFile ?? tls.certFile),
      ...some('key', account.keyFile ?? tls.keyFile),
      ...some('ca', tls.caFile),
    },
    ...(own.through && { through: own.through }),
    dialer,
  };
}

/** Rejects with a DatabaseFault where a file cannot be read. */
export async function readSecrets({ name, tls, files }: DatabaseTarget): Promise<DatabaseSecrets> {
  const read = async (what: string, file: string | undefined) => {
    if (file === undefined) return undefined;
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      const message = `The gateway cannot read the ${what} for ${name}. Ask its administrator.`;
      throw new DatabaseFault('login', message, '', `${file}: ${reason(error)}`);
    }
  };
  const password = (await read('password', files.password))?.replace(/\r?\n$/, '') ?? '';
  if (tls.mode === 'disable') return { password };
  const { mode, serverName } = tls;
  const ca = (await read('certificate authority', files.ca)) ?? tls.ca;
  const [cert, key] = [await read('client certificate', files.cert), await read('client key', files.key)];
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

/** undefined where `user_map` leaves the user out. */
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

const some = <K extends string>(name: K, file: string | undefined): { [P in K]?: string } =>
  file === undefined ? {} : ({ [name]: file } as { [P in K]?: string });
