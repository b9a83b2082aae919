import { isObject, type JsonObject } from '../../lib/json.ts';

/** Deeper than the answer itself and its list: the events. */
const EVENT_DEPTH = 3;
/** No event is as long; a text that is one piece must not gather in memory. */
const EVENT_MAX = 1_048_576;

/**
 * Takes the events out of `{"events":[{…},…]}` as the answer arrives (streams §4.1): of a long recording it has some
 * ten megabytes, and the first picture needs its beginning alone.
 */
export class EventSplitter {
  #rest = '';
  /** What of `#rest` has been looked at, and where the present event begins. */
  #at = 0;
  #start = 0;
  #depth = 0;
  #hasBegun = false;
  #isText = false;

  /** The events that are whole with this piece. Throws `SyntaxError` where the text is no JSON. */
  push(piece: string): JsonObject[] {
    const events: JsonObject[] = [];
    this.#rest += piece;
    const text = this.#rest;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (this.#isText) {
        if (code === 92)
          this.#at++; // a backslash: the next one does not end the text
        else if (code === 34) this.#isText = false;
      } else if (code === 34) this.#isText = true;
      else if (code === 123 || code === 91) {
        this.#hasBegun = true;
        if (++this.#depth === EVENT_DEPTH) this.#start = this.#at;
      } else if (code === 125 || code === 93) {
        if (this.#depth-- === EVENT_DEPTH) {
          const event: unknown = JSON.parse(text.slice(this.#start, this.#at + 1));
          if (isObject(event)) events.push(event);
        }
      }
    }
    const kept = this.#depth >= EVENT_DEPTH ? this.#start : this.#at;
    if (text.length - kept > EVENT_MAX) throw new SyntaxError('An event of the recording is too long');
    this.#rest = text.slice(kept);
    this.#at -= kept;
    this.#start = 0;
    return events;
  }

  /** Whether the answer was whole. */
  get isWhole(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }
}
