// Data types of the SSH wire (RFC 4251 §5) that keys and certificates are made of.

export const sshUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const sshUint64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

/** Bytes with a length prefix. A text is encoded as UTF-8. */
export const sshString = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value); // accepts both a text and bytes
  return Buffer.concat([sshUint32(bytes.length), bytes]);
};

/**
 * Splits bytes into `count` strings, as views into them. undefined if a length does not fit or the number is not
 * exactly `count`. Multiple precision integers are strings too.
 */
export function readSshStrings(bytes: Buffer, count: number): Buffer[] | undefined {
  const strings: Buffer[] = [];
  let at = 0;
  while (strings.length < count) {
    if (bytes.length - at < 4) return undefined;
    const length = bytes.readUInt32BE(at);
    at += 4;
    if (length > bytes.length - at) return undefined;
    strings.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at === bytes.length ? strings : undefined;
}
