// The recordings of this gateway, one folder each.
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { at, isObject, parseJson, textAt, type JsonObject } from '../../src/lib/json.ts';
import { recordingFiles, SESSION_ID, type RecordingFiles } from './files.ts';
import { RecordingWriter, type WriterListener } from './RecordingWriter.ts';

/** How a recording ended: its `session.end` event, and the length of its stream. */
export type RecordingEnd = { event: JsonObject; bytes: number };
export type FinishedRecording = RecordingEnd & { sid: string; files: RecordingFiles };

export class Recordings {
  #root: string;

  constructor(root: string) {
    this.#root = root;
    mkdirSync(root, { recursive: true, mode: 0o700 });
  }

  /** Rejects where nothing can be recorded (a full disk, a folder that may not be written). */
  async begin(sid: string, listener: WriterListener): Promise<RecordingWriter> {
    const files = recordingFiles(this.#root, sid);
    await mkdir(files.folder, { mode: 0o700 });
    return RecordingWriter.open(files, listener);
  }

  /** From now on the recording is found. */
  async finish(sid: string, { event, bytes }: RecordingEnd): Promise<void> {
    const { end } = recordingFiles(this.#root, sid);
    const draft = `${end}.new`;
    await writeFile(draft, JSON.stringify({ bytes, event }), { mode: 0o600, flush: true });
    await rename(draft, end);
  }

  /** Recordings that have ended; one that still runs or was cut short is not found. */
  async find(sid: string): Promise<FinishedRecording | undefined> {
    const files = recordingFiles(this.#root, sid);
    const json = parseJson(await readFile(files.end, 'utf8').catch(() => ''));
    const event = at(json, 'event');
    return isObject(event) ? { sid, files, event, bytes: Number(at(json, 'bytes')) } : undefined;
  }

  /** Ids of those that a process left behind, when called before any session begins. */
  async unfinished(): Promise<string[]> {
    const found = await Promise.all((await this.#ids()).map(async (sid) => ((await this.find(sid)) ? [] : [sid])));
    return found.flat();
  }

  async removeEndedBefore(timeMs: number): Promise<string[]> {
    const removed: string[] = [];
    for (const sid of await this.#ids()) {
      const recording = await this.find(sid);
      if (!recording || !(Date.parse(textAt(recording.event, 'time')) < timeMs)) continue;
      await this.remove(sid);
      removed.push(sid);
    }
    return removed;
  }

  async remove(sid: string): Promise<void> {
    await rm(recordingFiles(this.#root, sid).folder, { recursive: true, force: true });
  }

  files(sid: string): RecordingFiles {
    return recordingFiles(this.#root, sid);
  }

  async #ids(): Promise<string[]> {
    return (await readdir(this.#root)).filter((name) => SESSION_ID.test(name));
  }
}
