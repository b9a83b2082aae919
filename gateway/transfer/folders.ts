import { posix } from 'node:path';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import { DirectoryReader } from './directory.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome } from './paths.ts';
import { FileError, isUndecodable, type DirectoryEntry, type FileFacts, type RemoteFiles } from './remoteFiles.ts';
import { statAll } from './statAll.ts';

/** More than a user picks from. */
const SHOWN_MAX = 1000;

/** `changed`: epoch ms, if the server reports it. */
type FolderJson = {
  entries: { name: string; kind: 'file' | 'directory'; size: number; changed?: number }[];
  truncated: boolean;
};

/** Only files and directories, by name, up to the limit. Rejects with 404 if the directory is missing. */
export async function listFolder(files: RemoteFiles, path: string): Promise<FolderJson> {
  const folder = fromHome(path === '' ? '~/' : path);
  const first = new FirstEntries(SHOWN_MAX);
  const isWhole = await new DirectoryReader(files)
    .read(folder, (entry) => first.add(entry))
    .catch((error: unknown) => refuse(error, folder));
  const listed = first.take();
  const unknown = listed.filter(({ kind, sizeBytes }) => kind === undefined || sizeBytes === undefined);
  const facts = await statAll(
    files,
    unknown.map(({ name }) => posix.join(folder, name)),
  );
  const looked = new Map(unknown.map(({ name }, i) => [name, facts[i]]));
  const entries = listed.flatMap((entry) => {
    const { name } = entry;
    const {
      kind = 'other',
      sizeBytes = 0,
      changedAtMs,
    }: Partial<FileFacts> = looked.has(name) ? (looked.get(name) ?? {}) : entry;
    const changed = changedAtMs === undefined ? {} : { changed: Math.round(changedAtMs) };
    return kind === 'other' ? [] : [{ name, kind, size: sizeBytes, ...changed }];
  });
  return { entries, truncated: !isWhole || first.seen > SHOWN_MAX };
}

/** The first entries by name, of many in no order. */
class FirstEntries {
  /** Files, directories and links that were added. */
  seen = 0;
  #max: number;
  #entries: DirectoryEntry[] = [];
  /** Entries after this name are not among the first. */
  #last: string | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  add(entry: DirectoryEntry): void {
    if (entry.kind === 'other' || isUndecodable(entry.name)) return;
    this.seen += 1;
    if (this.#last !== undefined && entry.name > this.#last) return;
    this.#entries.push(entry);
    if (this.#entries.length < 2 * this.#max) return;
    this.#entries = this.take();
    this.#last = this.#entries.at(-1)?.name;
  }

  take(): DirectoryEntry[] {
    return this.#entries.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, this.#max);
  }
}

/** Creates one folder in an existing one. Succeeds if it already exists. */
export async function makeFolder(files: RemoteFiles, path: string, log: FileLog): Promise<void> {
  if (path === '') throw badRequest('the path of the folder is empty');
  const folder = fromHome(path);
  try {
    await files.makeDirectory(folder);
  } catch (error) {
    const there = await files.stat(folder).catch(() => undefined);
    if (there?.kind === 'directory') return;
    refuse(error, posix.dirname(folder));
  }
  log.folderMade(await files.realPath(folder).catch(() => folder));
}

function refuse(error: unknown, folder: string): never {
  if (!(error instanceof FileError)) throw error;
  if (error.fault === 'missing') throw notFound(`the directory ${JSON.stringify(folder)} does not exist`);
  throw new ApiFailure(500, error.message);
}
