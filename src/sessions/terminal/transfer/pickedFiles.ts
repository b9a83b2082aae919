// Files that a person chose or dropped, with the folders that they lie in.

export type PickedFile = {
  /** undefined: a folder without files, which only a drop tells of. */
  file: File | undefined;
  /** Relative, with slashes: `photos/2026/a.jpg`; a bare name for a file on its own. */
  name: string;
};

/** Of a file field; one that takes folders tells their paths. */
export const chosenFiles = (files: FileList): PickedFile[] =>
  [...files].map((file) => ({ file, name: file.webkitRelativePath || file.name }));

/** True where something that is dragged brings files along. */
export const bringsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/**
 * Everything that was dropped, folders with all that is in them. Call it in the handler of the drop: a browser forgets
 * afterwards. Rejects where the browser cannot read one of them.
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
  for (const one of inner) picked.push(...(await filesOf(one, `${name}/`)));
  return picked;
}

/** A reader gives a hundred at a time, and none when there are no more. */
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
