// The files of recordings: a folder for each session, named by its id.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

export type RecordingFiles = {
  folder: string;
  /** The unchanged output of the shell. For a desktop, its messages (src/wire/desktop/recordedFrames.ts). */
  bytes: string;
  /** The times of the output, and all other events (timeline.ts, for a desktop desktop/recording/desktopIndex.ts). */
  index: string;
  /** The session's end event. Written last: a recording without it was interrupted. */
  end: string;
  /** Screens for a player, and their overview (screenFiles.ts). Created from the other files, after the end. */
  screens: string;
  overview: string;
  /** Its text with times (transcriptFile.ts). */
  transcript: string;
};

/** The folder of the recordings in a data directory. */
export const recordingsDir = (dataDir: string): string => join(dataDir, 'recordings');

/** The names of recording folders. Other files there are ignored. */
export const SESSION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function recordingFiles(root: string, sid: string): RecordingFiles {
  if (!SESSION_ID.test(sid)) throw new TypeError('a recording is named by a UUID');
  const folder = join(root, sid);
  return {
    folder,
    bytes: join(folder, 'bytes'),
    index: join(folder, 'index.jsonl'),
    end: join(folder, 'end.json'),
    screens: join(folder, 'screens'),
    overview: join(folder, 'overview.json'),
    transcript: join(folder, 'transcript.jsonl.gz'),
  };
}

/** For a promise about a file: undefined if the file does not exist. Rethrows other errors. */
export function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** 0 for a file that does not exist. */
export const fileSize = async (file: string): Promise<number> => (await stat(file).catch(ifMissing))?.size ?? 0;

/** The temporary name of a file that will replace an older one. */
export const draftOf = (file: string): string => `${file}.new`;
