import { ansiRuns, withoutAnsi, type AnsiRun } from './ansi.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { isAbort } from '../../lib/work.ts';

export type LogState = { kind: 'reading' } | { kind: 'over' } | { kind: 'failed'; why: string };
/** `runs`: absent where the line has no colours. */
export type LogLine = { text: string; runs?: readonly AnsiRun[] };
/** `dropped`: oldest lines that are not here any more. `version` counts the changes. */
export type LogLines = { lines: readonly LogLine[]; dropped: number; version: number };

/** More is no reading for a person; the file to download has them all. */
export const LINES_MAX = 5_000;
const LINE_MAX_CHARS = 10_000;

type Ports = {
  /** Begins the log anew. */
  fetch: (signal: AbortSignal) => Promise<Response>;
  describe: (error: unknown) => string;
};

/**
 * A log as it comes, in lines. While it is paused nothing is read, and the cluster waits. `dispose` ends it; it may be
 * begun again.
 */
export class LogStream {
  readonly shown = new ValueStore<LogLines>({ lines: [], dropped: 0, version: 0 });
  readonly state = new ValueStore<LogState>({ kind: 'reading' });
  readonly paused = new ValueStore(false);
  #ports: Ports;
  #abort = new AbortController();
  #wake: (() => void) | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  start(): void {
    this.dispose();
    this.#abort = new AbortController();
    this.paused.set(false);
    this.state.set({ kind: 'reading' });
    this.shown.set({ lines: [], dropped: 0, version: 0 });
    void this.#read(this.#abort.signal);
  }

  pause(on: boolean): void {
    this.paused.set(on);
    if (!on) this.#wake?.();
  }

  dispose(): void {
    this.#abort.abort();
    this.#wake?.();
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      const response = await this.#ports.fetch(signal);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        if (this.paused.get()) await new Promise<void>((resolve) => (this.#wake = resolve));
        const read = await reader?.read();
        if (signal.aborted) return;
        if (!read || read.done) break;
        const pieces = (rest + read.value).split('\n');
        rest = (pieces.pop() ?? '').slice(0, LINE_MAX_CHARS);
        this.#add(pieces);
      }
      if (rest !== '') this.#add([rest]);
      this.state.set({ kind: 'over' });
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.state.set({ kind: 'failed', why: this.#ports.describe(error) });
    }
  }

  #add(pieces: readonly string[]): void {
    if (pieces.length === 0) return;
    const { lines, dropped, version } = this.shown.get();
    const all = [...lines, ...pieces.map(lineOf)];
    const extra = Math.max(0, all.length - LINES_MAX);
    this.shown.set({ lines: extra > 0 ? all.slice(extra) : all, dropped: dropped + extra, version: version + 1 });
  }
}

function lineOf(piece: string): LogLine {
  const line = piece.slice(0, LINE_MAX_CHARS);
  const text = withoutAnsi(line);
  return line.includes('\x1b[') ? { text, runs: ansiRuns(line) } : { text };
}
