import { fromUtf8 } from '../../../lib/encoding.ts';
import { CUT, exitStatusIn, NO_SHELL } from '../../../wire/terminal/closeTexts.ts';
import type { Ending } from './sessionState.ts';

/** The end of the last output that is looked at; the texts of `closeTexts.ts` are shorter. */
const TAIL_BYTES = 200;

/** What ended a session, or kept it from beginning, in the server's words. */
export type LastWord = Ending | { kind: 'refused'; why: string };

/**
 * What the last output before a drop without `c` tells (streams §3.8, §3.9). The server prints it as ordinary output and
 * says it nowhere else.
 */
export function lastWordOf(lastOutput: Uint8Array | undefined): LastWord | undefined {
  const tail = fromUtf8(lastOutput?.subarray(-TAIL_BYTES) ?? new Uint8Array());
  if (tail === NO_SHELL) return { kind: 'refused', why: NO_SHELL };
  const line = tail.slice(tail.lastIndexOf('\n') + 1);
  const status = exitStatusIn(line);
  if (status !== undefined) return { kind: 'exit', status };
  return line === CUT ? { kind: 'cut' } : undefined;
}

/** The first output of a session, kept as long as it may be the server's reason for not opening a shell. */
export class FirstWords {
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

  /** Something was typed: a shell must have been there. */
  forget(): void {
    this.#pieces = undefined;
  }

  /** The reason, when the socket dropped right after it. */
  refusal(nowMs: number): string | undefined {
    if (!this.#pieces || this.#bytes === 0 || nowMs - this.#sinceMs > REFUSAL_WITHIN_MS) return undefined;
    return this.#pieces.map(fromUtf8).join('').replace(/\r/g, '').trim();
  }
}

/** Shells dress their prompts, servers speak plainly. */
const ESCAPE = 0x1b;
const REFUSAL_MAX_BYTES = 4096;
/** A refusal and the drop are one act of the server; a shell that dies on its own takes at least a person's time. */
const REFUSAL_WITHIN_MS = 1500;
