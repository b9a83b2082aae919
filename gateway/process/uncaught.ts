import type { EventEmitter } from 'node:events';

const WINDOW_MS = 60_000;
/** So many errors within the window, and the process ends: something is wrong with all of it. */
const ERRORS_MAX = 20;

type Parts = {
  report: (error: unknown) => void;
  /** Ends the process; whoever started it starts it anew. */
  end: () => void;
  now?: () => number;
  source?: EventEmitter;
};

/**
 * From now on an error that nobody catches is reported, and the process goes on: it is one of hundreds of connections, of
 * which an attacker or a broken server may have found the one that was not thought of (D-295).
 */
export function surviveErrors({ report, end, now = Date.now, source = process }: Parts): void {
  let recent: number[] = [];
  // Rejections that nobody handles come here too.
  source.on('uncaughtException', (error: unknown) => {
    const nowMs = now();
    recent = [...recent.filter((ms) => nowMs - ms < WINDOW_MS), nowMs];
    report(error);
    if (recent.length >= ERRORS_MAX) end();
  });
}
