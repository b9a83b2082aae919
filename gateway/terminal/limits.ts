// How long a user may stay in a terminal (role options, resource-specs §1.2).
import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import { formatDurationText } from '../../src/wire/duration.ts';

export type Limits = {
  /** Longest time without input or a resize; 0: no limit. */
  idleMs: number;
  /** The message for a user who was idle for too long. Absent: a message of the gateway. */
  idleText?: string;
  /** When the sign-in ends, if the terminal ends with it. */
  untilMs?: number;
};

/** The maximum of a timer. For longer times the check repeats. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Calls `over` once when the time is up, with the reason for the log and the message for the user. */
export function watchLimits(
  clock: Clock,
  { idleMs, idleText, untilMs }: Limits,
  lastActiveMs: () => number,
  over: (reason: string, text: string) => void,
): Dispose {
  let stop: Dispose = () => undefined;
  /** The time of the first check that found the last activity in the future, because the clock was set back. */
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
