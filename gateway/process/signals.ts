/** A clean shutdown that takes longer than this is stuck. */
const CLOSE_DEADLINE_MS = 8_000;
/** Ctrl-C reaches a process below npm twice at once: from the terminal and from npm. Both count as one signal. */
const SAME_SIGNAL_MS = 250;

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

type ProcessHandlers = {
  /** Resolves when sessions, sockets and the database are closed. */
  close(): Promise<void>;
  reload(): Promise<void>;
  /** Reports an error of `close` or `reload`. */
  report(error: unknown): void;
  /** The parent process has ended without a signal. */
  orphaned: AbortSignal;
};

/**
 * SIGINT and SIGTERM close the gateway and then end the process with 0. A second one ends it at once with the signal's
 * own code. SIGHUP reloads. An orphaned process closes in the same way, unless it is already closing.
 */
export function onSignals(handlers: ProcessHandlers): void {
  let closingSince: number | undefined;
  const endAtSignal = (signal: keyof typeof EXIT_CODES) => {
    if (closingSince !== undefined && performance.now() - closingSince > SAME_SIGNAL_MS)
      process.exit(EXIT_CODES[signal]);
    void end();
  };
  const end = async () => {
    if (closingSince !== undefined) return;
    closingSince = performance.now();
    setTimeout(() => {
      handlers.report(new Error(`shutdown took longer than ${CLOSE_DEADLINE_MS / 1000} s`));
      process.exit(1);
    }, CLOSE_DEADLINE_MS).unref();
    try {
      await handlers.close();
      process.exit(0);
    } catch (error) {
      handlers.report(error);
      process.exit(1);
    }
  };
  process.on('SIGINT', () => endAtSignal('SIGINT'));
  process.on('SIGTERM', () => endAtSignal('SIGTERM'));
  if (handlers.orphaned.aborted) void end();
  else handlers.orphaned.addEventListener('abort', () => void end());

  let reloading = Promise.resolve();
  process.on('SIGHUP', () => {
    reloading = reloading.then(() => handlers.reload()).catch((error: unknown) => handlers.report(error)); // in order: the last file wins
  });
}
