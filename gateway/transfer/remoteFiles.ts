// The files of one login on one machine: over SFTP, or of an account here.
import type { Readable, Writable } from 'node:stream';

/** One of a directory's. What is absent, only `stat` tells: a link says neither what it leads to nor how long that is. */
export type DirectoryEntry = { name: string } & Partial<FileFacts>;
/** No system has longer paths that people use. Each transfer keeps some of them, and the audit log too. */
export const PATH_MAX_CHARS = 4096;
/** Of the mode that a server or the system tells, those that `FileFacts` keeps. */
export const MODE_BITS = 0o777;

export type FileFacts = {
  kind: 'file' | 'directory' | 'other';
  sizeBytes: number;
  /** Absent where the server does not tell it. */
  changedAtMs?: number;
  /** Permissions of owner, group and others. */
  mode?: number;
};
/** Whose a file is, and how many names it has as far as the server tells. */
export type FileOwner = { uid: number; gid: number; names: number };

/**
 * Relative paths are seen from the login's home. Everything rejects with a FileError; so do the streams, which hold no
 * more than a few pieces at a time.
 */
export type RemoteFiles = {
  /** undefined where nothing is; links are followed. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** A symbolic link, wherever it leads. */
  isLink(path: string): Promise<boolean>;
  /** What is in a directory, in no order, in batches of some hundreds. Leave the loop to stop reading. */
  entries(path: string): AsyncIterable<readonly DirectoryEntry[]>;
  realPath(path: string): Promise<string>;
  makeDirectory(path: string): Promise<void>;
  /** What has the other name already is replaced; `new`: the call rejects, where the file system can tell. */
  rename(from: string, to: string, how?: 'new'): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * The first `sizeBytes` of a file, or less where it ends before. Without a number: all of it, for a file whose size is
   * not known, as in /proc. Resolves once it is open.
   */
  read(path: string, sizeBytes?: number): Promise<Readable>;
  /**
   * Makes the file, or empties the one that is there; `new`: there must be none. Its mode is 0644 in the end. Resolves
   * once it is open.
   */
  write(path: string, how?: 'new'): Promise<Writable>;
  /** Of a file that the login may write to; rejects for any other. What is in it stays. */
  ownerOf(path: string): Promise<FileOwner>;
  /** Makes a file somebody's, which most logins may do with their own to themselves only. */
  give(path: string, owner: FileOwner): Promise<void>;
  /** Ends what they were reached through. */
  close(): void;
};

export type FileFault = 'missing' | 'denied' | 'exists' | 'full' | 'other';

/** Words that clients of the reference show. */
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

/** Nothing is at the path. */
export const isMissing = (error: unknown): boolean => error instanceof FileError && error.fault === 'missing';

/** The name was read from bytes that are not UTF-8, so that no path leads to the file. */
export const isUndecodable = (name: string): boolean => name.includes('\ufffd');
