import { addAbortSignal, Transform, type Readable } from 'node:stream';
import { ApiFailure, badRequest } from '../http/failures.ts';
import type { FileLog } from './FileLog.ts';
import { fromHome, matchOne } from './paths.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

/** Files in /proc (0) and /sys (a page) report wrong sizes: this much is read before a length is reported. */
const MEASURED_MAX_BYTES = 64 * 1024;
/** A file without a size may be endless: the memory map of a process has hundreds of gigabytes. */
const UNSIZED_MAX_BYTES = 1024 ** 3;
const UNSIZED_TOO_LONG = 'the file has no size and more than 1 GiB of content';

/**
 * Rejects with the wire's refusals (http-resources §16), or if `signal` aborts. The stream has `sizeBytes` or fails.
 * undefined: a file without a size is sent to its end.
 */
export async function download(
  files: RemoteFiles,
  location: string,
  log: FileLog,
  signal: AbortSignal,
): Promise<{ stream: Readable; sizeBytes: number | undefined }> {
  const pattern = fromHome(location);
  const path = await matchOne(files, pattern).catch((error: unknown) => refuse(error, pattern));
  const facts = await files.stat(path).catch((error: unknown) => refuse(error, path));
  if (!facts) return refuse(new FileError('missing'), path);
  const name = JSON.stringify(path);
  if (facts.kind === 'directory') throw badRequest(`${name} is a directory, but the recursive option was not passed`);
  if (facts.kind === 'other') throw badRequest(`${name} is not a regular file`);
  const whole = await files.realPath(path).catch(() => path);
  const source = await files.read(path, facts.sizeBytes || undefined).catch((error: unknown) => {
    if (error instanceof FileError) log.notOpened(whole, 'read', error.message);
    return refuse(error, path);
  });
  log.opened(whole, 'read', source);
  const stream = new Content(source, facts.sizeBytes, (bytes) => log.moved(0, bytes));
  addAbortSignal(signal, stream);
  return { stream, sizeBytes: await stream.length.catch((error: unknown) => refuse(error, path)) };
}

function refuse(error: unknown, path: string): never {
  if (!(error instanceof FileError)) throw error;
  const context = [`could not access remote path ${JSON.stringify(path)}`];
  throw new ApiFailure(error.fault === 'missing' ? 404 : 500, error.message, undefined, context);
}

/** Passes the content on and finally reports its length. `length`: undefined if it is known only at the end. */
class Content extends Transform {
  readonly length: Promise<number | undefined>;

  constructor(source: Readable, reportedBytes: number, over: (bytes: number) => void) {
    let bytes = 0;
    let setLength: (length: number | undefined) => void = () => undefined;
    super({
      readableHighWaterMark: MEASURED_MAX_BYTES + 1,
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        if (bytes > MEASURED_MAX_BYTES) setLength(reportedBytes || undefined);
        if (reportedBytes === 0 && bytes > UNSIZED_MAX_BYTES) done(new FileError('other', UNSIZED_TOO_LONG));
        else done(null, piece);
      },
      flush(done) {
        setLength(bytes);
        const isCut = reportedBytes > MEASURED_MAX_BYTES && bytes < reportedBytes;
        done(isCut ? new FileError('other', 'the file was truncated during the read') : null);
      },
    });
    this.length = new Promise((resolve, reject) => {
      setLength = resolve;
      this.once('error', reject);
    });
    if (reportedBytes > MEASURED_MAX_BYTES) setLength(reportedBytes);
    source.on('error', (error) => this.destroy(error));
    this.on('close', () => {
      source.destroy();
      over(bytes);
    });
    source.pipe(this);
  }
}
