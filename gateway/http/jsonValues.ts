import { setImmediate } from 'node:timers/promises';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * Limits of a JSON text. `values` are counted by commas and opening brackets: parsing a long text is fast, but ten
 * megabytes of values take a second. An escape takes as long to parse as dozens of other characters.
 */
export type JsonLimits = { values: number; escapes?: number };

/** Whether a JSON text has at most `most` values. Counts without a pause: for texts of a few megabytes. */
export const hasFewValues = (json: Uint8Array, most: number): boolean => jsonCounter({ values: most })(json);

/** How much is counted before other work runs. */
const SLICE_BYTES = 512 * 1024;

/** Whether a JSON text of any length is within the limits. Counts in steps. */
export async function keepsJsonLimits(json: Uint8Array, limits: JsonLimits): Promise<boolean> {
  const count = jsonCounter(limits);
  for (let start = 0; start < json.length; start += SLICE_BYTES) {
    if (start > 0) await setImmediate();
    if (!count(json.subarray(start, start + SLICE_BYTES))) return false;
  }
  return true;
}

/** Counts the pieces of a text in order. Returns false once a limit is exceeded. */
function jsonCounter({ values, escapes = Infinity }: JsonLimits): (piece: Uint8Array) => boolean {
  let [valueCount, textCount, escapeCount] = [1, 0, 0];
  let isInText = false;
  let isEscaped = false;
  return (piece) => {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) {
        isInText = !isInText;
        // A value has one text, with its key two. More texts are not valid JSON.
        if (isInText && ++textCount > 2 * values) return false;
      } else if (isInText) {
        isEscaped = byte === BACKSLASH;
        if (isEscaped && ++escapeCount > escapes) return false;
      } else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
        if (++valueCount > values) return false;
      }
    }
    return true;
  };
}
