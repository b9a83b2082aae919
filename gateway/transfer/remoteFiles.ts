// The files of one login on one machine: over SFTP, or of an account on this machine.
import type { Readable, Writable } from 'node:stream';

/** An entry of a directory. Call `stat` for missing facts: a link reveals neither its target nor the target's size. */
export type DirectoryEntry = { name: string } & Partial<FileFacts>;
/** Systems do not allow longer paths. Each transfer and the audit log store some of them. */
export const PATH_MAX_CHARS = 4096;
/** The bits of a file mode that `FileFacts` keeps. */
export const MODE_BITS = 0o777;

export type FileFacts = {
  kind: 'file' | 'directory' | 'other';
  sizeBytes: number;
  /** Absent if the server does not report it. */
  changedAtMs?: number;
  /** Permissions of owner, group and others. */
  mode?: number;
};
/** The owner of a file, and its number of hard links if the server reports it. */
export type FileOwner = { uid: number; gid: number; names: number };

/**
 * Relative paths start at the login's home. All calls reject with a FileError, and so do the streams, which buffer only
 * a few pieces.
 */
export type RemoteFiles = {
  /** undefined if nothing exists. Follows links. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** Whether it is a symbolic link, also a broken one. */
  isLink(path: string): Promise<boolean>;
  /** The content of a directory, in no order, in batches of some hundreds. Leave the loop to stop reading. */
  entries(path: string): AsyncIterable<readonly DirectoryEntry[]>;
  realPath(path: string): Promise<string>;
  makeDirectory(path: string): Promise<void>;
  /** Replaces an existing target. `new`: rejects instead, if the file system can detect it. */
  rename(from: string, to: string, how?: 'new'): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * The first `sizeBytes` of a file, or less if it is shorter. Without a number: all of it, for a file of unknown size,
   * as in /proc. Resolves once it is open.
   */
  read(path: string, sizeBytes?: number): Promise<Readable>;
  /**
   * Creates the file or truncates an existing one. `new`: it must not exist. Its final mode is 0644. Resolves once it
   * is open.
   */
  write(path: string, how?: 'new'): Promise<Writable>;
  /** The owner of a file that the login may write. Rejects for any other. Does not change the content. */
  ownerOf(path: string): Promise<FileOwner>;
  /** Changes the owner of a file. Most logins may only set themselves. */
  give(path: string, owner: FileOwner): Promise<void>;
  /** Closes the connection or process behind the files. */
  close(): void;
};

export type FileFault = 'missing' | 'denied' | 'exists' | 'full' | 'other';

/** Messages that clients of the reference show. */
const MESSAGES: Record<Exclude<FileFault, 'other'>, string> = {
  missing: 'file does not exist',
  denied: 'permission denied',
  exists: 'file already exists',
  full: 'no space left on device',
};

export class FileError extends Error {
  override name = 'FileError';
  readonly fault: FileFault;

  constructor(fault: FileFault, message = '') {
    super(fault === 'other' ? message : MESSAGES[fault]);
    this.fault = fault;
  }
}

/** Whether nothing exists at the path. */
export const isMissing = (error: unknown): boolean => error instanceof FileError && error.fault === 'missing';

/** The name contained invalid UTF-8, so no path leads to the file. */
export const isUndecodable = (name: string): boolean => name.includes('\ufffd');
