// The files of one login on one machine: over SFTP, or of an account here.
import type { Readable, Writable } from 'node:stream';

export type FileFacts = { kind: 'file' | 'directory' | 'other'; sizeBytes: number };

/**
 * Relative paths are seen from the login's home. Everything rejects with a FileError; so do the streams, which hold no
 * more than a few pieces at a time.
 */
export type RemoteFiles = {
  /** undefined where nothing is; links are followed. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Names in a directory, in no order. */
  list(path: string): Promise<string[]>;
  realPath(path: string): Promise<string>;
  makeDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The first `sizeBytes` of a file. Resolves once it is open. */
  read(path: string, sizeBytes: number): Promise<Readable>;
  /** Makes the file, or empties the one that is there; its mode is 0644 in the end. Resolves once it is open. */
  write(path: string): Promise<Writable>;
  /** Ends what they were reached through. */
  close(): void;
};

export type FileFault = 'missing' | 'denied' | 'exists' | 'full' | 'other';

/** Words that clients of the reference show. */
const WORDS: Record<Exclude<FileFault, 'other'>, string> = {
  missing: 'file does not exist',
  denied: 'permission denied',
  exists: 'file already exists',
  full: 'no space left on device',
};

export class FileError extends Error {
  override name = 'FileError';
  readonly fault: FileFault;

  constructor(fault: FileFault, message = '') {
    super(fault === 'other' ? message : WORDS[fault]);
    this.fault = fault;
  }
}
