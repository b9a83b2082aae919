// Where recordings lie: a folder for each session, named by its id.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

export type RecordingFiles = {
  folder: string;
  /** What the shell printed, unchanged; of a desktop its messages (src/wire/desktop/recordedFrames.ts). */
  bytes: string;
  /** When it printed it, and all else that happened (timeline.ts; of a desktop desktop/recording/desktopIndex.ts). */
  index: string;
  /** The session's end event; written last, so that a recording without it was cut short. */
  end: string;
  /** Screens for a player, and what is known of them (screenFiles.ts). Made from the others, after the end. */
  screens: string;
  overview: string;
  /** Its text with times (transcriptFile.ts). */
  transcript: string;
};

/** Where the recordings of a data directory lie. */
export const recordingsDir = (dataDir: string): string => join(dataDir, 'recordings');

/** Names the folders that may be read: nothing else that lies there is touched. */
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

/** For a promise about a file: undefined where the file does not exist. Other errors stay errors. */
export function ifMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** 0 for a file that does not exist. */
export const fileSize = async (file: string): Promise<number> => (await stat(file).catch(ifMissing))?.size ?? 0;

/** Where a file is written before it takes the place of an older one. */
export const draftOf = (file: string): string => `${file}.new`;
