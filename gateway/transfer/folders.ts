import { posix } from 'node:path';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome } from './paths.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

/** Nobody chooses among more. */
const SHOWN_MAX = 1000;

type FolderJson = { entries: { name: string; kind: 'file' | 'directory'; size: number }[]; truncated: boolean };

/** Files and directories only, by name. Rejects with 404 where the directory is missing. */
export async function listFolder(files: RemoteFiles, path: string): Promise<FolderJson> {
  const wanted = fromHome(path === '' ? '~/' : path);
  const found = await files.entries(wanted).catch((error: unknown) => refuse(error, wanted));
  const entries = found
    .flatMap(({ name, kind, sizeBytes }) => (kind === 'other' ? [] : [{ name, kind, size: sizeBytes }]))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries: entries.slice(0, SHOWN_MAX), truncated: entries.length > SHOWN_MAX };
}

/** Makes one folder in one that is there. One that is there already is as good. */
export async function makeFolder(files: RemoteFiles, path: string, log: FileLog): Promise<void> {
  if (path === '') throw badRequest('the path of the folder is empty');
  const wanted = fromHome(path);
  try {
    await files.makeDirectory(wanted);
    log.folderMade(await files.realPath(wanted).catch(() => wanted));
  } catch (error) {
    const there = await files.stat(wanted).catch(() => undefined);
    if (there?.kind !== 'directory') refuse(error, posix.dirname(wanted));
  }
}

function refuse(error: unknown, folder: string): never {
  if (!(error instanceof FileError)) throw error;
  if (error.fault === 'missing') throw notFound(`there is no directory ${JSON.stringify(folder)}`);
  throw new ApiFailure(500, error.message);
}
