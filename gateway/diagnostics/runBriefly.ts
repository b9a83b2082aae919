import type { CommandListener, RunningCommand } from '../commands/commandTarget.ts';

/** `output` of both streams, up to a limit. `status` undefined: the connection was lost. */
export type CommandResult = { status: number | undefined; output: string };

const OUTPUT_MAX_BYTES = 2000;

/**
 * Runs a short command to its end. Rejects at once with the reason of `signal`, and ends the command in the background.
 */
export function runBriefly(
  start: (listener: CommandListener) => Promise<RunningCommand>,
  signal: AbortSignal,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    let output = Buffer.alloc(0);
    let running: RunningCommand | undefined;
    const cancel = () => {
      running?.cancel();
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    const collect = (bytes: Uint8Array) => {
      output = Buffer.concat([output, bytes]).subarray(0, OUTPUT_MAX_BYTES);
      if (output.length >= OUTPUT_MAX_BYTES) running?.cancel(); // user names are shorter
    };
    start({
      stdout: collect,
      stderr: collect,
      end(end) {
        signal.removeEventListener('abort', cancel);
        resolve({ status: end.kind === 'exited' ? end.status : undefined, output: output.toString('utf8') });
      },
    }).then(
      (command) => {
        running = command;
        if (signal.aborted) return command.cancel();
        command.resume();
      },
      (error: unknown) => {
        signal.removeEventListener('abort', cancel);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
