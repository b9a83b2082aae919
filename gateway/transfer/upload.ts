import { posix } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { alreadyExists, ApiFailure, notFound } from '../http/failures.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome, withoutNul } from './paths.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';
import { replacing, type NoteDraft } from './replacing.ts';

type Upload = {
  location: string;
  /** The name of the file if `location` is a directory. */
  filename: string;
  body: Readable;
  /**
   * Refuses to replace an existing file with 409, before the body is read, or at the end if the file appeared in the
   * meantime (an addition to http-resources §16).
   */
  refusesExisting: boolean;
  /** Aborts the upload. */
  signal: AbortSignal;
};

/**
 * Rejects with the wire's refusals (http-resources §16). An aborted upload leaves nothing, and a file that it would
 * have replaced is unchanged (replacing.ts lists exceptions).
 */
export async function upload(
  files: RemoteFiles,
  { location, filename, body, refusesExisting, signal }: Upload,
  log: FileLog,
  note: NoteDraft,
): Promise<void> {
  const toPath = fromHome(location);
  const facts = await files.stat(toPath).catch(() => undefined);
  if (!facts && toPath.endsWith('/')) throw notFound(`the directory ${JSON.stringify(toPath)} does not exist`);
  const path = facts?.kind === 'directory' ? posix.join(toPath, posix.basename(withoutNul(filename))) : toPath;
  const conflict = alreadyExists(`${JSON.stringify(path)} already exists`);
  if (refusesExisting) {
    const there = path === toPath ? facts : await files.stat(path).catch(() => undefined);
    if (there) throw conflict;
  }
  const whole = posix.join(
    await files.realPath(posix.dirname(path)).catch(() => posix.dirname(path)),
    posix.basename(path),
  );
  const target = await replacing(files, path, note, refusesExisting ? 'new' : undefined).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    log.notOpened(whole, 'write', error.message);
    if (error.fault === 'exists') throw conflict;
    throw new ApiFailure(500, `error creating remote file ${JSON.stringify(path)}: ${error.message}`);
  });
  try {
    log.opened(whole, 'write', target.stream);
  } catch (error) {
    await target.undo().catch(() => undefined);
    throw error;
  }
  let bytes = 0;
  // If the file cannot be written, the body stays open: the rest of it ends with the answer (unreadBody.ts).
  const pieces = new PassThrough().on('data', (piece: Buffer) => (bytes += piece.length)).pause();
  body.once('error', (error) => pieces.destroy(error));
  body.once('close', () => {
    if (!body.readableEnded) pieces.destroy(new Error('the connection was closed'));
  });
  body.pipe(pieces);
  try {
    await pipeline(pieces, target.stream, { signal }).catch(async (error: unknown) => {
      await target.undo().catch(() => undefined);
      throw error;
    });
    await target.settle();
    log.modeSet(whole);
  } catch (error) {
    if (!(error instanceof FileError)) throw new ApiFailure(400, 'the upload was interrupted');
    if (error.fault === 'exists') throw conflict;
    throw new ApiFailure(500, `error writing remote file ${JSON.stringify(path)}: ${error.message}`);
  } finally {
    log.moved(bytes, 0);
  }
}
