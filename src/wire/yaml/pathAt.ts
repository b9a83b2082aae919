import { EVENT_ID, parseEvents } from 'js-yaml';
import type { Event } from 'js-yaml';
import { firstDocument } from './firstDocument.ts';
import { keyText, offsetOf, startOf } from './locate.ts';
import type { Place } from './locate.ts';

export type YamlPath = readonly (string | number)[];
type Frame = { kind: 'mapping'; key: string; next: 'key' | 'value' } | { kind: 'sequence'; index: number };

/**
 * The path of the last key or value that begins at or before a place: what stands there, where something stands.
 * Empty at the document itself; undefined where the text cannot be read.
 */
export function pathAt(text: string, place: Place): YamlPath | undefined {
  const document = firstDocument(text);
  let events: Event[];
  try {
    events = parseEvents(document, {});
  } catch {
    return undefined;
  }
  const offset = offsetOf(document, place);
  const frames: Frame[] = [];
  let found: YamlPath = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      nodeEnded(frames.at(-1));
      continue;
    }
    const start = startOf(document, event);
    if (start !== undefined && start > offset) break;
    const frame = frames.at(-1);
    if (frame?.kind === 'mapping' && frame.next === 'key')
      frame.key = event.type === EVENT_ID.SCALAR ? keyText(document, event) : '';
    if (start !== undefined) found = frames.map((each) => (each.kind === 'mapping' ? each.key : each.index));
    if (event.type === EVENT_ID.MAPPING) frames.push({ kind: 'mapping', key: '', next: 'key' });
    else if (event.type === EVENT_ID.SEQUENCE) frames.push({ kind: 'sequence', index: 0 });
    else nodeEnded(frame);
  }
  return found;
}

function nodeEnded(frame: Frame | undefined): void {
  if (frame?.kind === 'mapping') frame.next = frame.next === 'key' ? 'value' : 'key';
  else if (frame) frame.index++;
}
