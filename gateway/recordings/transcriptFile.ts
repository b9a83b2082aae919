// The text of a recording with its times, so that a player can show it without reading the output (streams §4.6). It is
// in the folder of the recording as one gzip stream of JSON lines.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { RecordedCommand } from '../../src/wire/recording/CommandReader.ts';
import type { TextLine } from '../../src/wire/recording/RecordingScan.ts';
import { TRANSCRIPT_CHARS_MAX, type TranscriptPartJson } from '../../src/wire/recordings.ts';
import { draftOf, type RecordingFiles } from './files.ts';

/** Characters of a part. */
const PART_CHARS = 24 * 1024;
const COMMANDS_MAX = 50_000;

const emptyPart = (): TranscriptPartJson => ({ lines: [], ms: [], commands: [] });

/** Writes the transcript of one recording, which can be found once `finish` has resolved. */
export class TranscriptWriter {
  #files: RecordingFiles;
  #gzip: Gzip = createGzip();
  #written: Promise<void>;
  #part = emptyPart();
  #partChars = 0;
  #chars = 0;
  #commands = 0;
  #omitted = 0;

  constructor(files: RecordingFiles) {
    this.#files = files;
    this.#written = pipeline(this.#gzip, createWriteStream(draftOf(files.transcript), { mode: 0o600 }));
    this.#written.catch(() => undefined); // callers of `flush` or `finish` get the reason
  }

  get hasCommands(): boolean {
    return this.#commands > 0;
  }

  line({ ms, text }: TextLine): void {
    if (this.#chars >= TRANSCRIPT_CHARS_MAX) {
      this.#omitted++;
      return;
    }
    this.#part.lines.push(text);
    this.#part.ms.push(ms);
    this.#add(text.length + 1);
  }

  command(command: RecordedCommand): void {
    if (this.#commands++ >= COMMANDS_MAX) return;
    this.#part.commands.push(command);
    this.#add(command.text.length);
  }

  /** Writes collected text. Call it between two pieces of output. Rejects if the disk accepts no more. */
  async flush(): Promise<void> {
    if (this.#partChars >= PART_CHARS) await this.#write();
  }

  async finish(): Promise<void> {
    if (this.#omitted > 0) this.#part.omitted = this.#omitted;
    await this.#write();
    this.#gzip.end();
    await this.#written;
    await rename(draftOf(this.#files.transcript), this.#files.transcript);
  }

  /** Discards the transcript. */
  async abandon(): Promise<void> {
    this.#gzip.destroy();
    await this.#written.catch(() => undefined);
    await rm(draftOf(this.#files.transcript), { force: true });
  }

  #add(chars: number): void {
    this.#partChars += chars;
    this.#chars += chars;
  }

  async #write(): Promise<void> {
    const line = `${JSON.stringify(this.#part)}\n`;
    this.#part = emptyPart();
    this.#partChars = 0;
    if (!this.#gzip.write(line)) await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }
}
