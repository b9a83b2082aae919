// A shell on a PTY of this machine. The binary of node-pty makes the system calls. Its JavaScript is not used: it
// discards unread output 200 ms after the exit of a shell (a paused terminal loses its last lines), and its writes spin
// the process while a shell does not read.
//
// The gateway also keeps the other side of the PTY open. When all holders have closed it, the event loop takes the next
// short read for the last one. Reads of a PTY are always short, so the end of a flood would be lost. The output that is
// left after the exit is therefore read without the event loop.
import { requireBinary } from '@lydell/node-pty/requireBinary.js';
import { chownSync, closeSync, constants, openSync, readSync, statSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import type { LoginCommand } from './loginCommand.ts';
import { STATUS_OF_SIGNAL, type Shell, type ShellListener } from './target.ts';

/** After its exit a shell may leave programs that hold the terminal. A silence of this length ends it. */
const QUIET_AFTER_EXIT_MS = 200;
/** More output than the kernel buffers also ends it: the rest was printed after the exit. */
const LAST_WORDS_BYTES = 256 * 1024;
/** A shell that ignores SIGHUP is killed after this time. */
const KILL_AFTER_MS = 3000;
/** Unread input at which the sender has to wait. */
const INPUT_HIGH_BYTES = 256 * 1024;
/** The delay before unread input is written again. It doubles while the shell reads nothing. */
const INPUT_RETRY_MS = 1;
const INPUT_RETRY_MAX_MS = 64;
const READS_PER_TURN = 8;
/** A shell's terminal must not become the controlling terminal of the gateway. */
const HOLD_FLAGS = constants.O_RDWR | constants.O_NOCTTY;

const binary = requireBinary('pty.node');
/** Reads are synchronous, so all shells share one buffer. */
const scratch = Buffer.allocUnsafe(64 * 1024);

export class PtyShell implements Shell {
  readonly pid: number;
  #fd: number;
  #device: string;
  #holdFd: number | undefined;
  #stream: ReadStream;
  #listener: ShellListener;
  #state: { kind: 'running' } | { kind: 'exited'; status: number; lastMessages: number } | { kind: 'ended' } = {
    kind: 'running',
  };
  #input: Uint8Array[] = [];
  #inputBytes = 0;
  #drainRequested = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = INPUT_RETRY_MS;
  #quiet: NodeJS.Timeout | undefined;
  #kill: NodeJS.Timeout | undefined;

  constructor({ argv, env, cwd, owner }: LoginCommand, size: TermSize, listener: ShellListener) {
    this.#listener = listener;
    const [file, ...args] = argv;
    const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const forked = binary.fork(file, args, pairs, cwd, size.cols, size.rows, -1, -1, true, '', (code, signal) =>
      this.#exited(signal === 0 ? code : STATUS_OF_SIGNAL),
    );
    this.pid = forked.pid;
    this.#fd = forked.fd;
    this.#device = forked.pty;
    this.#stream = new ReadStream(forked.fd);
    this.#stream.on('data', (bytes: Buffer) => this.#output(bytes));
    // Reading fails with EIO when no process holds the other side.
    this.#stream.on('error', () => this.#stream.destroy());
    this.#stream.on('close', () => this.#closed());
    try {
      this.#holdFd = openSync(forked.pty, HOLD_FLAGS);
      // Programs open their terminal by name, so it belongs to the login's account, as with sshd.
      if (owner !== undefined) chownSync(forked.pty, owner, statSync(forked.pty).gid);
    } catch (error) {
      this.#stream.destroy(); // this also ends the shell
      throw error;
    }
  }

  write(bytes: Uint8Array): boolean {
    if (this.#state.kind === 'ended' || bytes.length === 0) return true;
    this.#input.push(bytes);
    this.#inputBytes += bytes.length;
    if (this.#retry === undefined) this.#pump();
    this.#drainRequested = this.#inputBytes > INPUT_HIGH_BYTES;
    return !this.#drainRequested;
  }

  resize({ cols, rows }: TermSize): void {
    // After the end, the descriptor may belong to another file.
    if (!this.#stream.destroyed) binary.resize(this.#fd, cols, rows);
  }

  pause(): void {
    this.#stream.pause();
    clearTimeout(this.#quiet);
  }

  resume(): void {
    this.#stream.resume();
    setImmediate(() => this.#drain());
  }

  hangUp(): void {
    if (this.#state.kind === 'ended') return;
    this.resume();
    this.#signal('SIGHUP');
    this.#kill ??= setTimeout(() => {
      this.#signal('SIGKILL');
      this.#end(STATUS_OF_SIGNAL);
    }, KILL_AFTER_MS);
  }

  #output(bytes: Buffer): void {
    this.#listener.output(bytes);
    this.#readOn();
    if (this.#state.kind !== 'exited') return;
    this.#state.lastMessages += bytes.length;
    setImmediate(() => this.#drain());
  }

  /**
   * The event loop reads four kilobytes in a turn. A flood has more, so a few extra reads follow, without blocking
   * other work.
   */
  #readOn(): void {
    for (let reads = 0; reads < READS_PER_TURN; reads++) {
      if (this.#state.kind !== 'running' || this.#stream.isPaused()) return;
      const found = this.#readNow();
      if (found === 'closed' || found === 'nothing') return; // the stream notices it too
      this.#listener.output(found);
    }
  }

  /** Writes what the kernel accepts and retries with the rest until the shell reads it. */
  #pump(): void {
    this.#retry = undefined;
    for (let bytes = this.#input[0]; bytes; bytes = this.#input[0]) {
      const writtenBytes = this.#tryWrite(bytes);
      this.#inputBytes -= writtenBytes;
      this.#retryMs = writtenBytes > 0 ? INPUT_RETRY_MS : Math.min(2 * this.#retryMs, INPUT_RETRY_MAX_MS);
      if (writtenBytes === bytes.length) this.#input.shift();
      else {
        this.#input[0] = bytes.subarray(writtenBytes);
        this.#retry = setTimeout(() => this.#pump(), this.#retryMs);
        break;
      }
    }
    if (this.#drainRequested && this.#inputBytes <= INPUT_HIGH_BYTES / 2) {
      this.#drainRequested = false;
      this.#listener.drained();
    }
  }

  #tryWrite(bytes: Uint8Array): number {
    if (this.#stream.destroyed) return bytes.length;
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      // Any error except EAGAIN means that the input can never be read.
      return notNow(error) ? 0 : bytes.length;
    }
  }

  #exited(status: number): void {
    if (this.#state.kind !== 'running') return;
    this.#state = { kind: 'exited', status, lastMessages: 0 };
    this.#drain();
  }

  /**
   * Reads what the kernel still buffers from a shell that exited, and ends when no other process holds the terminal.
   */
  #drain(): void {
    // The stream's own data comes first. Its output, or `resume`, calls this again.
    if (this.#state.kind !== 'exited' || this.#stream.isPaused() || this.#stream.readableLength > 0) return;
    const { status } = this.#state;
    while (this.#state.lastMessages <= LAST_WORDS_BYTES) {
      const found = this.#readNow();
      if (found === 'closed') return this.#end(status);
      if (found !== 'nothing') {
        this.#state.lastMessages += found.length;
        this.#listener.output(found);
      } else if (this.#holdFd !== undefined) this.#letGo();
      else {
        try {
          this.#holdFd = openSync(this.#device, HOLD_FLAGS);
        } catch {
          return this.#end(status); // a program has locked the terminal, or no file can be opened
        }
        clearTimeout(this.#quiet);
        this.#quiet = setTimeout(() => this.#end(status), QUIET_AFTER_EXIT_MS);
        return;
      }
    }
    this.#end(status);
  }

  #readNow(): Buffer | 'nothing' | 'closed' {
    if (this.#stream.destroyed) return 'closed';
    try {
      const count = readSync(this.#fd, scratch);
      return count > 0 ? Buffer.from(scratch.subarray(0, count)) : 'closed';
    } catch (error) {
      return notNow(error) ? 'nothing' : 'closed';
    }
  }

  #letGo(): void {
    if (this.#holdFd !== undefined) closeSync(this.#holdFd);
    this.#holdFd = undefined;
  }

  #closed(): void {
    if (this.#state.kind === 'exited') this.#end(this.#state.status);
    // Otherwise the shell closed its terminal but still runs. It can show nothing without one.
    else this.hangUp();
  }

  #end(status: number): void {
    if (this.#state.kind === 'ended') return;
    this.#state = { kind: 'ended' };
    for (const timer of [this.#retry, this.#quiet, this.#kill]) clearTimeout(timer);
    this.#input = [];
    this.#inputBytes = 0;
    this.#letGo();
    this.#stream.destroy();
    this.#listener.end({ kind: 'exited', status });
  }

  #signal(name: 'SIGHUP' | 'SIGKILL'): void {
    if (this.#state.kind !== 'running') return; // the number may belong to another process now
    try {
      process.kill(this.pid, name);
    } catch {
      // It exited at this moment. Its exit event follows.
    }
  }
}

/** The kernel has no data, or no room for data, at this moment. */
const notNow = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
