import type { FileFacts, RemoteFiles } from './remoteFiles.ts';

/** Parallel requests: for some files each starts a process. */
export const STAT_AT_ONCE = 16;

/** The facts of each path. undefined if nothing exists there, or it is unknown. Follows links. */
export async function statAll(
  files: Pick<RemoteFiles, 'stat'>,
  paths: readonly string[],
): Promise<(FileFacts | undefined)[]> {
  const facts: (FileFacts | undefined)[] = [];
  for (let at = 0; at < paths.length; at += STAT_AT_ONCE) {
    const some = paths.slice(at, at + STAT_AT_ONCE).map((path) => files.stat(path).catch(() => undefined));
    facts.push(...(await Promise.all(some)));
  }
  return facts;
}
