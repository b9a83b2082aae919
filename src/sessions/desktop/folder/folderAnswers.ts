import { ANSWER, DATA_BYTES_MAX, FILE_TYPE, type DirectoryEntry } from '../../../wire/desktop/directoryMessages.ts';
import type { DesktopMessage, DesktopMessageKind, DesktopMessageOf } from '../../../wire/desktop/messages.ts';

const REQUESTS = [
  'infoRequest',
  'createRequest',
  'deleteRequest',
  'readRequest',
  'writeRequest',
  'moveRequest',
  'listRequest',
  'truncateRequest',
] as const satisfies readonly DesktopMessageKind[];
export type FolderRequest = DesktopMessageOf<(typeof REQUESTS)[number]>;

export const isFolderRequest = (message: DesktopMessage): message is FolderRequest =>
  REQUESTS.some((kind) => kind === message.kind);

type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;
type FolderEntry = { parent: FileSystemDirectoryHandle; name: string };

/** `problem`: a message for the user in addition to the failure answer. */
export type Answer = { message: DesktopMessage; problem?: string };

/** The size of every directory (streams §5.10). */
const DIRECTORY_BYTES = 4096n;
const NO_SUCH_THING = ['NotFoundError', 'TypeMismatchError'];

/** Answers one request from a folder. Never rejects. Paths outside the folder do not exist. */
export async function answerRequest(root: FileSystemDirectoryHandle, request: FolderRequest): Promise<Answer> {
  try {
    return { message: await perform(root, request) };
  } catch (error) {
    const isMissing = error instanceof Error && NO_SUCH_THING.includes(error.name);
    const problem = problemOf(request, error);
    if (request.kind !== 'infoRequest') return { message: failure(request), problem };
    // Any other answer ends the session.
    const message = { ...request, kind: 'infoResponse', answer: ANSWER.missing, entry: noEntry(request.path) } as const;
    return isMissing ? { message } : { message, problem };
  }
}

async function perform(root: FileSystemDirectoryHandle, request: FolderRequest): Promise<DesktopMessage> {
  const answer = { request: request.request, answer: ANSWER.ok };
  const { path } = request;
  switch (request.kind) {
    case 'infoRequest':
      return { kind: 'infoResponse', ...answer, entry: await entryOf(await find(root, path), path) };
    case 'listRequest': {
      const entries: DirectoryEntry[] = [];
      for await (const child of (await directoryAt(root, path)).values())
        entries.push(await entryOf(child, path === '' ? child.name : `${path}/${child.name}`));
      return { kind: 'listResponse', ...answer, entries };
    }
    case 'createRequest': {
      const created = await create(root, path, request.fileType);
      return { kind: 'createResponse', ...answer, entry: await entryOf(created, path) };
    }
    case 'deleteRequest': {
      const { parent, name } = await locate(root, path);
      await parent.removeEntry(name, { recursive: true });
      return { kind: 'deleteResponse', ...answer };
    }
    case 'readRequest': {
      const from = Number(request.offset);
      const file = await (await fileAt(root, path)).getFile();
      const part = file.slice(from, from + Math.min(request.length, DATA_BYTES_MAX));
      return { kind: 'readResponse', ...answer, data: new Uint8Array(await part.arrayBuffer()) };
    }
    case 'writeRequest': {
      const { length } = request.data;
      const data = new Uint8Array(request.data);
      await change(await fileAt(root, path), { type: 'write', position: Number(request.offset), data });
      return { kind: 'writeResponse', ...answer, bytesWritten: length };
    }
    case 'truncateRequest':
      await change(await fileAt(root, path), { type: 'truncate', size: request.size });
      return { kind: 'truncateResponse', ...answer };
    case 'moveRequest':
      throw new Error('moving files inside a shared folder is not supported. Copy it and delete the original');
  }
}

function failure(request: Exclude<FolderRequest, { kind: 'infoRequest' }>): DesktopMessage {
  const answer = { request: request.request, answer: ANSWER.failed };
  switch (request.kind) {
    case 'createRequest':
      return { kind: 'createResponse', ...answer, entry: noEntry(request.path) };
    case 'deleteRequest':
      return { kind: 'deleteResponse', ...answer };
    case 'readRequest':
      return { kind: 'readResponse', ...answer, data: new Uint8Array() };
    case 'writeRequest':
      return { kind: 'writeResponse', ...answer, bytesWritten: 0 };
    case 'moveRequest':
      return { kind: 'moveResponse', ...answer };
    case 'listRequest':
      return { kind: 'listResponse', ...answer, entries: [] };
    case 'truncateRequest':
      return { kind: 'truncateResponse', ...answer };
  }
}

const VERBS: Readonly<Record<FolderRequest['kind'], string>> = {
  infoRequest: 'looked up',
  createRequest: 'created',
  deleteRequest: 'deleted',
  readRequest: 'read',
  writeRequest: 'written',
  moveRequest: 'moved',
  listRequest: 'listed',
  truncateRequest: 'shortened',
};

const problemOf = ({ kind, path }: FolderRequest, error: unknown): string =>
  `“${path}” in the shared folder was not ${VERBS[kind]}: ${error instanceof Error ? error.message : String(error)}.`;

const noEntry = (path: string): DirectoryEntry => ({
  modifiedMs: 0n,
  size: 0n,
  fileType: FILE_TYPE.file,
  isEmpty: true,
  path,
});

async function entryOf(handle: Handle, path: string): Promise<DirectoryEntry> {
  if (handle.kind === 'file') {
    const { lastModified, size } = await handle.getFile();
    return { ...noEntry(path), modifiedMs: BigInt(lastModified), size: BigInt(size) };
  }
  const { done = false } = await handle.keys().next();
  return { ...noEntry(path), size: DIRECTORY_BYTES, fileType: FILE_TYPE.directory, isEmpty: done };
}

const refusal = () => new DOMException('the path leaves the folder', 'NotFoundError');

/** Names from the root on. Empty for the root itself. */
function namesOf(path: string): string[] {
  const names = path === '' ? [] : path.split('/');
  if (names.some((name) => ['', '.', '..'].includes(name) || /[\\\0]/.test(name))) throw refusal();
  return names;
}

async function walk(root: FileSystemDirectoryHandle, names: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let directory = root;
  for (const name of names) directory = await directory.getDirectoryHandle(name);
  return directory;
}

const directoryAt = (root: FileSystemDirectoryHandle, path: string) => walk(root, namesOf(path));

/** The root has no parent directory. */
async function locate(root: FileSystemDirectoryHandle, path: string): Promise<FolderEntry> {
  const names = namesOf(path);
  const name = names.pop();
  if (name === undefined) throw refusal();
  return { parent: await walk(root, names), name };
}

async function fileAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const { parent, name } = await locate(root, path);
  return parent.getFileHandle(name);
}

async function find(root: FileSystemDirectoryHandle, path: string): Promise<Handle> {
  if (path === '') return root;
  const { parent, name } = await locate(root, path);
  return parent.getFileHandle(name).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TypeMismatchError') return parent.getDirectoryHandle(name);
    throw error;
  });
}

async function create(root: FileSystemDirectoryHandle, path: string, fileType: number): Promise<Handle> {
  const { parent, name } = await locate(root, path);
  const options = { create: true };
  return fileType === FILE_TYPE.directory
    ? parent.getDirectoryHandle(name, options)
    : parent.getFileHandle(name, options);
}

async function change(file: FileSystemFileHandle, params: WriteParams): Promise<void> {
  const writable = await file.createWritable({ keepExistingData: true });
  try {
    await writable.write(params);
  } catch (error) {
    await writable.abort();
    throw error;
  }
  await writable.close();
}
