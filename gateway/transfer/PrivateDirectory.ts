// Protects the gateway's data directory from file transfers as the gateway's own account.
import type { BigIntStats } from 'node:fs';
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** As many as the system follows. */
const LINKS_MAX = 40;
/** Memory, open files and roots of processes, including this one. */
const OF_PROCESS = /^\/proc\/(?:self|thread-self|\d+)(?:\/|$)/;

export class PrivateDirectory {
  #path: string;
  /** Identities of the directory and its files, which may have other names elsewhere. */
  #identities: Promise<ReadonlySet<string>> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Whether an absolute path leads into the directory, through any links and mounts, or into a process. Only hard links
   * from outside to files in subdirectories are not recognised.
   */
  async holds(path: string, links = 0): Promise<boolean> {
    if (OF_PROCESS.test(path)) return true;
    if (links > LINKS_MAX) return false; // the system does not follow this many either
    const identities = await (this.#identities ??= this.#identify());
    const isPrivate = async (candidate: string) => identities.has(await identityOf(candidate));
    if (await anyOf(withParents(path), isPrivate)) return true;
    const real = await realPath(path);
    if (OF_PROCESS.test(real) || (await anyOf(withParents(real), isPrivate))) return true;
    // A link to a missing file: writing to it creates the target.
    const target = await readlink(path).catch(() => undefined);
    return target !== undefined && (await isMissing(path)) && this.holds(resolve(real, target), links + 1);
  }

  async #identify(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#path).catch(() => []);
    const paths = [this.#path, ...names.map((name) => join(this.#path, name))];
    return new Set((await Promise.all(paths.map(identityOf))).filter((identity) => identity !== ''));
  }
}

/** Device and file number; '' if nothing exists. */
const identityOf = async (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(
    ({ dev, ino }: BigIntStats) => `${dev}:${ino}`,
    () => '',
  );

const isMissing = async (path: string): Promise<boolean> => (await identityOf(path)) === '';

/** The real path, or that of the nearest existing parent directory. */
async function realPath(path: string): Promise<string> {
  for (const parent of withParents(path)) {
    const real = await realpath(parent).catch(() => undefined);
    if (real !== undefined) return real;
  }
  return '/';
}

/** The path and all its parent directories. */
function withParents(path: string): string[] {
  const all = [path];
  for (let at = path; dirname(at) !== at; at = dirname(at)) all.push(dirname(at));
  return all;
}

async function anyOf(paths: readonly string[], holds: (path: string) => Promise<boolean>): Promise<boolean> {
  for (const path of paths) if (await holds(path)) return true;
  return false;
}
