// Texts of the flows of databases (screens §19.4).
import type { Card } from '../selector/catalog.ts';

export type NameConflictAdvice = 'name' | 'tag';

/** AWS tag that replaces the name of a database. */
const NAME_TAG = 'teleport.dev/database_name';

export function databaseNameConflict(name: string, isServed: boolean, advice: NameConflictAdvice): string {
  const other =
    advice === 'tag' ? `give it another name with the AWS tag ${NAME_TAG}, then refresh the list` : 'use another name';
  return isServed
    ? `The database ${name} is already part of the cluster: ${other}.`
    : `The database ${name} exists without a server. Remove it with “tctl rm db/${name}”, or ${other}.`;
}

type Engine = NonNullable<Card['engine']>;

export const isPostgres = (engine: Engine | undefined): boolean =>
  engine === 'postgres' || engine === 'aurora-postgres';
export const protocolOf = (engine: Engine | undefined): 'postgres' | 'mysql' =>
  isPostgres(engine) ? 'postgres' : 'mysql';
export const defaultPort = (engine: Engine | undefined): string => (isPostgres(engine) ? '5432' : '3306');

/** Query parameters for RDS. */
export const AWS_QUERIES: Readonly<Record<Engine, { rdsType: 'instance' | 'cluster'; engines: readonly string[] }>> = {
  postgres: { rdsType: 'instance', engines: ['postgres'] },
  mysql: { rdsType: 'instance', engines: ['mysql', 'mariadb'] },
  'aurora-postgres': { rdsType: 'cluster', engines: ['aurora-postgresql'] },
  'aurora-mysql': { rdsType: 'cluster', engines: ['aurora', 'aurora-mysql'] },
};

export function hostFault(host: string): string | undefined {
  if (host === '') return 'Enter the host name or the IP address';
  return /^[\w.:[\]-]+$/.test(host) ? undefined : 'This is not a host name or an IP address';
}

export function portFault(port: string): string | undefined {
  const value = Number(port);
  return /^\d+$/.test(port) && value >= 1 && value <= 65535 ? undefined : 'Enter a port from 1 to 65535';
}

/** Host and port. An IPv6 address gets brackets. */
export const uriOf = (host: string, port: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Signs a certificate for the database server. Each token works once. */
export const signCommand = (origin: string, clusterId: string, token: string, host: string): string =>
  [
    `curl ${quoted(`${origin}/v1/webapi/sites/${encodeURIComponent(clusterId)}/sign/db`)}`,
    `-d ${quoted(JSON.stringify({ hostname: host }))}`,
    `-H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -OJ;`,
    `tar -xvf teleport_mTLS_${host}.tar.gz`,
  ].join(' ');

export const deployCommand = (origin: string, token: string): string =>
  `sudo bash -c "$(curl -fsSL ${quoted(`${origin}/scripts/${token}/install-database.sh`)})"`;

export const POSTGRES_TLS = `ssl = on
ssl_cert_file = '$PGDATA/server.crt'
ssl_key_file = '$PGDATA/server.key'
ssl_ca_file = '$PGDATA/server.cas'`;

export const mysqlTls = (product: 'mysql' | 'mariadb'): string => `[${product === 'mysql' ? 'mysqld' : 'mariadb'}]
require_secure_transport=ON
ssl-ca=/path/to/server.cas
ssl-cert=/path/to/server.crt
ssl-key=/path/to/server.key`;

/** Commands that create database users, by engine and by how the connection is made. */
export function letInText(engine: Engine | undefined, isAws: boolean, isEmbedded: boolean): string[] {
  if (isEmbedded)
    return isPostgres(engine)
      ? ["CREATE USER alice WITH PASSWORD '…';", 'GRANT CONNECT ON DATABASE mydb TO alice;']
      : ["CREATE USER 'alice'@'%' IDENTIFIED BY '…';", "GRANT SELECT ON mydb.* TO 'alice'@'%';"];
  if (isAws)
    return isPostgres(engine)
      ? ['CREATE USER alice;', 'GRANT rds_iam TO alice;']
      : ["CREATE USER alice IDENTIFIED WITH AWSAuthenticationPlugin AS 'RDS';", "GRANT ALL ON `%`.* TO 'alice'@'%';"];
  return isPostgres(engine)
    ? [
        'hostssl all             all             ::/0                    cert',
        'hostssl all             all             0.0.0.0/0               cert',
      ]
    : ["CREATE USER 'alice'@'%' REQUIRE SUBJECT '/CN=alice';", "GRANT ALL ON `%`.* TO 'alice'@'%';"];
}

/** The command that creates an AWS policy. */
export const iamCommand = (name: string, policy: string): string =>
  `aws iam create-policy --policy-name ${quoted(`TeleportDatabaseAccess_${name}`)} --policy-document ${quoted(policy)}`;
