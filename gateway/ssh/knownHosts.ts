// Host key files in OpenSSH format (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT").
import { createHash, createHmac } from 'node:crypto';
import { wildcards } from '../../src/lib/glob.ts';

export type HostKeyVerdict =
  | { kind: 'known' }
  /**
   * The file has no key of this host. `authorities`: it lists certificate authorities for it, which are not supported.
   */
  | { kind: 'unknown'; authorities: boolean }
  /** The file has other keys of this host, the first on this line. */
  | { kind: 'changed'; line: number }
  | { kind: 'revoked'; line: number };

type Entry = { line: number; marker: '' | '@revoked' | '@cert-authority'; hosts: string; type: string; key: string };

const PORT_DEFAULT = 22;

/** `key` as the host sent it. */
export function judgeHostKey(file: string, host: string, port: number, key: Uint8Array): HostKeyVerdict {
  const entries = entriesOf(file, host, port);
  const text = Buffer.from(key).toString('base64');
  const revoked = entries.find((entry) => entry.marker === '@revoked' && entry.key === text);
  if (revoked) return { kind: 'revoked', line: revoked.line };
  const [first, ...others] = entries.filter(({ marker }) => marker === '');
  if (!first) return { kind: 'unknown', authorities: entries.some(({ marker }) => marker === '@cert-authority') };
  return [first, ...others].some((entry) => entry.key === text)
    ? { kind: 'known' }
    : { kind: 'changed', line: first.line };
}

/** Types of the keys in the file for a host. Only these are requested, since another type would look like a change. */
export const knownKeyTypes = (file: string, host: string, port: number): string[] => [
  ...new Set(
    entriesOf(file, host, port)
      .filter(({ marker }) => marker === '')
      .map(({ type }) => type),
  ),
];

/** In the format of `ssh-keygen -l`. */
export const fingerprint = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/={1,2}$/, '')}`;

/** The name of a host in such a file. */
export const hostEntryName = (host: string, port: number): string =>
  port === PORT_DEFAULT ? host : `[${host}]:${port}`;

function entriesOf(file: string, host: string, port: number): Entry[] {
  const name = hostEntryName(host.toLowerCase(), port);
  return file.split('\n').flatMap((text, i) => {
    const entry = parseLine(text, i + 1);
    return entry && matches(entry.hosts, name) ? [entry] : [];
  });
}

/** Invalid lines match no host, like in OpenSSH. */
function parseLine(text: string, line: number): Entry | undefined {
  const words = text.trim().split(/\s+/);
  const [first = ''] = words;
  if (first === '' || first.startsWith('#')) return undefined;
  const marker = first === '@revoked' || first === '@cert-authority' ? first : '';
  const [hosts, type, key] = marker === '' ? words : words.slice(1);
  return hosts && type && key ? { line, marker, hosts, type, key } : undefined;
}

function matches(hosts: string, name: string): boolean {
  if (hosts.startsWith('|')) return matchesHash(hosts, name);
  const patterns = hosts.toLowerCase().split(',');
  const hit = (pattern: string) => wildcards(pattern)(name);
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && hit(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && hit(pattern.slice(1)))
  );
}

/** `|1|salt|HMAC-SHA1 of the name`. */
function matchesHash(hosts: string, name: string): boolean {
  const [, method, salt, hash] = hosts.split('|');
  if (method !== '1' || !salt || !hash) return false;
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
