// Writes the log to the standard output without blocking: if its reader is stuck or its disk is full, lines are dropped
// and counted.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogStream } from '../http/log.ts';

/** Limit of unwritten lines. */
const WAITING_MAX_BYTES = 1024 * 1024;
/** How long the end of the process waits for the reader. */
const FLUSH_MAX_MS = 1_000;

/** One for each process. Afterwards errors of the standard output do not end the process. */
export class LogOutput implements LogStream {
  #output: NodeJS.WriteStream = process.stdout;
  #lost = 0;

  constructor() {
    this.#output.on('error', () => undefined); // without a reader the error cannot be reported
  }

  write(line: string): void {
    if (this.#lost > 0) {
      const msg = 'lines of the log were left out, because they could not be written';
      const notice = JSON.stringify({ level: 40, time: Date.now(), lines: this.#lost, msg });
      if (this.#isWritten(`\n${notice}\n`)) this.#lost = 0; // the line before it may be incomplete
    }
    if (this.#lost > 0 || !this.#isWritten(line)) this.#lost += 1;
  }

  /** Resolves when the lines are written, or after a second. */
  async flush(): Promise<void> {
    if (this.#output.writableLength === 0) return;
    const written = new Promise<void>((resolve) => this.#output.write('', () => resolve()));
    await Promise.race([written, delay(FLUSH_MAX_MS)]);
  }

  /** Also true if the write is pending: pipes and terminals get only as much as they accept. */
  #isWritten(text: string): boolean {
    const output = this.#output;
    if (output instanceof Socket) {
      if (output.destroyed || output.writableLength > WAITING_MAX_BYTES) return false;
      output.write(text);
      return true;
    }
    try {
      // For a file. Node's stream would end at the first error.
      return writeSync(process.stdout.fd, text) === Buffer.byteLength(text);
    } catch {
      return false;
    }
  }
}
