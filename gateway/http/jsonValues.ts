import { setImmediate } from 'node:timers/promises';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * Whether a JSON text has at most so many values, counted by its commas and opening brackets. A long text is read fast, many values are not: ten megabytes of them
 * take a second.
 */
export function hasFewValues(json: Uint8Array, most: number): boolean {
  let count = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfText(json, at);
    } else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++count > most) return false;
    }
  }
  return true;
}

/** What is counted before others are served. */
const SLICE_BYTES = 512 * 1024;

/**
 * Whether a JSON text has at most so many backslashes: to read what one begins takes as long as dozens of other
 * characters. Counts in steps.
 */
export async function hasFewEscapes(json: Uint8Array, most: number): Promise<boolean> {
  let count = 0;
  for (let start = 0; start < json.length; start += SLICE_BYTES) {
    if (start > 0) await setImmediate();
    for (const byte of json.subarray(start, start + SLICE_BYTES)) if (byte === BACKSLASH) count++;
    if (count > most) return false;
  }
  return true;
}

/** Where the closing quote of a text is. */
function endOfText(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (json[before] === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
