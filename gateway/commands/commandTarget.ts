// Runs a command without a terminal: on this machine, or over SSH.
import type { ShellEnd, TargetNode } from '../terminal/target.ts';

export type CommandListener = {
  /** The bytes are views whose memory is not written again. */
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  /** The last call, after all output. */
  end(end: ShellEnd): void;
};

export type RunningCommand = {
  /** Between `pause` and `resume` no output arrives. It waits on the side of the command. */
  pause(): void;
  resume(): void;
  /** Asks the command and all its processes to exit, and makes sure that they do. `end` follows. */
  cancel(): void;
};

export type CommandTarget = {
  readonly node: TargetNode;
  /**
   * Starts paused: call `resume`. Rejects with a TargetError if it cannot be run. `signal`: the client has
   * disconnected.
   */
  run(login: string, line: string, listener: CommandListener, signal: AbortSignal): Promise<RunningCommand>;
};

/** How long a cancelled command may take to exit. */
export const CANCEL_MS = 3000;
