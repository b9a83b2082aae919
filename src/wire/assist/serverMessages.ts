import { at, isObject, parseJson } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import { readContext } from './clientMessages.ts';
import type { AssistMessageJson, AssistType, ConversationJson } from './messages.ts';

/** A text frame of the server: JSON and a line feed (streams §7.1). `createdAt`: RFC 3339. */
export const encodeServerMessage = (type: AssistType, createdAt: string, payload: string, isStored = true): string =>
  `${JSON.stringify({ type, created_time: createdAt, payload, ...(!isStored && { not_stored: true }) })}\n`;

/** Decodes a frame of a server. It keeps unknown types, which the reader skips. */
export function decodeServerMessage(frame: string): AssistMessageJson {
  const message = messageOf(parseJson(frame));
  if (!message) throw new WireError('assist: a frame must have a type and a payload');
  return message;
}

/** Entries of `GET assistant/conversations/:id`. Malformed entries are left out. */
export const readHistory = (json: unknown): AssistMessageJson[] => readList(at(json, 'messages'), messageOf);

/** Entries of `GET assistant/conversations`, oldest first. Malformed entries are left out. */
export const readConversations = (json: unknown): ConversationJson[] =>
  readList(at(json, 'conversations'), (item) => {
    const id = at(item, 'id');
    const title = at(item, 'title');
    const createdTime = at(item, 'created_time');
    if (typeof id !== 'string' || id === '') return undefined;
    return {
      id,
      ...(typeof title === 'string' && title !== '' && { title }),
      created_time: typeof createdTime === 'string' ? createdTime : '',
    };
  });

function messageOf(json: unknown): AssistMessageJson | undefined {
  const type = at(json, 'type');
  const payload = at(json, 'payload');
  const createdTime = at(json, 'created_time');
  if (!isObject(json) || typeof type !== 'string' || typeof payload !== 'string') return undefined;
  const context = readContext(at(json, 'context'));
  return {
    type,
    created_time: typeof createdTime === 'string' ? createdTime : '',
    payload,
    ...(context.length > 0 && { context }),
    ...(at(json, 'not_stored') === true && { not_stored: true as const }),
  };
}

const readList = <T>(json: unknown, read: (item: unknown) => T | undefined): T[] =>
  Array.isArray(json) ? json.map(read).filter((item) => item !== undefined) : [];
