// Names of files in an archive. Whoever unpacks it may use any system, and the names come from any server.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/**
 * Separators of other systems, control characters, and marks that reverse the direction of text and so hide an ending.
 * A drive letter counts at the beginning alone.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\\/]|^[A-Za-z]:/g;
const HASH_LENGTH = 8;
/** File systems take no longer names. */
const NAME_MAX_BYTES = 255;
/** Of what follows the name of an archive: `.tar`, `.not-included.txt`. */
const ENDING_MAX_BYTES = 20;

/**
 * The name of a file as it stands in the archive, of at most `maxBytes`. A changed one ends with a hash of the old one, so
 * that two stay two.
 */
export function safeName(name: string, maxBytes = NAME_MAX_BYTES): string {
  const safe = name.replace(UNSAFE, (found) => (found.length > 1 ? `${found.charAt(0)}_` : '_'));
  if (safe === name && Buffer.byteLength(name) <= maxBytes) return name;
  // The decoder holds back a part of a character.
  const kept = new StringDecoder('utf8').write(Buffer.from(safe).subarray(0, maxBytes - HASH_LENGTH - 1));
  return `${kept}~${createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** What the archive of a directory is called. */
export const fileNameOf = (path: string): string =>
  safeName(posix.basename(path), NAME_MAX_BYTES - ENDING_MAX_BYTES) || 'files';
