// The recordings of this gateway, one folder each.
import { constants, mkdirSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { utf8 } from '../../src/lib/encoding.ts';
import { at, isObject, parseJson, textAt, type JsonObject } from '../../src/lib/json.ts';
import { Emitter } from '../../src/lib/valueStore.ts';
import { draftOf, ifMissing, recordingFiles, SESSION_ID, type RecordingFiles } from './files.ts';
import { RecordingWriter, type WriterListener } from './RecordingWriter.ts';

/** The end of a recording: its `session.end` event, and the length of its stream. */
export type RecordingEnd = { event: JsonObject; bytes: number };
export type FinishedRecording = RecordingEnd & { sid: string; files: RecordingFiles };

/** Events that end a recording. Lists of recordings consist of these. */
export const ENDS_OF_RECORDINGS: readonly string[] = ['session.end', 'windows.desktop.session.end', 'db.session.end'];

/** False for a desktop: its stream contains pictures instead of text. */
export const isTerminal = ({ event }: RecordingEnd): boolean => event['event'] !== 'windows.desktop.session.end';

/** Disk space that is reserved when a session begins, so that a session that fills the disk still gets an end. */
const END_RESERVED_BYTES = 4096;
/** Limit of ends that are read in parallel: a process has a limited number of open files. */
const READS_MAX = 32;
/** Suffix of a folder that is being deleted. */
const REMOVED = '.removed';
/** Suffix of a folder that is kept for the administrator, because the session of its output is unknown. */
const DAMAGED = '.damaged';
const OVERWRITE = constants.O_WRONLY | constants.O_CREAT;

export class Recordings {
  /** Emits when a recording starts, ends or is deleted. */
  readonly changed = new Emitter();
  #root: string;
  #running = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    mkdirSync(root, { recursive: true, mode: 0o700 });
  }

  /** Rejects if nothing can be recorded (a full disk, a folder without write access). */
  async begin(sid: string, listener: WriterListener): Promise<RecordingWriter> {
    const files = recordingFiles(this.#root, sid);
    await mkdir(files.folder, { mode: 0o700 });
    try {
      await writeFile(draftOf(files.end), ' '.repeat(END_RESERVED_BYTES), { mode: 0o600 });
      const writer = await RecordingWriter.open(files, listener);
      this.#running.add(sid);
      this.changed.emit();
      return writer;
    } catch (error) {
      await this.remove(sid);
      throw error;
    }
  }

  /** From now on the recording can be found. */
  async finish(sid: string, { event, bytes }: RecordingEnd): Promise<void> {
    const files = recordingFiles(this.#root, sid);
    this.#running.delete(sid); // also if the disk accepts no end
    const draft = draftOf(files.end);
    const text = utf8(JSON.stringify({ bytes, event }));
    const file = await open(draft, OVERWRITE, 0o600);
    try {
      await file.write(text, 0, text.length, 0);
      await file.truncate(text.length);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, files.end);
    this.changed.emit();
  }

  /** Finds only completed recordings. Rejects if the end cannot be read. */
  async find(sid: string): Promise<FinishedRecording | undefined> {
    const files = recordingFiles(this.#root, sid);
    const json = parseJson((await readFile(files.end, 'utf8').catch(ifMissing)) ?? '');
    const event = at(json, 'event');
    return isObject(event) ? { sid, files, event, bytes: Number(at(json, 'bytes')) } : undefined;
  }

  /**
   * Call it before any session begins. Returns the ids of recordings that a process left unfinished, and calls `ended`
   * for the others. `failed` gets the error of each recording whose end cannot be read, and errors of `ended`: such a
   * recording may have ended.
   */
  async unfinished(
    failed: (error: unknown) => void,
    ended: (recording: FinishedRecording) => void = () => undefined,
  ): Promise<string[]> {
    const found: string[] = [];
    const ids = (await this.ids()).values();
    const readIds = async () => {
      for (const sid of ids)
        await this.find(sid)
          .then((recording) => (recording ? ended(recording) : void found.push(sid)))
          .catch(failed);
    };
    await Promise.all(Array.from({ length: READS_MAX }, readIds));
    return found;
  }

  /**
   * Returns the ids of the deleted recordings. `failed` gets the error of each one that could not be read or deleted.
   */
  async removeEndedBefore(timeMs: number, failed: (error: unknown) => void): Promise<string[]> {
    const removed: string[] = [];
    const names = await readdir(this.#root);
    for (const name of names.filter((folder) => folder.endsWith(REMOVED))) await removeFolder(join(this.#root, name));
    for (const sid of await this.ids()) {
      const recording = await this.find(sid).catch(failed);
      if (!recording || !(Date.parse(textAt(recording.event, 'time')) < timeMs)) continue;
      await this.remove(sid).then(() => removed.push(sid), failed);
    }
    return removed;
  }

  /** Disappears at once for all readers. The folder is renamed first, because the index thread may be writing to it. */
  async remove(sid: string): Promise<void> {
    this.#running.delete(sid);
    const { folder } = recordingFiles(this.#root, sid);
    await rename(folder, folder + REMOVED).catch(ifMissing);
    await removeFolder(folder + REMOVED);
    this.changed.emit();
  }

  /** Renames the folder so that it no longer counts as a recording and is never deleted. Resolves with its new name. */
  async putAside(sid: string): Promise<string> {
    const { folder } = recordingFiles(this.#root, sid);
    await rename(folder, folder + DAMAGED);
    return sid + DAMAGED;
  }

  /** Ids of sessions that this object is recording, oldest first. */
  running(): string[] {
    return [...this.#running];
  }

  files(sid: string): RecordingFiles {
    return recordingFiles(this.#root, sid);
  }

  /** Ids of all recordings, also running ones. */
  async ids(): Promise<string[]> {
    return (await readdir(this.#root)).filter((name) => SESSION_ID.test(name));
  }
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });
