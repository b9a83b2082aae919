import type { FileFacts, RemoteFiles } from './remoteFiles.ts';

/** Questions on their way at once: some files are asked about through a process each. */
export const STAT_AT_ONCE = 16;

/** What is at each path; undefined where nothing is, or where it cannot be told. Links are followed. */
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
