// With which account and certificates the gateway signs in at a database: gateway.yaml before the document.
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { textAt } from '../../src/lib/json.ts';
import { reason } from '../config/files.ts';
import type { Connect, DatabaseConnect, DatabaseTlsMode } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';
import { TargetError } from '../terminal/target.ts';

/** `tls` absent: the connection is not encrypted. */
export type DatabaseLogin = { account: string; password: string | undefined; tls: ConnectionOptions | undefined };

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Rejects with a TargetError where a file cannot be read: its message names no file. */
export async function databaseLogin(
  { document: { spec }, connect }: Entry,
  user: string,
  host: string,
): Promise<DatabaseLogin> {
  const own: DatabaseConnect = isDatabase(connect) ? connect : {};
  const account = own.userMap && Object.hasOwn(own.userMap, user) ? own.userMap[user] : undefined;
  const { tls = {} } = own;
  const [password, cert, key, caFile] = await Promise.all([
    read('the password', account?.passwordFile ?? own.passwordFile),
    read('the client certificate', account?.certFile ?? tls.certFile),
    read('the client key', account?.keyFile ?? tls.keyFile),
    read('the certificate authority', tls.caFile),
  ]);
  const ca = caFile ?? (textAt(spec, 'tls', 'ca_cert') || textAt(spec, 'ca_cert') || undefined);
  const mode = modeOf(tls.mode ?? textAt(spec, 'tls', 'mode'), LOOPBACK.test(host) && !cert && !ca);
  const servername = tls.serverName ?? (textAt(spec, 'tls', 'server_name') || host);
  return {
    account: account?.user ?? user,
    password: password?.replace(/\r?\n$/, ''),
    tls: mode === 'disable' ? undefined : { ca, cert, key, servername, ...CHECKS[mode] },
  };
}

const isDatabase = (connect: Connect): connect is { via: 'database' } & DatabaseConnect => connect.via === 'database';

const CHECKS: Record<Exclude<DatabaseTlsMode, 'disable'>, ConnectionOptions> = {
  insecure: { rejectUnauthorized: false },
  'verify-ca': { rejectUnauthorized: true, checkServerIdentity: () => undefined },
  'verify-full': { rejectUnauthorized: true },
};

function modeOf(mode: string, isPlain: boolean): DatabaseTlsMode {
  if (mode === 'disable' || mode === 'insecure' || mode === 'verify-ca' || mode === 'verify-full') return mode;
  return isPlain ? 'disable' : 'verify-full';
}

async function read(what: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new TargetError(`the gateway cannot read ${what}`, `${what} ${file} cannot be read: ${reason(error)}`);
  }
}
