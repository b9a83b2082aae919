// How long somebody may stay in a terminal (role options, resource-specs §1.2).
import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import { formatDurationText } from '../../src/wire/duration.ts';

export type Limits = {
  /** Longest time without a key or a resize; 0: none. */
  idleMs: number;
  /** Said to whoever was idle for too long; absent: why, in the gateway's words. */
  idleText?: string;
  /** When the sign-in ends, for those whose terminals end with it. */
  untilMs?: number;
};

/** Timers take no more; whoever waits longer looks again in between. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Says once that the time is over: why, for the log, and in words for whoever is let go. */
export function watchLimits(
  clock: Clock,
  { idleMs, idleText, untilMs }: Limits,
  lastActiveMs: () => number,
  over: (reason: string, text: string) => void,
): Dispose {
  let stop: Dispose = () => undefined;
  /** The first look at which the last activity lay in the future, as the clock was set back. */
  let setBackMs = Infinity;
  const look = () => {
    const [nowMs, activeMs] = [clock.now(), lastActiveMs()];
    setBackMs = activeMs > nowMs ? Math.min(setBackMs, nowMs) : Infinity;
    const ends = [
      ...(idleMs > 0
        ? [
            {
              atMs: Math.min(activeMs, setBackMs) + idleMs,
              reason: `idle for ${formatDurationText(idleMs)}`,
              text: idleText,
            },
          ]
        : []),
      ...(untilMs === undefined ? [] : [{ atMs: untilMs, reason: 'the sign-in has expired', text: undefined }]),
    ];
    const due = ends.find(({ atMs }) => atMs <= nowMs);
    if (due) return over(due.reason, due.text ?? `Disconnected: ${due.reason}.`);
    const waitMs = Math.min(TIMER_MAX_MS, ...ends.map(({ atMs }) => atMs - nowMs));
    if (ends.length > 0) stop = clock.after(waitMs, look);
  };
  look();
  return () => stop();
}
