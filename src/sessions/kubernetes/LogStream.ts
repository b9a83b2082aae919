import { ansiRuns, withoutAnsi, type AnsiRun } from './ansi.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { visibleText } from '../../lib/visibleText.ts';
import { isAbort } from '../../lib/work.ts';
import { HEARTBEAT_HEADER } from '../../wire/kubernetesJson.ts';

export type LogState = { kind: 'opening' } | { kind: 'reading' } | { kind: 'over' } | { kind: 'failed'; why: string };
/** `runs`: absent if the line has no colours. `isCut`: the line is longer than `text`. */
export type LogLine = { text: string; runs?: readonly AnsiRun[]; isCut?: true };
/** `dropped`: number of oldest lines that were removed. `version` counts the changes. */
export type LogLines = { lines: readonly LogLine[]; dropped: number; version: number };

/** People do not read more lines. The file to download has all of them. */
export const LINES_MAX = 5_000;
const LINE_MAX_CHARS = 10_000;
/** After so many missed heartbeats the connection is lost: if packets are dropped silently, it never ends by itself. */
const BEATS_LOST = 3;
/** Browsers report a network error, even if the server ended the log because roles no longer allow it. */
const LOST =
  'The connection was lost, or the server ended it. The lines that came before are still here. Read the log again to see why.';

type Ports = {
  /** Requests the log from its start. */
  fetch: (signal: AbortSignal) => Promise<Response>;
  describe: (error: unknown) => string;
};

/**
 * Follows a log and splits it into lines. While it is paused it shows nothing and the cluster waits. `dispose` ends it.
 * It can be started again afterwards.
 */
export class LogStream {
  readonly shown = new ValueStore<LogLines>({ lines: [], dropped: 0, version: 0 });
  readonly state = new ValueStore<LogState>({ kind: 'opening' });
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
    this.state.set({ kind: 'opening' });
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
    let isOpen = false;
    try {
      const response = await this.#ports.fetch(signal);
      isOpen = true;
      if (!signal.aborted) this.state.set({ kind: 'reading' });
      const silenceMs = Number(response.headers.get(HEARTBEAT_HEADER)) * BEATS_LOST * 1000;
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      let rest = '';
      for (;;) {
        const silence = silenceMs > 0 ? setTimeout(() => this.#lose(signal), silenceMs) : undefined;
        const read = await reader?.read().finally(() => clearTimeout(silence));
        while (this.paused.get() && !signal.aborted) await new Promise<void>((resolve) => (this.#wake = resolve));
        if (signal.aborted) return;
        if (!read || read.done) break;
        // A heartbeat is a NUL byte. It can also come between the bytes of a character.
        const text = decoder.decode(silenceMs > 0 ? read.value.filter(Boolean) : read.value, { stream: true });
        const pieces = (rest + text).split('\n');
        rest = (pieces.pop() ?? '').slice(0, LINE_MAX_CHARS + 1);
        this.#add(pieces);
      }
      rest += decoder.decode();
      if (rest !== '') this.#add([rest]);
      this.state.set({ kind: 'over' });
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.state.set({ kind: 'failed', why: isOpen ? LOST : this.#ports.describe(error) });
    }
  }

  #lose(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.state.set({ kind: 'failed', why: LOST });
    this.dispose();
  }

  #add(pieces: readonly string[]): void {
    if (pieces.length === 0) return;
    const { lines, dropped, version } = this.shown.get();
    const all = [...lines, ...pieces.map(lineOf)];
    const extra = Math.max(0, all.length - LINES_MAX);
    this.shown.set({ lines: extra > 0 ? all.slice(extra) : all, dropped: dropped + extra, version: version + 1 });
  }
}

/** All characters except those that control colours and movements. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const PRINTED = /[^\0-\x1f\x7f]+/g;

/** The time that the cluster adds before a line. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z /;

/** Progress bars return to the start of their line, so the last text is shown. */
function lastPrinted(line: string): string {
  const last = line.split('\r').findLast((part) => part !== '') ?? '';
  const [time = ''] = TIME.exec(line) ?? [];
  return last.startsWith(time) ? last : time + last;
}

function lineOf(printed: string): LogLine {
  const piece = lastPrinted(printed);
  const visible = piece.slice(0, LINE_MAX_CHARS).replace(PRINTED, visibleText);
  const line = visible.slice(0, LINE_MAX_CHARS);
  const text = withoutAnsi(line);
  return {
    text,
    ...(line.includes('\x1b[') && { runs: ansiRuns(line) }),
    ...((piece.length > LINE_MAX_CHARS || visible.length > LINE_MAX_CHARS) && { isCut: true }),
  };
}
