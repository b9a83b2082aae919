// The log on the standard output. Nothing waits for it: where its reader stands still or its disk is full, lines are left
// out and counted.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogStream } from '../http/log.ts';

/** Of lines that wait for their reader. */
const WAITING_MAX_BYTES = 1024 * 1024;
/** How long the end of the process waits for the reader. */
const FLUSH_MAX_MS = 1_000;

/** One for each process. From then on a standard output that fails is no error of the process. */
export class LogOutput implements LogStream {
  #output: NodeJS.WriteStream = process.stdout;
  #lost = 0;

  constructor() {
    this.#output.on('error', () => undefined); // without its reader there is nobody to be told
  }

  write(line: string): void {
    if (this.#lost > 0) {
      const msg = 'lines of the log were left out, because they could not be written';
      const notice = JSON.stringify({ level: 40, time: Date.now(), lines: this.#lost, msg });
      if (this.#isWritten(`\n${notice}\n`)) this.#lost = 0; // the line before it may be cut
    }
    if (this.#lost > 0 || !this.#isWritten(line)) this.#lost += 1;
  }

  /** Resolves when the lines are written, or after a second. */
  async flush(): Promise<void> {
    if (this.#output.writableLength === 0) return;
    const written = new Promise<void>((resolve) => this.#output.write('', () => resolve()));
    await Promise.race([written, delay(FLUSH_MAX_MS)]);
  }

  /** Also when it is on its way: pipes and terminals are given no more than they take. */
  #isWritten(text: string): boolean {
    const output = this.#output;
    if (output instanceof Socket) {
      if (output.destroyed || output.writableLength > WAITING_MAX_BYTES) return false;
      output.write(text);
      return true;
    }
    try {
      // A file. Node's stream would end at the first error.
      return writeSync(process.stdout.fd, text) === Buffer.byteLength(text);
    } catch {
      return false;
    }
  }
}
