// A shell on a PTY of this machine. The binary of node-pty does the system calls; its JavaScript is left out because it
// throws away what is unread 200 ms after a shell's exit (a paused terminal then loses its last lines) and because its
// writes spin the process while a shell does not read.
//
// The other side of the PTY is held open here as well. Once nobody has it any more the event loop takes the next short
// read for the last one, and reads of a PTY are always short: the end of a flood would be lost. What is left after the
// exit is read without the event loop instead.
import { requireBinary } from '@lydell/node-pty/requireBinary.js';
import { chownSync, closeSync, constants, openSync, readSync, statSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { TermSize } from '../../src/wire/terminal/resize.ts';
import type { LoginCommand } from './loginCommand.ts';
import { STATUS_OF_SIGNAL, type Shell, type ShellListener } from './target.ts';

/** After its exit a shell may leave programs behind that hold the terminal: their silence of this length ends it, */
const QUIET_AFTER_EXIT_MS = 200;
/** and so does more output than the kernel keeps of what was printed before the exit. */
const LAST_WORDS_BYTES = 256 * 1024;
/** A shell that ignores being hung up is killed. */
const KILL_AFTER_MS = 3000;
/** Input that waits for a shell to read: from here on the sender is asked to wait. */
const INPUT_HIGH_BYTES = 256 * 1024;
/** How soon it is offered again, doubled while nothing is taken. */
const INPUT_RETRY_MS = 1;
const INPUT_RETRY_MAX_MS = 64;
const READS_PER_TURN = 8;
/** The gateway must not get a shell's terminal as its own. */
const HOLD_FLAGS = constants.O_RDWR | constants.O_NOCTTY;

const binary = requireBinary('pty.node');
/** Reads are synchronous, so one is enough for all shells. */
const scratch = Buffer.allocUnsafe(64 * 1024);

export class PtyShell implements Shell {
  readonly pid: number;
  #fd: number;
  #device: string;
  #held: number | undefined;
  #stream: ReadStream;
  #listener: ShellListener;
  #state: { kind: 'running' } | { kind: 'exited'; status: number; lastMessages: number } | { kind: 'ended' } = {
    kind: 'running',
  };
  #input: Uint8Array[] = [];
  #inputBytes = 0;
  #asked = false;
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
    // Reading ends with EIO once nobody holds the other side.
    this.#stream.on('error', () => this.#stream.destroy());
    this.#stream.on('close', () => this.#closed());
    try {
      this.#held = openSync(forked.pty, HOLD_FLAGS);
      // Programs open their terminal by name: it belongs to whoever logs in, as after a login through SSH.
      if (owner !== undefined) chownSync(forked.pty, owner, statSync(forked.pty).gid);
    } catch (error) {
      this.#stream.destroy(); // which ends the shell too
      throw error;
    }
  }

  write(bytes: Uint8Array): boolean {
    if (this.#state.kind === 'ended' || bytes.length === 0) return true;
    this.#input.push(bytes);
    this.#inputBytes += bytes.length;
    if (this.#retry === undefined) this.#pump();
    this.#asked = this.#inputBytes > INPUT_HIGH_BYTES;
    return !this.#asked;
  }

  resize({ cols, rows }: TermSize): void {
    // After the end the number may be another file's.
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

  /** The event loop reads four kilobytes in a turn. A flood has more to give; a few reads leave the others their turn. */
  #readOn(): void {
    for (let reads = 0; reads < READS_PER_TURN; reads++) {
      if (this.#state.kind !== 'running' || this.#stream.isPaused()) return;
      const found = this.#readNow();
      if (found === 'closed' || found === 'nothing') return; // the stream will find out too
      this.#listener.output(found);
    }
  }

  /** The kernel takes what the shell has room for; the rest is offered again until it reads. */
  #pump(): void {
    this.#retry = undefined;
    for (let bytes = this.#input[0]; bytes; bytes = this.#input[0]) {
      const taken = this.#tryWrite(bytes);
      this.#inputBytes -= taken;
      this.#retryMs = taken > 0 ? INPUT_RETRY_MS : Math.min(2 * this.#retryMs, INPUT_RETRY_MAX_MS);
      if (taken === bytes.length) this.#input.shift();
      else {
        this.#input[0] = bytes.subarray(taken);
        this.#retry = setTimeout(() => this.#pump(), this.#retryMs);
        break;
      }
    }
    if (this.#asked && this.#inputBytes <= INPUT_HIGH_BYTES / 2) {
      this.#asked = false;
      this.#listener.drained();
    }
  }

  #tryWrite(bytes: Uint8Array): number {
    if (this.#stream.destroyed) return bytes.length;
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      // Anything but "no room now" means that nobody will ever read it.
      return notNow(error) ? 0 : bytes.length;
    }
  }

  #exited(status: number): void {
    if (this.#state.kind !== 'running') return;
    this.#state = { kind: 'exited', status, lastMessages: 0 };
    this.#drain();
  }

  /** Takes what the kernel still has of a shell that exited, and ends when nobody else holds its terminal. */
  #drain(): void {
    // What was read before comes first; it, or `resume`, leads back here.
    if (this.#state.kind !== 'exited' || this.#stream.isPaused() || this.#stream.readableLength > 0) return;
    const { status } = this.#state;
    while (this.#state.lastMessages <= LAST_WORDS_BYTES) {
      const found = this.#readNow();
      if (found === 'closed') return this.#end(status);
      if (found !== 'nothing') {
        this.#state.lastMessages += found.length;
        this.#listener.output(found);
      } else if (this.#held !== undefined) this.#letGo();
      else {
        try {
          this.#held = openSync(this.#device, HOLD_FLAGS);
        } catch {
          return this.#end(status); // a program keeps the terminal for itself, or no file can be opened
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
    if (this.#held !== undefined) closeSync(this.#held);
    this.#held = undefined;
  }

  #closed(): void {
    if (this.#state.kind === 'exited') this.#end(this.#state.status);
    // Else the shell gave up its terminal and lives on: without one there is nothing more to see.
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
    if (this.#state.kind !== 'running') return; // the number may be another process's by now
    try {
      process.kill(this.pid, name);
    } catch {
      // It went in this very moment; its exit is on the way.
    }
  }
}

/** The kernel has nothing to give, or no room to take, at this moment. */
const notNow = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';
