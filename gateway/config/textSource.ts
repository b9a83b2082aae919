// Texts that are files in gateway.yaml and values in the console.
import { readFile } from 'node:fs/promises';
import { reason, resolvePath } from './files.ts';
import type { TextSource } from './settings.ts';

/** Converts a value of `connect`, which is a file name in gateway.yaml. */
export type ToSource = (value: string) => TextSource;

/** For gateway.yaml: relative paths start at the file's directory. */
export const fileSource =
  (directory: string): ToSource =>
  (path) => ({ file: resolvePath(directory, path) });

/** A text that cannot be read. `message` is for the user, `forLog` contains the file. */
export class SourceError extends Error {
  override name = 'SourceError';
  readonly forLog: string | undefined;

  constructor(message: string, forLog?: string) {
    super(message);
    this.forLog = forLog;
  }
}

/**
 * Read each time: a changed file takes effect at the next use. Rejects with a SourceError. `label`: `password for shop`.
 */
export async function readSource(source: TextSource, label: string): Promise<string> {
  if ('text' in source) return source.text;
  if ('elsewhere' in source)
    throw new SourceError(
      `The address has changed since the ${label} was set, so the gateway does not use it. Set it again in the connection settings.`,
    );
  try {
    return await readFile(source.file, 'utf8');
  } catch (error) {
    const message = `The gateway cannot read the ${label}. Ask its administrator.`;
    throw new SourceError(message, `${source.file}: ${reason(error)}`);
  }
}

/** Without the line end that editors add. */
export const readPassword = async (source: TextSource, label: string): Promise<string> =>
  (await readSource(source, label)).replace(/\r?\n$/, '');
