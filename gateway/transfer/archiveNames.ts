// File names in an archive. The names come from any server, and may be unpacked on any system.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/**
 * Path separators of other systems, control characters, and marks that reverse the text direction and so hide a file
 * extension. A drive letter counts only at the start.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\\/]|^[A-Za-z]:/g;
const HASH_LENGTH = 8;
/** The limit of common file systems. */
const NAME_MAX_BYTES = 255;
/** Limit of the ending of an archive's name: `.tar`, `.not-included.txt`. */
const ENDING_MAX_BYTES = 20;

/**
 * The name of a file in the archive, of at most `maxBytes`. A changed name ends with a hash of the old one, so that two
 * names stay different.
 */
export function safeName(name: string, maxBytes = NAME_MAX_BYTES): string {
  const safe = name.replace(UNSAFE, (found) => (found.length > 1 ? `${found.charAt(0)}_` : '_'));
  if (safe === name && Buffer.byteLength(name) <= maxBytes) return name;
  // The decoder drops an incomplete character.
  const start = new StringDecoder('utf8').write(Buffer.from(safe).subarray(0, maxBytes - HASH_LENGTH - 1));
  return `${start}~${createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)}`;
}

/** The name for the archive of a directory. */
export const fileNameOf = (path: string): string =>
  safeName(posix.basename(path), NAME_MAX_BYTES - ENDING_MAX_BYTES) || 'files';
