// Reads a recording once, from start to end, and stores data for searches and players.
import { open, type FileHandle } from 'node:fs/promises';
import { textAt, type JsonObject } from '../../src/lib/json.ts';
import type { TextState } from '../store/recordingTexts.ts';
import { OutputScan } from './OutputScan.ts';
import { readEvents } from './readRecording.ts';
import { ENDS_OF_RECORDINGS, type FinishedRecording } from './Recordings.ts';
import { ScreenWriter } from './screenFiles.ts';
import type { TextBlocks } from './TextBlocks.ts';
import { TranscriptWriter } from './transcriptFile.ts';

/** A screen is stored after this much output, and after this time if there is output. */
const SCREEN_BYTES = 2 * 1024 * 1024;
const SCREEN_MS = 30_000;
/** The distance between screens doubles after each this many screens. */
const SCREENS_PER_DISTANCE = 1000;
/**
 * A recording that takes longer is hostile, for example with slow escape sequences. The data read until then is stored.
 */
export const timeMaxMs = (bytes: number): number => 120_000 + bytes / 1000;

/** A recording that crashed a thread or process this often is not retried. */
export const ATTEMPTS_MAX = 3;

/** `texts`: undefined if only screens are needed. Resolves with what can be searched. Rejects if `signal` aborts. */
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
  #output: OutputScan;
  /** Number of the event after the last print. */
  #next = 0;
  #lastScreen = { offset: 0, ms: 0 };

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
    this.#output = new OutputScan(
      {
        line: (line) => {
          texts?.add('line', line.ms, line.text);
          transcript.line(line);
        },
        command: (command) => {
          texts?.add('command', command.ms, command.text);
          transcript.command(command);
        },
      },
      () => transcript.flush(),
    );
  }

  async run(signal: AbortSignal): Promise<TextState> {
    const output = this.#output;
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
        if (ENDS_OF_RECORDINGS.includes(textAt(event, 'event')) && output.firstPrintMs !== undefined)
          durationMs = Math.max(0, Date.parse(textAt(event, 'time')) - output.firstPrintMs);
        await this.#take(event, bytes);
      }
      await output.printWaiting(bytes);
    } finally {
      await bytes?.close();
    }
    const lastScreen = output.scan.text();
    if (output.read > 0) await this.#addScreen();
    output.scan.end();
    this.#texts?.end();
    // Before the overview: when a recording is reported as ready, its text exists.
    if (isWhole) await this.#transcript.finish();
    else await this.#transcript.abandon();
    const overview = { durationMs: Math.max(durationMs || 0, output.ms), bytes: this.#recording.bytes };
    const transcript = isWhole ? ({ transcript: true } as const) : {};
    if (output.read === 0) await this.#screens.finish({ ...overview, ...(this.#transcript.hasCommands && transcript) });
    else await this.#screens.finish({ ...overview, ...output.largest, lastScreen, ...transcript });
    return isWhole && !this.#texts?.isCut ? 'ready' : 'cut';
  }

  async #take(event: JsonObject, bytes: FileHandle | undefined): Promise<void> {
    await this.#output.take(event, bytes);
    if (event['event'] !== 'print') return;
    this.#next = Number(event['id']) + 1;
    const { offset, ms: screenMs } = this.#lastScreen;
    const { indexed, ms } = this.#output;
    const distance = 2 ** Math.floor(this.#screens.count / SCREENS_PER_DISTANCE);
    if (indexed - offset < SCREEN_BYTES * distance && ms - screenMs < SCREEN_MS * distance) return;
    await this.#output.printWaiting(bytes);
    await this.#addScreen();
  }

  /** Does nothing if the output stops inside an escape sequence: then the next print adds a screen. */
  async #addScreen(): Promise<void> {
    const { scan, read, ms } = this.#output;
    if (!scan.isAtRest || read === this.#lastScreen.offset) return;
    this.#lastScreen = { offset: read, ms };
    await this.#screens.add({ ...this.#lastScreen, event: this.#next }, scan.screen());
  }
}
