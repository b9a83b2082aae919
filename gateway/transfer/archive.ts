// A folder as a tar archive that is created while it is sent: only a few pieces are in memory.
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import { withoutTrailingSlashes } from '../http/url.ts';
import { fileNameOf, safeName } from './archiveNames.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome } from './paths.ts';
import {
  FileError,
  isUndecodable,
  PATH_MAX_CHARS,
  type DirectoryEntry,
  type FileFacts,
  type RemoteFiles,
} from './remoteFiles.ts';
import { loadTarWriter, type TarWriter } from './tarWriter.ts';

/** Limits of one archive: an endless file system must not keep the gateway busy forever. */
const ENTRIES_MAX = 200_000;
const DEPTH_MAX = 100;
/** The zeros for a file that ended early: a server may report any size. */
const PADDING_MAX_BYTES = 1024 ** 3;
/** Lines of the list of omitted files. */
const OMITTED_MAX = 1000;

/** Rejects with the refusals of a download (http-resources §16). The stream fails if the connection does. */
export async function openArchive(
  files: RemoteFiles,
  location: string,
  log: FileLog,
): Promise<{ stream: Readable; name: string }> {
  const folder = fromHome(withoutTrailingSlashes(location) || '/');
  const quoted = JSON.stringify(folder);
  const facts = await files.stat(folder).catch((error: unknown) => {
    throw error instanceof FileError ? new ApiFailure(500, error.message) : error;
  });
  if (!facts) throw notFound(`the directory ${quoted} does not exist`);
  if (facts.kind !== 'directory') throw badRequest(`${quoted} is not a directory`);
  const path = await files.realPath(folder).catch(() => folder);
  const top = fileNameOf(path);
  const archive = new Archive(files, log, await loadTarWriter());
  return { stream: Readable.from(archive.pieces(path, top, facts), { objectMode: false }), name: `${top}.tar` };
}

type Item = { path: string; name: string; depth: number };

class Archive {
  #files: RemoteFiles;
  #log: FileLog;
  #tar: TarWriter;
  #entries = 0;
  #bytes = 0;
  #omitted: string[] = [];
  #omittedCount = 0;

  constructor(files: RemoteFiles, log: FileLog, tar: TarWriter) {
    this.#files = files;
    this.#log = log;
    this.#tar = tar;
  }

  async *pieces(path: string, top: string, facts: FileFacts): AsyncGenerator<Buffer> {
    try {
      yield* this.#directory({ path, name: top, depth: 0 }, facts);
      if (this.#omittedCount > 0) yield* this.#list(`${top}.not-included.txt`);
      yield this.#tar.end();
    } finally {
      this.#log.moved(0, this.#bytes);
    }
  }

  async *#directory(item: Item, facts: FileFacts): AsyncGenerator<Buffer> {
    yield this.#tar.directory(`${item.name}/`, facts);
    try {
      for await (const batch of this.#files.entries(item.path)) {
        for (const entry of batch) yield* this.#entry(item, entry);
      }
    } catch (error) {
      await this.#omit(item, error);
    }
  }

  async *#entry(parent: Item, { name, kind }: DirectoryEntry): AsyncGenerator<Buffer> {
    if (name === '.' || name === '..' || name === '') return;
    const item = {
      path: posix.join(parent.path, name),
      name: `${parent.name}/${safeName(name)}`,
      depth: parent.depth + 1,
    };
    // A server may send names that lead elsewhere.
    if (name.includes('/')) return this.#omit(item, 'its name has a slash');
    this.#entries += 1;
    if (this.#entries > ENTRIES_MAX) return this.#omit(item, `there are more than ${ENTRIES_MAX} files`);
    if (item.path.length > PATH_MAX_CHARS) return this.#omit(item, 'its path is too long');
    if (item.depth > DEPTH_MAX) return this.#omit(item, `it is more than ${DEPTH_MAX} folders deep`);
    if (kind === 'other') return this.#omit(item, 'it is not a regular file');
    try {
      const facts = await this.#files.stat(item.path);
      if (!facts && isUndecodable(name)) return await this.#omit(item, 'its name is not valid UTF-8');
      if (!facts) return await this.#omit(item, 'it is a broken link, or was removed');
      if (facts.kind === 'other') return await this.#omit(item, 'it is not a regular file');
      if (!Number.isSafeInteger(facts.sizeBytes)) return await this.#omit(item, 'the server reports no valid size');
      if (facts.kind === 'file') yield* this.#file(item, facts);
      else if (await this.#files.isLink(item.path)) await this.#omit(item, 'it is a link to a folder');
      else yield* this.#directory(item, facts);
    } catch (error) {
      await this.#omit(item, error);
    }
  }

  async *#file({ path, name }: Item, facts: FileFacts): AsyncGenerator<Buffer> {
    const source = await this.#read(path, facts.sizeBytes);
    // It is already being read while the header waits for the client: its error is handled below.
    source.on('error', () => undefined);
    let rest = facts.sizeBytes;
    try {
      yield this.#tar.file(name, facts);
      for await (const piece of source as AsyncIterable<Buffer>) {
        this.#bytes += piece.length;
        rest -= piece.length;
        yield piece;
      }
      if (rest > 0) await this.#omit({ path }, 'only its first part: the file was truncated during the read');
    } catch (error) {
      await this.#omit({ path }, error instanceof FileError ? `only its first part: ${error.message}` : error);
    } finally {
      source.destroy();
    }
    if (rest > PADDING_MAX_BYTES) throw new Error(`${JSON.stringify(path)} is far shorter than the server reported`);
    // The header has declared the length: a file that became shorter is padded with zeros, like in tar.
    yield* this.#tar.padding(facts.sizeBytes, rest);
  }

  async #read(path: string, sizeBytes: number): Promise<Readable> {
    try {
      const source = await this.#files.read(path, sizeBytes);
      this.#log.opened(path, 'read', source);
      return source;
    } catch (error) {
      if (error instanceof FileError) this.#log.notOpened(path, 'read', error.message);
      throw error;
    }
  }

  /** Unreadable files are omitted and listed. If the server no longer answers, the archive fails. */
  async #omit({ path }: Pick<Item, 'path'>, why: unknown): Promise<void> {
    if (typeof why !== 'string' && !(why instanceof FileError)) throw why;
    if (typeof why !== 'string' && why.fault === 'other') await this.#files.realPath('.');
    this.#omittedCount += 1;
    const reason = typeof why === 'string' ? why : why.message;
    if (this.#omitted.length < OMITTED_MAX) this.#omitted.push(`${JSON.stringify(path)}: ${reason}`);
  }

  async *#list(name: string): AsyncGenerator<Buffer> {
    const more = this.#omittedCount - this.#omitted.length;
    const lines = ['These are not in the archive:', ...this.#omitted, ...(more > 0 ? [`and ${more} more`] : []), ''];
    const text = Buffer.from(lines.join('\n'));
    yield this.#tar.file(name, { kind: 'file', sizeBytes: text.length });
    yield text;
    yield* this.#tar.padding(text.length, 0);
  }
}
