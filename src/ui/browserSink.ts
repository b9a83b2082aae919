// Stores a download while it arrives. The page may not write to the user's folders itself, and a link to the server
// cannot carry the bearer token. So the bytes go to a file that the browser keeps for this origin, and from there, once
// complete, through the browser's own download.
import { formatBytes } from '../lib/numbers.ts';
import { KEPT_MS, saveFile } from './plain/saveFile.ts';

/** The target of a download. The caller calls either `commit` or `discard`, once. */
export type FileSink = {
  stream: WritableStream<Uint8Array<ArrayBuffer>>;
  /** Call it after the stream was closed. It hands the whole file to the user. */
  commit: () => Promise<void>;
  /** Removes the file. */
  discard: () => Promise<void>;
};

/** Why a download is not possible here, as a message for the user. */
class QuotaExceeded extends Error {
  override name = 'QuotaExceeded';
}

const FOLDER = 'downloads';
/** Without such files, for example at an insecure address, a download is held in memory. */
const IN_MEMORY_MAX_BYTES = 512_000_000;

type Offered = { name: string; sizeBytes: number | undefined };

export async function openBrowserSink(offered: Offered): Promise<FileSink> {
  const folder = await ownFolder();
  return folder ? onDisk(folder, offered) : inMemory(offered);
}

/** Undefined if the browser has no private files for a page at this address. */
async function ownFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!('storage' in navigator) || !('createWritable' in FileSystemFileHandle.prototype)) return undefined;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch {
    // Private windows of some browsers.
    return undefined;
  }
}

async function onDisk(folder: FileSystemDirectoryHandle, { name, sizeBytes }: Offered): Promise<FileSink> {
  await sweep(folder);
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (sizeBytes !== undefined && quota !== undefined && sizeBytes > quota - usage)
    throw new QuotaExceeded(
      `this browser has room for ${formatBytes(quota - usage)}, and the file has ${formatBytes(sizeBytes)}`,
    );
  const tabId = crypto.randomUUID();
  const handle = await folder.getFileHandle(tabId, { create: true });
  const remove = () => folder.removeEntry(tabId);
  return {
    stream: await handle.createWritable(),
    async commit() {
      saveFile(name, await handle.getFile());
      setTimeout(() => void remove().catch(() => undefined), KEPT_MS);
    },
    discard: remove,
  };
}

/** Removes files that closed pages have left behind. */
async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind !== 'file') continue;
    const { lastModified } = await entry.getFile();
    // A file that is being written is locked, so it stays.
    if (Date.now() - lastModified > KEPT_MS) await folder.removeEntry(name).catch(() => undefined);
  }
}

function inMemory({ name, sizeBytes = 0 }: Offered): FileSink {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const check = (bytes: number) => {
    if (bytes > IN_MEMORY_MAX_BYTES)
      throw new QuotaExceeded(
        `at this address the browser keeps downloads in memory, which is limited to ${formatBytes(IN_MEMORY_MAX_BYTES)}`,
      );
  };
  check(sizeBytes);
  return {
    stream: new WritableStream({
      write(piece) {
        check((bytes += piece.length));
        pieces.push(piece);
      },
    }),
    async commit() {
      saveFile(name, new Blob(pieces));
    },
    async discard() {
      pieces.length = 0;
    },
  };
}
