// Texts that gateway.yaml has as files and the console as values.
import { readFile } from 'node:fs/promises';
import { reason, resolvePath } from './files.ts';
import type { TextSource } from './settings.ts';

/** What a value of `connect` is, where gateway.yaml names a file. */
export type ToSource = (value: string) => TextSource;

/** Of gateway.yaml: paths are seen from the file's directory. */
export const fileSource =
  (directory: string): ToSource =>
  (path) => ({ file: resolvePath(directory, path) });

/** A text that cannot be had. `message` is for the user; `forLog` has the file. */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly forLog: string | undefined;

  constructor(message: string, forLog?: string) {
    super(message);
    this.forLog = forLog;
  }
}

/** Read each time: a changed file counts from the next use on. Rejects with a SourceError; `what`: `password for shop`. */
export async function readSource(source: TextSource, what: string): Promise<string> {
  if ('text' in source) return source.text;
  if ('elsewhere' in source)
    throw new SourceError(
      `The address has changed since the ${what} was set, so the gateway does not use it. Set it again in the connection settings.`,
    );
  try {
    return await readFile(source.file, 'utf8');
  } catch (error) {
    const message = `The gateway cannot read the ${what}. Ask its administrator.`;
    throw new SourceError(message, `${source.file}: ${reason(error)}`);
  }
}

/** Without the line end that editors add. */
export const readPassword = async (source: TextSource, what: string): Promise<string> =>
  (await readSource(source, what)).replace(/\r?\n$/, '');
