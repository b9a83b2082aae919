// The directory that the gateway keeps its data in, kept out of what people transfer as the gateway's own account.
import type { BigIntStats } from 'node:fs';
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** What the system follows itself. */
const LINKS_MAX = 40;
/** Memory, open files and roots of processes, this one among them. */
const OF_PROCESS = /^\/proc\/(?:self|thread-self|\d+)(?:\/|$)/;

export class PrivateDirectory {
  #path: string;
  /** Of the directory and of the files in it, which may have further names elsewhere. */
  #identities: Promise<ReadonlySet<string>> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Whether an absolute path leads into the directory, through whatever links and mounts, or into a process. Only files
   * further down that have a second name outside are not recognised.
   */
  async holds(path: string, links = 0): Promise<boolean> {
    if (OF_PROCESS.test(path)) return true;
    if (links > LINKS_MAX) return false; // the system does not follow so many either
    const identities = await (this.#identities ??= this.#identify());
    const isPrivate = async (place: string) => identities.has(await identityOf(place));
    if (await anyOf(withParents(path), isPrivate)) return true;
    const real = await realPlace(path);
    if (OF_PROCESS.test(real) || (await anyOf(withParents(real), isPrivate))) return true;
    // A link to what is not there yet: writing to it makes the file that it names.
    const target = await readlink(path).catch(() => undefined);
    return target !== undefined && (await isMissing(path)) && this.holds(resolve(real, target), links + 1);
  }

  async #identify(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#path).catch(() => []);
    const places = [this.#path, ...names.map((name) => join(this.#path, name))];
    return new Set((await Promise.all(places.map(identityOf))).filter((identity) => identity !== ''));
  }
}

/** Device and file number; '' where nothing is. */
const identityOf = async (path: string): Promise<string> =>
  stat(path, { bigint: true }).then(
    ({ dev, ino }: BigIntStats) => `${dev}:${ino}`,
    () => '',
  );

const isMissing = async (path: string): Promise<boolean> => (await identityOf(path)) === '';

/** Where the path really is, or the nearest directory above it that is there. */
async function realPlace(path: string): Promise<string> {
  for (const place of withParents(path)) {
    const real = await realpath(place).catch(() => undefined);
    if (real !== undefined) return real;
  }
  return '/';
}

/** The path and all directories above it. */
function withParents(path: string): string[] {
  const all = [path];
  for (let at = path; dirname(at) !== at; at = dirname(at)) all.push(dirname(at));
  return all;
}

async function anyOf(places: readonly string[], holds: (place: string) => Promise<boolean>): Promise<boolean> {
  for (const place of places) if (await holds(place)) return true;
  return false;
}
