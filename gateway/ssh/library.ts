import { createRequire } from 'node:module';
import type * as Ssh2 from 'ssh2';

let loaded: typeof Ssh2 | undefined;

/**
 * ssh2, loaded with the first call: most gateways never need it. Some of its names are only available through
 * `require`.
 */
export function ssh2(): typeof Ssh2 {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the package's own types describe it
  const library: typeof Ssh2 = loaded ?? createRequire(import.meta.url)('ssh2');
  loaded = library;
  return library;
}

/** An object of the library that its types do not declare. Throws a TypeError if a version does not have it. */
export function objectIn(owner: object, name: string): object {
  const value: unknown = Reflect.get(owner, name);
  if (typeof value !== 'object' || value === null) throw new TypeError(`this version of ssh2 has no ${name}`);
  return value;
}
