import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../wireError.ts';
import { FILE_EVENTS, toFileEvent, type FileEvent } from './fileTransfer.ts';
import { parseTermSize, type TermSize } from './resize.ts';

/** An `a` frame as a console acts on it (streams §3.7); `other` covers every kind that it shows nowhere. */
export type SessionEvent =
  | { event: 'resize'; size: TermSize; user: string }
  | { event: 'session.join' | 'session.leave'; user: string }
  | FileEvent
  | { event: 'other'; name: string };

/** The payload is one flat audit event. */
export function decodeSessionEvent(payload: string): SessionEvent {
  const json = parseJson(payload);
  const name = textAt(json, 'event');
  if (!name) throw new WireError('audit frame: no event name');
  const user = textAt(json, 'user');
  if (name === 'resize') return { event: name, size: parseTermSize(at(json, 'size')), user };
  if (name === 'session.join' || name === 'session.leave') return { event: name, user };
  const fileEvent = FILE_EVENTS.find((known) => known === name);
  return fileEvent ? toFileEvent(json, fileEvent) : { event: 'other', name };
}
