import type { ParsedKey } from 'ssh2';
import { ssh2 } from './library.ts';

const ATTEMPTS_MAX = 10;

/**
 * A new key, as text in OpenSSH format and as the library has parsed it: the library cannot read one in 500 of its own
 * keys.
 */
export function makeEd25519Key(): { privateKey: string; key: ParsedKey } {
  const { generateKeyPairSync, parseKey } = ssh2().utils;
  for (let i = 0; i < ATTEMPTS_MAX; i += 1) {
    const { private: privateKey } = generateKeyPairSync('ed25519');
    const key = parseKey(privateKey);
    if (!(key instanceof Error)) return { privateKey, key };
  }
  throw new Error('cannot make an SSH key');
}
