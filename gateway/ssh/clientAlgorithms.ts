import type { Algorithms, KexAlgorithm } from 'ssh2';

/**
 * Excludes exchanges with a group of the server's choice: the library tests any number from a server for primality,
 * which takes seconds of the event loop and happens before it has seen the server's key.
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

/** The gateway's algorithms as a client. No compression: a packet of 35 kB would become 35 MB in memory. */
export const CLIENT_ALGORITHMS: Algorithms = { kex: KEY_EXCHANGES, compress: ['none'] };
