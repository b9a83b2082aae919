import { createHash } from 'node:crypto';

/** A UUID of version 5. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const isHeadlessId = (text: string): boolean => ID.test(text);

/**
 * The id that belongs to a command line's public key: a UUID of version 5 in the empty name space, but with SHA-256
 * (http-auth §9). Knowing only the id does not let others ask in its name.
 */
export function headlessIdOf(publicKey: Uint8Array): string {
  const bytes = createHash('sha256').update(Buffer.alloc(16)).update(publicKey).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
