// A folder of the user's machine as a drive of the desktop (streams §5.10). Request ids are not unique.
import { bytes, flag, group, list, message, str, u32, u64, upTo } from './layout.ts';

const NAME_BYTES_MAX = 256;
const PATH_BYTES_MAX = 10_240;
/** Maximum bytes of one read or write. */
export const DATA_BYTES_MAX = 1024 * 1024;

/** Results of a request, and types of files. */
export const ANSWER = { ok: 0, failed: 1, missing: 2, exists: 3 } as const;
export const FILE_TYPE = { file: 0, directory: 1 } as const;

const path = str(PATH_BYTES_MAX);
const answer = upTo(u32, ANSWER.exists);
const fileType = upTo(u32, FILE_TYPE.directory);

/** A file or directory. `modifiedMs` is in milliseconds since the epoch. */
const entry = group({ modifiedMs: u64, size: u64, fileType, isEmpty: flag, path });
export type DirectoryEntry = ReturnType<typeof entry.read>;

export const DIRECTORY_MESSAGES = [
  /** `unused` is 0. */
  message(11, 'directoryAnnounce', { unused: u32, directory: u32, name: str(NAME_BYTES_MAX) }),
  message(12, 'directoryAcknowledge', { answer, directory: u32 }),
  message(13, 'infoRequest', { request: u32, directory: u32, path }),
  message(14, 'infoResponse', { request: u32, answer, entry }),
  message(15, 'createRequest', { request: u32, directory: u32, fileType, path }),
  message(16, 'createResponse', { request: u32, answer, entry }),
  message(17, 'deleteRequest', { request: u32, directory: u32, path }),
  message(18, 'deleteResponse', { request: u32, answer }),
  message(19, 'readRequest', { request: u32, directory: u32, path, offset: u64, length: u32 }),
  message(20, 'readResponse', { request: u32, answer, data: bytes(DATA_BYTES_MAX) }),
  /** The offset comes before the path, unlike in a read. */
  message(21, 'writeRequest', { request: u32, directory: u32, offset: u64, path, data: bytes(DATA_BYTES_MAX) }),
  message(22, 'writeResponse', { request: u32, answer, bytesWritten: u32 }),
  message(23, 'moveRequest', { request: u32, directory: u32, path, newPath: path }),
  message(24, 'moveResponse', { request: u32, answer }),
  message(25, 'listRequest', { request: u32, directory: u32, path }),
  message(26, 'listResponse', { request: u32, answer, entries: list(entry) }),
  message(33, 'truncateRequest', { request: u32, directory: u32, path, size: u32 }),
  message(34, 'truncateResponse', { request: u32, answer }),
] as const;
