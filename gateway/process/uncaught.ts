import type { EventEmitter } from 'node:events';

const WINDOW_MS = 60_000;
/** After this many errors within the window the process ends, because the whole process is broken. */
const ERRORS_MAX = 20;

type Parts = {
  report: (error: unknown) => void;
  /** Ends the process. Its supervisor restarts it. */
  end: () => void;
  now?: () => number;
  source?: EventEmitter;
};

/**
 * From now on uncaught errors are reported, and the process continues: the error concerns one of hundreds of
 * connections, for which an attacker or a broken server may have found an unhandled case (D-295).
 */
export function surviveErrors({ report, end, now = () => performance.now(), source = process }: Parts): void {
  let recent: number[] = [];
  // Includes unhandled rejections.
  source.on('uncaughtException', (error: unknown) => {
    const nowMs = now();
    recent = [...recent.filter((ms) => nowMs - ms < WINDOW_MS), nowMs];
    report(error);
    if (recent.length >= ERRORS_MAX) end();
  });
}
