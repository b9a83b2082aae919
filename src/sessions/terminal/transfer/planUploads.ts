import type { RemoteFolder } from '../../../wire/terminal/remoteFiles.ts';
import { reasonOf } from './failureMessages.ts';
import { asFolder, folderOf, foldersWithin, freeName, joinPath, nameOf } from './remotePaths.ts';
import { remotePath, type Conflict, type TransferState, type UploadRequest } from './transferItem.ts';

type Plan = Extract<TransferState, { kind: 'waits' | 'needsAnswer' | 'needsFolders' | 'failed' }>;

/** Folder functions of a server beyond the contract. */
export type Folders = {
  /** Undefined if the folder does not exist. */
  list: (path: string) => Promise<RemoteFolder | undefined>;
  make: (path: string) => Promise<void>;
};

/** The result for a folder: its content, or the reason why nothing can be uploaded to it. */
type FoundFolder = RemoteFolder | { why: string } | { missing: string };

const EMPTY: RemoteFolder = { entries: [], truncated: false };

/**
 * The steps before each of these uploads: it creates folders, and detects existing names. If the server does not list
 * folders (`folders` undefined), names may exist, and the user must create folders. `isTaken` covers paths that other
 * uploads will write. Results are in the order of the requests. Never rejects.
 */
export async function planUploads(
  requests: readonly UploadRequest[],
  folders: Folders | undefined,
  isTaken: (path: string) => boolean,
): Promise<Plan[]> {
  if (!folders) return requests.map(withoutCheck);
  const found = new Map<string, FoundFolder>();
  for (const request of requests) {
    const base = asFolder(request.folder);
    if (!found.has(base)) found.set(base, await lookAt(folders, base, request.createsFolder));
    for (const inner of foldersWithin(request.name)) {
      const path = asFolder(joinPath(base, inner));
      if (!found.has(path)) found.set(path, await lookInside(folders, path, found.get(folderOf(path.slice(0, -1)))));
    }
  }
  const planned = new Set<string>();
  return requests.map((request) => {
    const path = remotePath(request);
    const plan = judge(request, found.get(folderOf(path)) ?? EMPTY, (item) => planned.has(item) || isTaken(item));
    planned.add(path);
    return plan;
  });
}

/** For a server that does not create folders. */
export function withoutCheck({ folder, name, isFolder }: UploadRequest): Plan {
  const needed = foldersWithin(isFolder ? `${name}/` : name).map((inner) => joinPath(folder, inner));
  return needed.length === 0 ? { kind: 'waits' } : { kind: 'needsFolders', folders: needed };
}

/** A target folder. If the user wants it, it is created with the folders around it. */
async function lookAt(folders: Folders, path: string, creates = false): Promise<FoundFolder> {
  try {
    const there = await folders.list(path);
    if (there || !creates) return there ?? { missing: path };
    for (const outer of foldersWithin(path)) if (outer !== '') await folders.make(outer);
    return EMPTY;
  } catch (error) {
    return { why: `${creates ? `could not create the folder ${path}: ` : ''}${reasonOf(error)}` };
  }
}

/** A folder of the upload itself. It is created if it is missing. */
async function lookInside(folders: Folders, path: string, around: FoundFolder | undefined): Promise<FoundFolder> {
  if (around && !('entries' in around)) return around;
  try {
    const there = await folders.list(path);
    if (!there) await folders.make(path);
    return there ?? EMPTY;
  } catch (error) {
    return { why: `could not create the folder ${path}: ${reasonOf(error)}` };
  }
}

function judge(request: UploadRequest, found: FoundFolder, isTaken: (path: string) => boolean): Plan {
  if ('missing' in found) return { kind: 'needsFolders', folders: [found.missing], canCreate: true };
  if ('why' in found) return { kind: 'failed', doneBytes: 0, sizeBytes: undefined, why: found.why };
  const path = remotePath(request);
  const name = nameOf(path);
  const folder = folderOf(path);
  const there = found.entries.find((entry) => entry.name === name);
  if (request.isFolder && there?.kind !== 'file') return { kind: 'waits' };
  if (!there && !found.truncated && !isTaken(path)) return { kind: 'waits' };
  const { kind, sizeBytes, changedAtMs }: Omit<Conflict, 'freeName'> =
    there ?? ({ kind: isTaken(path) ? 'file' : 'unknown' } as const);
  const names = new Set(found.entries.map((entry) => entry.name));
  const free = freeName(name, (candidate) => names.has(candidate) || isTaken(folder + candidate));
  return { kind: 'needsAnswer', conflict: { kind, sizeBytes, changedAtMs, freeName: free } };
}
