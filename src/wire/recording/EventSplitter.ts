import { isObject, type JsonObject } from '../../lib/json.ts';

/** The nesting level of the events: deeper than the response object and its list. */
const EVENT_DEPTH = 3;
/** No event is this long. The limit keeps a text without an end from filling the memory. */
const EVENT_MAX = 1_048_576;

/**
 * Extracts the events of `{"events":[{…},…]}` while the response arrives (streams §4.1). A long recording has tens of
 * megabytes of events, and the first picture only needs the first of them.
 */
export class EventSplitter {
  #buffer = '';
  /** The scanned length of `#buffer`, and the start of the current event. */
  #scanned = 0;
  #eventStart = 0;
  #depth = 0;
  #hasBegun = false;
  #isText = false;

  /** The events that are complete with this piece. Throws `SyntaxError` if the text is not JSON. */
  push(piece: string): JsonObject[] {
    const events: JsonObject[] = [];
    this.#buffer += piece;
    const text = this.#buffer;
    for (; this.#scanned < text.length; this.#scanned++) {
      const code = text.charCodeAt(this.#scanned);
      if (this.#isText) {
        if (code === 92)
          this.#scanned++; // a backslash escapes the next character
        else if (code === 34) this.#isText = false;
      } else if (code === 34) this.#isText = true;
      else if (code === 123 || code === 91) {
        this.#hasBegun = true;
        if (++this.#depth === EVENT_DEPTH) this.#eventStart = this.#scanned;
      } else if (code === 125 || code === 93) {
        if (this.#depth-- === EVENT_DEPTH) {
          const event: unknown = JSON.parse(text.slice(this.#eventStart, this.#scanned + 1));
          if (isObject(event)) events.push(event);
        }
      }
    }
    const kept = this.#depth >= EVENT_DEPTH ? this.#eventStart : this.#scanned;
    if (text.length - kept > EVENT_MAX) throw new SyntaxError('An event of the recording is too long');
    this.#buffer = text.slice(kept);
    this.#scanned -= kept;
    this.#eventStart = 0;
    return events;
  }

  /** Whether the response was complete. */
  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }
}
