// Names of files in an archive. Whoever unpacks it may use any system, and the names come from any server.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/**
 * Separators of other systems, control characters, and marks that reverse the direction of text and so hide an ending.
 * A drive letter counts at the beginning alone.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\\/]|^[A-Za-z]:/g;
const HASH_LENGTH = 8;

/** The name of a file as it stands in the archive. A changed one ends with a hash of the old one, so that two stay two. */
export function safeName(name: string): string {
  const safe = name.replace(UNSAFE, (found) => (found.length > 1 ? `${found.charAt(0)}_` : '_'));
  if (safe === name) return name;
  return `${safe}~${createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** What the archive of a directory is called. */
export const fileNameOf = (path: string): string => safeName(posix.basename(path)) || 'files';
