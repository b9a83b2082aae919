// Files that a user chose or dropped, with their folders.

export type PickedFile = {
  /** Undefined: a folder without files, which only a drop contains. */
  file: File | undefined;
  /** Relative, with slashes: `photos/2026/a.jpg`. Only the name for a single file. */
  name: string;
};

/** The files of a file field. For a field that accepts folders, with their paths. */
export const chosenFiles = (files: FileList): PickedFile[] =>
  [...files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

/** True if a drag contains files. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/**
 * All dropped files and folders with their content. Call it in the drop handler: the browser discards the data
 * afterwards. Rejects if the browser cannot read one of them.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry()] : []));
  if (entries.some((entry) => entry === null)) return chosenFiles(transfer.files);
  const picked = await Promise.all(entries.flatMap((entry) => (entry ? [filesOf(entry, '')] : [])));
  return picked.flat();
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<PickedFile[]> {
  const name = folder + entry.name;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, name }];
  }
  if (!isDirectory(entry)) return [];
  const inner = await everyEntry(entry.createReader());
  if (inner.length === 0) return [{ file: undefined, name }];
  const picked: PickedFile[] = [];
  for (const child of inner) picked.push(...(await filesOf(child, `${name}/`)));
  return picked;
}

/** A reader returns a hundred entries at a time, and an empty list at the end. */
async function everyEntry(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
