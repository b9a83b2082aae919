// Reads a recording once, from its beginning to its end, and notes what searches and players want to know of it.
import { open } from 'node:fs/promises';
import { at, textAt, type JsonObject } from '../../src/lib/json.ts';
import { RecordingScan } from '../../src/wire/recording/RecordingScan.ts';
import { DEFAULT_SIZE } from '../../src/wire/recording/recordingTerminal.ts';
import type { TextState } from '../store/recordingTexts.ts';
import { readEvents } from './readRecording.ts';
import { ENDS_OF_RECORDINGS, type FinishedRecording } from './Recordings.ts';
import { ScreenWriter } from './screenFiles.ts';
import type { TextBlocks } from './TextBlocks.ts';
import { TranscriptWriter } from './transcriptFile.ts';

/** A screen is stored after so much output, and after so long where there is output at all. */
const SCREEN_BYTES = 2 * 1024 * 1024;
const SCREEN_MS = 30_000;
/** After each so many screens the distance between them doubles. */
const SCREENS_PER_DISTANCE = 1000;
/** Output that comes within this time is read in one go. A prompt and what is typed at it do not. */
const MERGE_MS = 5;
const MERGE_BYTES = 64 * 1024;
/** What takes longer is hostile: escape sequences that are made to be slow, say. What was read until then counts. */
const timeMaxMs = (bytes: number): number => 120_000 + bytes / 1000;

/** `texts`: undefined where only the screens are wanted. Resolves with what can be searched. Rejects where `signal` aborts. */
export async function indexRecording(
  recording: FinishedRecording,
  texts: TextBlocks | undefined,
  signal: AbortSignal,
): Promise<TextState> {
  const screens = await ScreenWriter.open(recording.files);
  const transcript = new TranscriptWriter(recording.files);
  try {
    return await new Reading(recording, texts, screens, transcript).run(signal);
  } catch (error) {
    await screens.abandon();
    await transcript.abandon();
    throw error;
  }
}

class Reading {
  #recording: FinishedRecording;
  #texts: TextBlocks | undefined;
  #screens: ScreenWriter;
  #transcript: TranscriptWriter;
  #scan: RecordingScan;
  /** Output that the scan has not got yet: it lies in the file from `#read` on. */
  #waiting = { bytes: 0, ms: 0 };
  #read = 0;
  #buffer = Buffer.alloc(2 * MERGE_BYTES);
  #ms = 0;
  /** Number of the event behind the last print that the scan has got. */
  #next = 0;
  #firstPrintMs: number | undefined;
  #size: { cols: number; rows: number } = DEFAULT_SIZE;
  /** Of the sizes at which something was printed. */
  #largest = { columns: 0, rows: 0 };
  #lastScreen = { offset: 0, ms: 0 };
  /** Whether the screen may differ from the one that was stored last. */
  #isChanged = false;

  constructor(
    recording: FinishedRecording,
    texts: TextBlocks | undefined,
    screens: ScreenWriter,
    transcript: TranscriptWriter,
  ) {
    this.#recording = recording;
    this.#texts = texts;
    this.#screens = screens;
    this.#transcript = transcript;
    this.#scan = new RecordingScan({
      line: (line) => {
        texts?.add('line', line.ms, line.text);
        transcript.line(line);
      },
      command: (command) => {
        texts?.add('command', command.ms, command.text);
        transcript.command(command);
      },
    });
  }

  async run(signal: AbortSignal): Promise<TextState> {
    const endBy = performance.now() + timeMaxMs(this.#recording.bytes);
    const bytes = this.#recording.bytes > 0 ? await open(this.#recording.files.bytes) : undefined;
    let durationMs = 0;
    let isWhole = true;
    try {
      for await (const event of readEvents(this.#recording, 0)) {
        signal.throwIfAborted();
        if (performance.now() > endBy) {
          isWhole = false;
          break;
        }
        if (ENDS_OF_RECORDINGS.includes(textAt(event, 'event')) && this.#firstPrintMs !== undefined)
          durationMs = Math.max(0, Date.parse(textAt(event, 'time')) - this.#firstPrintMs) || this.#ms;
        if (bytes) await this.#take(event, bytes);
      }
      if (bytes) await this.#printWaiting(bytes);
    } finally {
      await bytes?.close();
    }
    const lastScreen = this.#scan.text();
    if (this.#read > 0) await this.#addScreen();
    this.#scan.end();
    this.#texts?.end();
    // Before the overview: whoever reads that the recording is ready finds its text.
    if (isWhole) await this.#transcript.finish();
    else await this.#transcript.abandon();
    const overview = { durationMs: durationMs || this.#ms, bytes: this.#recording.bytes };
    const transcript = isWhole ? ({ transcript: true } as const) : {};
    if (this.#read === 0) await this.#screens.finish(overview);
    else await this.#screens.finish({ ...overview, ...this.#largest, lastScreen, ...transcript });
    return isWhole && !this.#texts?.isCut ? 'ready' : 'cut';
  }

  async #take(event: JsonObject, bytes: Input): Promise<void> {
    if (event['event'] === 'print') return this.#print(event, bytes);
    const size = /^(\d{1,5}):(\d{1,5})$/.exec(textAt(event, 'size'));
    if (!size) return;
    await this.#printWaiting(bytes);
    // It takes effect with the next print: a screen is one behind a print, and a player has the sizes itself.
    this.#size = { cols: Number(size[1]), rows: Number(size[2]) };
  }

  async #print(event: JsonObject, bytes: Input): Promise<void> {
    const ms = Number(at(event, 'ms'));
    const length = Number(at(event, 'bytes'));
    this.#firstPrintMs ??= Date.parse(textAt(event, 'time'));
    const waiting = this.#waiting;
    if (waiting.bytes > 0 && (waiting.bytes + length > MERGE_BYTES || ms - waiting.ms > MERGE_MS))
      await this.#printWaiting(bytes);
    if (this.#waiting.bytes === 0) this.#waiting.ms = ms;
    this.#waiting.bytes += length;
    this.#next = Number(event['id']) + 1;
    this.#ms = ms;
    const { offset, ms: screenMs } = this.#lastScreen;
    const distance = 2 ** Math.floor(this.#screens.count / SCREENS_PER_DISTANCE);
    const next = this.#read + this.#waiting.bytes;
    if (next - offset < SCREEN_BYTES * distance && ms - screenMs < SCREEN_MS * distance) return;
    await this.#printWaiting(bytes);
    await this.#addScreen();
  }

  async #printWaiting(bytes: Input): Promise<void> {
    const { bytes: length, ms } = this.#waiting;
    if (length === 0) return;
    const { columns, rows } = this.#largest;
    this.#largest = { columns: Math.max(columns, this.#size.cols), rows: Math.max(rows, this.#size.rows) };
    this.#waiting = { bytes: 0, ms };
    this.#isChanged = true;
    this.#scan.resize(this.#size.cols, this.#size.rows);
    // One buffer for all: what each piece leaves to the garbage collection adds up faster than it is collected.
    for (let left = length; left > 0;) {
      const { bytesRead } = await bytes.read(this.#buffer, 0, Math.min(left, this.#buffer.length), this.#read);
      if (bytesRead === 0) break; // the file is shorter than its index
      await this.#scan.print(this.#buffer.subarray(0, bytesRead), ms);
      await this.#transcript.flush();
      this.#read += bytesRead;
      left -= bytesRead;
    }
  }

  /** Unless the output stops in the middle of a sequence: then the next print brings one. */
  async #addScreen(): Promise<void> {
    if (!this.#scan.isAtRest || !this.#isChanged) return;
    this.#isChanged = false;
    this.#lastScreen = { offset: this.#read, ms: this.#ms };
    await this.#screens.add({ ...this.#lastScreen, event: this.#next }, this.#scan.screen());
  }
}

type Input = Awaited<ReturnType<typeof open>>;
