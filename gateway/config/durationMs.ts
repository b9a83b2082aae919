import { parseDuration } from '../../src/wire/duration.ts';

/** For a text that passed the schema, which refuses invalid durations. */
export function durationMs(text: string): number {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed.ms : 0;
}
