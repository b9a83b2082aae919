import { Transform, type Readable } from 'node:stream';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome, matchOne } from './paths.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

/** Rejects with the wire's refusals (http-resources §16). The stream has `sizeBytes` or fails. */
export async function download(
  files: RemoteFiles,
  location: string,
  log: FileLog,
): Promise<{ stream: Readable; sizeBytes: number }> {
  const wanted = fromHome(location);
  const path = await matchOne(files, wanted).catch((error: unknown) => refuse(error, wanted));
  const facts = await files.stat(path).catch((error: unknown) => refuse(error, path));
  if (!facts) return refuse(new FileError('missing'), path);
  const name = JSON.stringify(path);
  if (facts.kind === 'directory') throw badRequest(`${name} is a directory, but the recursive option was not passed`);
  if (facts.kind === 'other') throw badRequest(`${name} is no regular file`);
  const whole = await files.realPath(path).catch(() => path);
  const { sizeBytes } = facts;
  try {
    const source = await files.read(path, sizeBytes);
    log.opened(whole, 'read');
    return { stream: counted(source, (bytes) => log.moved(0, bytes)), sizeBytes };
  } catch (error) {
    if (error instanceof FileError) log.notOpened(whole, 'read', error.message);
    return refuse(error, path);
  }
}

function refuse(error: unknown, path: string): never {
  if (!(error instanceof FileError)) throw error;
  const context = [`could not access remote path ${JSON.stringify(path)}`];
  throw new ApiFailure(error.fault === 'missing' ? 404 : 500, error.message, undefined, context);
}

/** Tells how much went through, whether all of it or not. */
function counted(source: Readable, over: (bytes: number) => void): Readable {
  let bytes = 0;
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  source.on('error', (error) => through.destroy(error));
  through.on('close', () => {
    source.destroy();
    over(bytes);
  });
  return source.pipe(through);
}
