import type { Algorithms, KexAlgorithm } from 'ssh2';

/**
 * Without those with a group of the server's choice: the library tests any number that a server sends for being a prime,
 * for seconds of the event loop and before it has seen its key.
 */
const KEY_EXCHANGES: KexAlgorithm[] = [
  'curve25519-sha256',
  'curve25519-sha256@libssh.org',
  'ecdh-sha2-nistp256',
  'ecdh-sha2-nistp384',
  'ecdh-sha2-nistp521',
  'diffie-hellman-group14-sha256',
  'diffie-hellman-group16-sha512',
  'diffie-hellman-group18-sha512',
];

/** What the gateway offers as a client. Nothing is compressed: a packet of 35 kB would become 35 MB in memory. */
export const CLIENT_ALGORITHMS: Algorithms = { kex: KEY_EXCHANGES, compress: ['none'] };
