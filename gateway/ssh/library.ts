import { createRequire } from 'node:module';

let loaded: typeof import('ssh2') | undefined;

/** ssh2, loaded with the first call: most gateways never need it. Its names can only be had by `require`. */
export function ssh2(): typeof import('ssh2') {
  const library: typeof import('ssh2') = loaded ?? createRequire(import.meta.url)('ssh2');
  loaded = library;
  return library;
}
