// A bounded queue of rows between a database and their reader.
import type { Cell, Column } from '../../src/wire/query/messages.ts';
import { cellChars } from './cells.ts';
import type { QueryRefused } from './DatabaseFault.ts';

export type Step =
  | { kind: 'columns'; columns: readonly Column[] }
  | { kind: 'row'; row: readonly Cell[] }
  /** The end of a result set, or of a statement without one. `command`: what was done, if the server names it. */
  | { kind: 'complete'; command?: string; count?: number };

/** Queued characters at which the database has to wait, and at which it may continue. */
const HIGH_CHARS = 512 * 1024;
const LOW_CHARS = 128 * 1024;
/** The size of a step, beyond its texts. */
const STEP_CHARS = 100;

/** The results of one statement. A driver adds them and a reader takes them out. */
export class ResultQueue {
  #steps: { step: Step; chars: number }[] = [];
  #chars = 0;
  #isFull = false;
  #isDropping = false;
  #end: { error?: QueryRefused | Error } | undefined;
  #wake: (() => void) | undefined;
  #paced: (isFull: boolean) => void;

  /** `paced`: the database has to wait from now on, or may continue. */
  constructor(paced: (isFull: boolean) => void) {
    this.#paced = paced;
  }

  /** While true, a driver must not request more rows. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The queue is empty, but more steps may come. */
  get isEmpty(): boolean {
    return this.#steps.length === 0 && !this.#end;
  }

  put(step: Step): void {
    if (this.#isDropping || this.#end) return;
    const chars = charsOf(step);
    this.#steps.push({ step, chars });
    this.#chars += chars;
    if (!this.#isFull && this.#chars > HIGH_CHARS) this.#pace(true);
    this.#wake?.();
  }

  /** No steps follow. Queued steps can still be read. `error` comes after them. */
  finish(error?: QueryRefused | Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  /** Discards queued and later steps. */
  drop(): void {
    this.#isDropping = true;
    this.#steps = [];
    this.#chars = 0;
    if (this.#isFull) this.#pace(false);
  }

  /** The next step, without removing it. undefined at the end. Rejects with the error of the statement. */
  async peek(): Promise<Step | undefined> {
    while (this.#steps.length === 0 && !this.#end) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const [first] = this.#steps;
    if (first) return first.step;
    if (this.#end?.error) throw this.#end.error;
    return undefined;
  }

  /** Removes the step that `peek` returned. Returns its characters. */
  take(): number {
    const step = this.#steps.shift();
    this.#chars -= step?.chars ?? 0;
    if (this.#isFull && this.#chars < LOW_CHARS) this.#pace(false);
    return step?.chars ?? 0;
  }

  #pace(isFull: boolean): void {
    this.#isFull = isFull;
    this.#paced(isFull);
  }
}

function charsOf(step: Step): number {
  if (step.kind === 'row') return step.row.reduce<number>((sum, cell) => sum + cellChars(cell), STEP_CHARS);
  if (step.kind === 'complete') return STEP_CHARS;
  return step.columns.reduce((sum, { name, type }) => sum + name.length + type.length + STEP_CHARS, STEP_CHARS);
}
