// Both ends of a session in the gateway, driven by a test.
import { EventEmitter } from 'node:events';
import type { Shell, ShellListener } from '../../gateway/terminal/target.ts';
import { fromUtf8, utf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope, encodeEnvelope } from '../../src/wire/envelope.ts';
import type { TermSize } from '../../src/wire/terminal/resize.ts';

/** The gateway's end of a socket. Its other end reads only when the test calls `take`. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  paused = false;
  frames: { type: string; text: string }[] = [];
  ended: number | 'dropped' | undefined;
  endedWhy: string | undefined;
  takes = true;
  #waiting: (() => void)[] = [];

  send(frame: Uint8Array, sent: () => void): void {
    const { type, payload } = decodeEnvelope(frame);
    this.frames.push({ type, text: fromUtf8(payload) });
    this.bufferedAmount += frame.length;
    this.#waiting.push(() => {
      this.bufferedAmount -= frame.length;
      sent();
    });
    if (this.takes) this.take();
  }
  take(): void {
    for (const sent of this.#waiting.splice(0)) sent();
  }
  receive(type: string, payload: string): void {
    this.emit('message', Buffer.from(encodeEnvelope(type, payload, 'client')), true);
  }
  pause = () => void (this.paused = true);
  resume = () => void (this.paused = false);
  ping = () => undefined;
  close(code: number, why: string): void {
    this.ended ??= code;
    this.endedWhy ??= why;
  }
  terminate(): void {
    this.ended ??= 'dropped';
  }
  get types(): string {
    return this.frames.map(({ type }) => type).join('');
  }
}

/** A shell that records its calls. */
export class FakeShell implements Shell {
  listener: ShellListener | undefined;
  typed = '';
  sizes: string[] = [];
  paused = false;
  reads = true;
  hungUp = false;
  write(bytes: Uint8Array): boolean {
    this.typed += fromUtf8(bytes);
    return this.reads;
  }
  resize = ({ cols, rows }: TermSize) => void this.sizes.push(`${cols}:${rows}`);
  pause = () => void (this.paused = true);
  resume = () => void (this.paused = false);
  hangUp = () => void (this.hungUp = true);
  async prints(text: string): Promise<void> {
    this.listener?.output(utf8(text));
    await new Promise(setImmediate);
  }
}
