// Screens of a recording at regular intervals, from which a player can start without replaying earlier output
// (streams §4.6). They are in the folder of the recording and are deleted with it.
import { open, readFile, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { at, isObject, parseJson, textAt, type JsonObject } from '../../src/lib/json.ts';
import type { RecordingOverviewJson, ScreenEntryJson } from '../../src/wire/recordings.ts';
import { draftOf, type RecordingFiles } from './files.ts';
import type { FinishedRecording } from './Recordings.ts';

/** The entries of the screens file, each compressed separately. */
type ScreenEntry = ScreenEntryJson & { packedBytes: number };
export type StoredOverview = Omit<RecordingOverviewJson, 'state' | 'screens'> & { screens: ScreenEntry[] };

/** A larger screen is left out, for example of a terminal of a million cells. */
const SCREEN_MAX_CHARS = 2 * 1024 * 1024;

const packed = promisify(gzip);

/** Writes the screens of one recording. They can be found once `finish` has resolved, never partly. */
export class ScreenWriter {
  #files: RecordingFiles;
  #file: FileHandle;
  #screens: ScreenEntry[] = [];

  private constructor(files: RecordingFiles, file: FileHandle) {
    this.#files = files;
    this.#file = file;
  }

  static async open(files: RecordingFiles): Promise<ScreenWriter> {
    return new ScreenWriter(files, await open(draftOf(files.screens), 'w', 0o600));
  }

  get count(): number {
    return this.#screens.length;
  }

  async add(entry: ScreenEntryJson, screen: object): Promise<void> {
    const json = JSON.stringify(screen);
    if (json.length > SCREEN_MAX_CHARS) return;
    const bytes = await packed(json);
    await this.#file.appendFile(bytes);
    this.#screens.push({ ...entry, packedBytes: bytes.length });
  }

  async finish(overview: Omit<StoredOverview, 'screens'>): Promise<void> {
    await this.#file.close();
    const draft = draftOf(this.#files.overview);
    await writeFile(draft, JSON.stringify({ ...overview, screens: this.#screens }), { mode: 0o600 });
    await rm(this.#files.overview, { force: true }); // an overview of an earlier reading refers to other screens
    await rename(draftOf(this.#files.screens), this.#files.screens);
    await rename(draft, this.#files.overview);
  }

  /** Discards the screens. */
  async abandon(): Promise<void> {
    await this.#file.close();
    await rm(draftOf(this.#files.screens), { force: true });
  }
}

/** For a recording that cannot be read: it will never have screens. */
export async function writeEmptyOverview({ files, event, bytes }: FinishedRecording): Promise<void> {
  await (await ScreenWriter.open(files)).finish({ durationMs: sessionMs(event), bytes });
}

/** The duration of the session, from its end event. */
export function sessionMs(event: JsonObject): number {
  const ms = Date.parse(textAt(event, 'session_stop')) - Date.parse(textAt(event, 'session_start'));
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

/** undefined if the recording has not been read yet. */
export async function readOverview(files: RecordingFiles): Promise<StoredOverview | undefined> {
  const json = parseJson(await readFile(files.overview, 'utf8').catch(() => ''));
  return isObject(json) && Array.isArray(at(json, 'screens')) ? (json as StoredOverview) : undefined;
}

/** JSON of the `n`th screen, gzip-compressed. undefined if it does not exist. */
export async function readScreen(
  files: RecordingFiles,
  { screens }: StoredOverview,
  n: number,
): Promise<Buffer | undefined> {
  const entry = screens[n];
  if (!entry) return undefined;
  const position = screens.slice(0, n).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  const file = await open(files.screens).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(entry.packedBytes), 0, entry.packedBytes, position);
    return bytesRead === entry.packedBytes ? buffer : undefined;
  } finally {
    await file.close();
  }
}
