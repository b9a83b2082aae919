// The parts of a tar archive (POSIX pax) around the content of files.
import type { Header, Pax } from 'tar';
import type { FileFacts } from './remoteFiles.ts';

const BLOCK_BYTES = 512;
const ZEROS_BYTES = 64 * 1024;
const MODES = { file: 0o644, directory: 0o755 };

export type TarWriter = {
  directory(name: string, facts: FileFacts): Buffer;
  /** The header before the content. */
  file(name: string, facts: FileFacts): Buffer;
  /** The padding after the content: `missing` bytes of it, and the rest of the last block. */
  padding(sizeBytes: number, missing: number): Generator<Buffer>;
  end(): Buffer;
};

/** The library is loaded with the first archive. */
export async function loadTarWriter(): Promise<TarWriter> {
  const library = await import('tar');
  return {
    directory: (name, facts) => headerOf(library, { path: name, type: 'Directory', size: 0, ...common(facts) }),
    file: (name, facts) => headerOf(library, { path: name, type: 'File', size: facts.sizeBytes, ...common(facts) }),
    *padding(sizeBytes, missing) {
      const zeros = missing + ((BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES);
      for (let left = zeros; left > 0; left -= ZEROS_BYTES) yield Buffer.alloc(Math.min(left, ZEROS_BYTES));
    },
    end: () => Buffer.alloc(2 * BLOCK_BYTES),
  };
}

const common = ({ kind, mode, changedAtMs }: FileFacts) => ({
  mode: mode ?? (kind === 'directory' ? MODES.directory : MODES.file),
  mtime: new Date(changedAtMs ?? Date.now()),
});

type Library = { Header: typeof Header; Pax: typeof Pax };

function headerOf(library: Library, data: ConstructorParameters<typeof Header>[0]): Buffer {
  const header = new library.Header(data);
  const needsPax = header.encode();
  const block = header.block ?? Buffer.alloc(0);
  if (!needsPax) return block;
  const { path = '', size = 0, mtime } = header;
  return Buffer.concat([new library.Pax({ path, size, ...(mtime && { mtime }) }).encode(), block]);
}
