import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { formatBytes } from '../../../lib/numbers.ts';
import { fileNameOf, saveFile } from '../../../ui/plain/saveFile.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import type { ExportChoice, ExportState, PlayerExports } from '../Player.ts';
import type { Transcript } from '../Transcript.ts';
import type { TerminalPlayer } from '../terminal/TerminalPlayer.ts';
import { castLines } from './castFile.ts';

type ExportForm = 'cast' | 'text' | 'html';

/** A page with more output opens slowly in every browser. */
const HTML_BYTES_MAX = 128 * 1024 * 1024;

const FORMS: readonly { form: ExportForm; label: string; text: string }[] = [
  { form: 'cast', label: 'asciicast v2', text: 'For asciinema and other players' },
  { form: 'html', label: 'HTML page', text: 'One file that plays without a network' },
  { form: 'text', label: 'Plain text', text: 'The transcript with its times' },
];

const ENDINGS: Readonly<Record<ExportForm, string>> = { cast: 'cast', text: 'txt', html: 'html' };

/** Exports a recording as a file, one export at a time. */
export class Exports implements PlayerExports {
  readonly state = new ValueStore<ExportState>({ kind: 'none' });
  #player: TerminalPlayer;
  #abort: AbortController | undefined;

  constructor(player: TerminalPlayer) {
    this.#player = player;
  }

  choices(): ExportChoice[] {
    const { timeline, track } = this.#player;
    const tooLarge = timeline.totalBytes > HTML_BYTES_MAX && `More than ${formatBytes(HTML_BYTES_MAX)} of output`;
    const off = track.isWhole ? undefined : 'The recording is still loading';
    return FORMS.map((choice) => ({ ...choice, off: (choice.form === 'html' && tooLarge) || off }));
  }

  /** `title` names the recording and the file. */
  async save(form: ExportForm, title: string, about: string): Promise<void> {
    if (this.state.get().kind === 'running') return;
    const abort = (this.#abort = new AbortController());
    this.state.set({ kind: 'running', share: 0 });
    try {
      const content = await this.#content(form, title, about, abort.signal);
      abort.signal.throwIfAborted();
      saveFile(`${fileNameOf(title)}.${ENDINGS[form]}`, content);
      this.state.set({ kind: 'none' });
    } catch (error) {
      this.state.set(isAbort(error) ? { kind: 'none' } : { kind: 'failed', error });
    }
  }

  cancel(): void {
    this.#abort?.abort();
    this.state.set({ kind: 'none' });
  }

  async #content(form: ExportForm, title: string, about: string, signal: AbortSignal): Promise<Blob> {
    if (form === 'text') return this.#text(signal);
    const cast = await this.#cast(form, title, signal);
    if (form === 'cast') return cast;
    const { htmlPage } = await import('./htmlPage.ts');
    return htmlPage(cast, { title, about }, signal);
  }

  /** Reads the text to its end first: a file with a part of it would look complete. */
  async #text(signal: AbortSignal): Promise<Blob> {
    const { scan, timeline, transcript, bytes } = this.#player;
    const total = Math.max(1, timeline.totalBytes);
    scan.readOn();
    await scan.whenDone((bytes) => this.state.set({ kind: 'running', share: Math.min(1, bytes / total) }), signal);
    const last = await bytes.read(total - 1, 1, signal);
    if (timeline.totalBytes > 0 && last.length === 0)
      return textFile(transcript, 'The output at the end is missing in the recording');
    // A server that has read the whole recording has text beyond the events that arrived.
    const isBeyond = transcript.msOf(transcript.count - 1) > timeline.durationMs;
    return textFile(transcript, isBeyond ? undefined : this.#missing);
  }

  /** What is missing if the events of the recording stop in the middle. */
  get #missing(): string | undefined {
    return this.#player.load.get().kind === 'broken' ? this.#player.notice() : undefined;
  }

  /** The parts become blobs at once, which browsers store outside the memory of the page. */
  async #cast(form: ExportForm, title: string, signal: AbortSignal): Promise<Blob> {
    const { timeline, bytes } = this.#player;
    const parts: Blob[] = [];
    const total = Math.max(1, timeline.totalBytes);
    let done = 0;
    const read = async (offset: number, length: number) => {
      done = offset + length;
      return bytes.read(offset, length, signal);
    };
    const about = { title, startedAt: timeline.firstPrintAt, missing: this.#missing };
    for await (const part of castLines(timeline, read, about)) {
      signal.throwIfAborted();
      parts.push(new Blob([part]));
      this.state.set({ kind: 'running', share: done / total });
    }
    return new Blob(parts);
  }
}

/** Lines in one part of the file. */
const PART_LINES = 20_000;

/** The recording as text, each line with its time. */
function textFile(transcript: Transcript, missing: string | undefined): Blob {
  const parts: Blob[] = [];
  for (let first = 0; first < transcript.count; first += PART_LINES) {
    let part = '';
    for (let line = first; line < Math.min(transcript.count, first + PART_LINES); line++)
      part += `${displayTime(transcript.msOf(line)).padStart(8)}  ${transcript.textOf(line)}\n`;
    parts.push(new Blob([part]));
  }
  if (transcript.omitted > 0) parts.push(new Blob([`\n${transcript.omitted} more lines are not in this file\n`]));
  if (missing !== undefined) parts.push(new Blob([`\n${missing}\n`]));
  return new Blob(parts);
}
