import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import type { Event } from 'js-yaml';
import { firstDocument } from './firstDocument.ts';
import { READ_SCHEMA } from './dialect.ts';

export type Place = { line: number; column: number };

/** Line and column, both from 1, of an offset; a carriage return, a line feed or both end a line. */
export function placeOf(text: string, offset: number): Place {
  const breaks = /\r\n?|\n/g;
  let line = 1;
  let lineStart = 0;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The offset of a place; the end of its line where the line is shorter, the end of the text behind the last line. */
export function offsetOf(text: string, { line, column }: Place): number {
  const breaks = /\r\n?|\n/g;
  let lineStart = 0;
  for (let passed = 1; passed < line; passed++) {
    if (!breaks.exec(text)) return text.length;
    lineStart = breaks.lastIndex;
  }
  const end = breaks.exec(text)?.index ?? text.length;
  return Math.min(lineStart + column - 1, end);
}

/**
 * Where the value at a path of keys and indices begins; for an empty value, where its key begins. undefined where the
 * text has no such value, also where it only has it through an alias or a merge, or cannot be read at all.
 */
export function locate(text: string, path: readonly (string | number)[]): Place | undefined {
  const document = firstDocument(text);
  let events: Event[];
  try {
    events = parseEvents(document, {});
  } catch {
    return undefined;
  }
  const offset = find(document, events, path);
  return offset === undefined ? undefined : placeOf(document, offset);
}

/** Walks down the events; `next` is the index of the event that opens the node in question. */
function find(text: string, events: readonly Event[], path: readonly (string | number)[]): number | undefined {
  let next = 1; // behind the event that opens the document
  let fallback = 0;
  for (const step of path) {
    const event = events[next];
    if (event?.type === EVENT_ID.MAPPING && typeof step === 'string') {
      const pair = findPair(text, events, next + 1, step);
      if (!pair) return undefined;
      next = pair.value;
      fallback = pair.keyStart;
    } else if (event?.type === EVENT_ID.SEQUENCE && typeof step === 'number' && step >= 0) {
      const item = findItem(events, next + 1, step);
      if (item === undefined) return undefined;
      next = item;
      fallback = startOf(text, event) ?? fallback;
    } else return undefined;
  }
  const event = events[next];
  return event && (startOf(text, event) ?? fallback);
}

function findPair(text: string, events: readonly Event[], from: number, key: string) {
  for (let at = from; ;) {
    const event = events[at];
    if (!event || event.type === EVENT_ID.POP) return undefined;
    const value = skipNode(events, at);
    if (event.type === EVENT_ID.SCALAR && keyText(text, event) === key)
      return { value, keyStart: startOf(text, event) ?? 0 };
    at = skipNode(events, value);
  }
}

/** A plain key is read like any scalar and then turned into text: `on:` is the key `true`. */
export function keyText(text: string, event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>): string {
  const value = getScalarValue(text, event);
  return event.style === SCALAR_STYLE.PLAIN ? String(READ_SCHEMA.resolveImplicitScalarTag(value).value) : value;
}

function findItem(events: readonly Event[], from: number, index: number): number | undefined {
  let at = from;
  for (let i = 0; i < index && events[at]?.type !== EVENT_ID.POP; i++) at = skipNode(events, at);
  return events[at]?.type === EVENT_ID.POP ? undefined : at;
}

/** The index behind the node that begins at `at`. */
function skipNode(events: readonly Event[], at: number): number {
  let open = 0;
  for (let i = at; i < events.length; i++) {
    const type = events[i]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open++;
    else if (type === EVENT_ID.POP) open--;
    if (open === 0) return i + 1;
  }
  return events.length;
}

/** undefined for an empty value, which stands nowhere. */
export function startOf(text: string, event: Event): number | undefined {
  switch (event.type) {
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING:
      return event.start;
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1;
    case EVENT_ID.SCALAR:
      if (event.valueStart < 0) return undefined;
      if (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED)
        return event.valueStart - 1; // the range begins behind the quote
      return event.valueStart + (/^ */.exec(text.slice(event.valueStart, event.valueEnd))?.[0].length ?? 0);
    default:
      return undefined;
  }
}
