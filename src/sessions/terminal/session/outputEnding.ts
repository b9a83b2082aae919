import { fromUtf8 } from '../../../lib/encoding.ts';
import { CUT, exitStatusIn, NO_SHELL } from '../../../wire/terminal/closeTexts.ts';
import type { Ending } from './sessionState.ts';

/** Bytes at the end of the last output that are checked. The texts of `closeTexts.ts` are shorter. */
const TAIL_BYTES = 200;

/** The end or the refusal of a session, from the server's text. */
export type OutputEnding = Ending | { kind: 'refused'; why: string };

/**
 * Reads the last output before a connection closed without `c` (streams §3.8, §3.9). The server prints its reason as
 * ordinary output and sends it nowhere else.
 */
export function outputEnding(lastOutput: Uint8Array | undefined): OutputEnding | undefined {
  const tail = fromUtf8(lastOutput?.subarray(-TAIL_BYTES) ?? new Uint8Array());
  if (tail === NO_SHELL) return { kind: 'refused', why: NO_SHELL };
  const line = tail.slice(tail.lastIndexOf('\n') + 1);
  const status = exitStatusIn(line);
  if (status !== undefined) return { kind: 'exit', status };
  return line === CUT ? { kind: 'cut' } : undefined;
}

/** The first output of a session, kept while it may be the server's reason for not opening a shell. */
export class FirstOutput {
  #pieces: Uint8Array[] | undefined = [];
  #bytes = 0;
  #sinceMs = 0;

  add(output: Uint8Array, nowMs: number): void {
    if (!this.#pieces) return;
    if (this.#bytes === 0) this.#sinceMs = nowMs;
    this.#bytes += output.length;
    if (this.#bytes > REFUSAL_MAX_BYTES || output.includes(ESCAPE)) this.#pieces = undefined;
    else this.#pieces.push(output);
  }

  /** There was input, so a shell must have existed. */
  forget(): void {
    this.#pieces = undefined;
  }

  /** The reason, if the socket closed right after it. */
  refusal(nowMs: number): string | undefined {
    if (!this.#pieces || this.#bytes === 0 || nowMs - this.#sinceMs > REFUSAL_WITHIN_MS) return undefined;
    return this.#pieces.map(fromUtf8).join('').replace(/\r/g, '').trim();
  }
}

/** Prompts of shells have escape sequences, messages of servers do not. */
const ESCAPE = 0x1b;
const REFUSAL_MAX_BYTES = 4096;
/** A server closes the socket right after a refusal. A shell that exits takes longer. */
const REFUSAL_WITHIN_MS = 1500;
