// A command as a process group of this machine.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { reason } from '../config/files.ts';
import type { LoginCommand } from '../terminal/loginCommand.ts';
import { STATUS_OF_SIGNAL } from '../terminal/target.ts';
import { CANCEL_MS, type CommandListener, type RunningCommand } from './commandTarget.ts';

export class ProcessCommand implements RunningCommand {
  #child: ChildProcessByStdio<null, Readable, Readable>;
  #outputs: Readable[] = [];
  #kill: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor({ argv, env, cwd }: LoginCommand, listener: CommandListener) {
    const [file, ...args] = argv;
    // A separate process group can be signalled as a whole.
    this.#child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const finish = (status: number) => {
      if (this.#isOver) return;
      this.#isOver = true;
      clearTimeout(this.#kill);
      listener.end({ kind: 'exited', status });
    };
    this.#child.on('error', (error) => {
      if (this.#child.pid !== undefined) return;
      listener.stderr(Buffer.from(`The command could not be started: ${reason(error)}\n`));
      finish(STATUS_OF_SIGNAL);
    });
    if (this.#child.pid === undefined) return; // without file descriptors it has no streams
    const { stdout, stderr } = this.#child;
    this.#outputs = [stdout, stderr];
    stdout.on('data', (bytes: Buffer) => listener.stdout(bytes));
    stderr.on('data', (bytes: Buffer) => listener.stderr(bytes));
    this.pause();
    // A process that still holds the output keeps the command running, like over SSH.
    this.#child.on('close', (status) => finish(status ?? STATUS_OF_SIGNAL));
  }

  pause(): void {
    for (const output of this.#outputs) output.pause();
  }

  resume(): void {
    for (const output of this.#outputs) output.resume();
  }

  cancel(): void {
    if (this.#isOver || this.#kill) return;
    this.resume();
    this.#signal('SIGTERM');
    this.#kill = setTimeout(() => {
      this.#signal('SIGKILL');
      // Processes that have left the group may hold them forever.
      for (const output of this.#outputs) output.destroy();
    }, CANCEL_MS);
  }

  #signal(name: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, name);
    } catch {
      // All of them have just exited.
    }
  }
}
