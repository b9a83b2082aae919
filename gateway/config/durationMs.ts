import { parseDuration } from '../../src/wire/duration.ts';

/** Of a text that the schema has let through: it has refused every one that is no duration. */
export function durationMs(text: string): number {
  const parsed = parseDuration(text);
  return parsed.ok ? parsed.ms : 0;
}
