// Where a command runs without a terminal: on this machine, or over SSH.
import type { ShellEnd, TargetNode } from '../terminal/target.ts';

export type CommandListener = {
  /** Views that nobody writes to again. */
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  /** The last call: all output has been told before. */
  end(end: ShellEnd): void;
};

export type RunningCommand = {
  /** Between these two nothing is told, and what the command prints waits on its side. */
  pause(): void;
  resume(): void;
  /** Asks the command and all that it has started to go, and sees to it that they do. `end` follows. */
  cancel(): void;
};

export type CommandTarget = {
  readonly node: TargetNode;
  /**
   * Begins paused: call `resume`. Rejects with a TargetError where nothing can be run. `signal`: the client has disconnected.
   */
  run(login: string, line: string, listener: CommandListener, signal: AbortSignal): Promise<RunningCommand>;
};

/** How long a command that was asked to go may take for it. */
export const CANCEL_MS = 3000;
