// The index of a recording: one line per event, in order. A piece of output is `[milliseconds since the epoch, bytes]`.
// Any other line is the audit event itself. Values that follow from the position in the file are not stored.
import { isObject, parseJson, type JsonObject } from '../../src/lib/json.ts';

/** `bytes` more of the stream, printed at `timeMs`. */
type PrintEntry = { kind: 'print'; timeMs: number; bytes: number };
type EventEntry = { kind: 'event'; document: JsonObject };
export type TimelineEntry = PrintEntry | EventEntry;

export const printLine = (timeMs: number, bytes: number): string => `[${timeMs},${bytes}]\n`;
export const eventLine = (document: Readonly<JsonObject>): string => `${JSON.stringify(document)}\n`;

/** undefined for an incomplete line. */
export function readLine(line: string): TimelineEntry | undefined {
  const json = parseJson(line);
  if (isObject(json)) return { kind: 'event', document: json };
  if (!Array.isArray(json)) return undefined;
  const pair: unknown[] = json;
  const [timeMs, bytes] = pair;
  return typeof timeMs === 'number' && typeof bytes === 'number' ? { kind: 'print', timeMs, bytes } : undefined;
}

/**
 * Turns entries, in order from the first, into the events of the recording (streams §4.2): `id` and `ei` count them,
 * `ci` counts prints, `ms` is the time since the first print.
 */
export class TimelineReader {
  #id = 0;
  #prints = 0;
  #firstPrintMs = 0;
  #offset = 0;
  #clusterName: unknown;

  next(entry: TimelineEntry): JsonObject {
    const id = this.#id++;
    if (entry.kind === 'event') {
      this.#clusterName ??= entry.document['cluster_name'];
      return { ...entry.document, id };
    }
    if (this.#prints === 0) this.#firstPrintMs = entry.timeMs;
    const offset = this.#offset;
    this.#offset += entry.bytes;
    return {
      event: 'print',
      time: new Date(entry.timeMs).toISOString(),
      ei: id,
      id,
      ci: this.#prints++,
      ms: entry.timeMs - this.#firstPrintMs,
      offset,
      bytes: entry.bytes,
      cluster_name: this.#clusterName,
    };
  }
}
