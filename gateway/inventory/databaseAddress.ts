// Addresses of databases: `host:port`, or a URL of protocols that have one (resource-specs §9).

/** Only the hostname, for lists: without scheme, account, port and path. */
export function hostOf(uri: string): string {
  const [authority = ''] = uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/, 1);
  const [first = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(',', 1); // the first of several hosts
  const portAt = first.lastIndexOf(':');
  const host = portAt >= 0 && /^\d*$/.test(first.slice(portAt + 1)) ? first.slice(0, portAt) : first;
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  mongodb: ['mongodb', 'mongodb+srv'],
  redis: ['redis', 'rediss'],
};
const SNOWFLAKE_HOST = 'snowflakecomputing.com';

/** The fault of a database address, as the reference words it. undefined if there is none. */
export function addressFault(name: string, protocol: string, uri: string): string | undefined {
  if (protocol === 'snowflake') {
    return uri.includes(SNOWFLAKE_HOST)
      ? undefined
      : `invalid Snowflake URL "${uri}" for database "${name}": the address must contain ${SNOWFLAKE_HOST}`;
  }
  const scheme = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\//i.exec(uri)?.groups?.['scheme']?.toLowerCase();
  if (scheme !== undefined) {
    if (!SCHEMES[protocol]?.includes(scheme))
      return `invalid ${protocol} database "${name}" address: "${uri}", expected host:port`;
    return hostOf(uri) === '' ? `invalid ${protocol} database "${name}" address: "${uri}", host is missing` : undefined;
  }
  const fault = hostPortFault(uri);
  return fault && `invalid database "${name}" address "${uri}": address ${uri}: ${fault}`;
}

function hostPortFault(address: string): string | undefined {
  const parts = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>.*))?$/s.exec(address)?.groups;
  if (!parts) return 'too many colons in address';
  const { host = '', port } = parts;
  if (port === undefined) return 'missing port in address';
  if (host === '') return 'missing host in address';
  if (/[\s/]/.test(host)) return 'a host name cannot contain spaces or slashes';
  return /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536
    ? undefined
    : 'port is not a number from 1 to 65535';
}
