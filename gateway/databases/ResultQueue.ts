// Rows on their way from a database to whoever reads them, a bounded number at a time.
import type { Cell, Column } from '../../src/wire/query/messages.ts';
import type { QueryRefused } from './DatabaseFault.ts';

export type Step =
  | { kind: 'columns'; columns: readonly Column[] }
  | { kind: 'row'; row: readonly Cell[] }
  /** The end of a result set, or of a statement without one. `command`: what was done, where the server names it. */
  | { kind: 'complete'; command?: string; count?: number };

/** Characters that wait at which the database has to wait, and at which it may go on. */
const HIGH_CHARS = 512 * 1024;
const LOW_CHARS = 128 * 1024;
/** Of a step in memory that is not a row. */
const STEP_CHARS = 100;

/** One statement's results. A driver puts them in; whoever reads takes them out. */
export class ResultQueue {
  #steps: { step: Step; chars: number }[] = [];
  #chars = 0;
  #isFull = false;
  #isDropping = false;
  #end: { error?: QueryRefused | Error } | undefined;
  #wake: (() => void) | undefined;
  #paced: (isFull: boolean) => void;

  /** `paced`: the database has to wait from here on, or may go on. */
  constructor(paced: (isFull: boolean) => void) {
    this.#paced = paced;
  }

  /** A driver that has to be asked for more must not ask. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Nothing waits to be read, and more may come. */
  get isEmpty(): boolean {
    return this.#steps.length === 0 && !this.#end;
  }

  put(step: Step, chars = STEP_CHARS): void {
    if (this.#isDropping || this.#end) return;
    this.#steps.push({ step, chars });
    this.#chars += chars;
    if (!this.#isFull && this.#chars > HIGH_CHARS) this.#pace(true);
    this.#wake?.();
  }

  /** Nothing follows. Steps that wait are still read; `error` comes after them. */
  finish(error?: QueryRefused | Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  /** What waits and what comes is not wanted. */
  drop(): void {
    this.#isDropping = true;
    this.#steps = [];
    this.#chars = 0;
    if (this.#isFull) this.#pace(false);
  }

  /** The next step; it stays. undefined at the end. Rejects with what the statement failed with. */
  async peek(): Promise<Step | undefined> {
    while (this.#steps.length === 0 && !this.#end) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    const [first] = this.#steps;
    if (first) return first.step;
    if (this.#end?.error) throw this.#end.error;
    return undefined;
  }

  /** Takes the step that `peek` gave; tells its characters. */
  take(): number {
    const taken = this.#steps.shift();
    this.#chars -= taken?.chars ?? 0;
    if (this.#isFull && this.#chars < LOW_CHARS) this.#pace(false);
    return taken?.chars ?? 0;
  }

  #pace(isFull: boolean): void {
    this.#isFull = isFull;
    this.#paced(isFull);
  }
}
