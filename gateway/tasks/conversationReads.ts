// Conversations of one user with Assist (http-resources §17).
import { decodeResult, encodeCommand, encodeResult, decodeCommand } from '../../src/wire/assist/payloads.ts';
import { EXTENSION_TYPES, type AssistMessageJson, type ConversationJson } from '../../src/wire/assist/messages.ts';
import { toTimestamp } from '../assist/texts.ts';
import type { StoredMessage } from '../store/conversations.ts';
import type { TaskParts } from './taskParts.ts';

/** Oldest first. `search`: '' finds all. */
export function conversations({ stores }: TaskParts, { user, search }: { user: string; search: string }) {
  const found = search === '' ? stores.conversations.list(user) : stores.conversations.search(user, search);
  return {
    conversations: found.map(({ id, title, createdMs }): ConversationJson => ({
      id,
      ...(title !== '' && { title }),
      created_time: toTimestamp(createdMs),
    })),
  };
}

type ConversationInput = { user: string; id: string; extensions: boolean };

/** Without extensions, a conversation contains what a cluster would have stored. */
export function conversation({ stores }: TaskParts, { user, id, extensions }: ConversationInput) {
  const stored = stores.conversations.messages(user, id);
  const isOurs = ({ type }: StoredMessage) => EXTENSION_TYPES.some((extensionType) => extensionType === type);
  return { messages: stored.filter((message) => extensions || !isOurs(message)).map((m) => toJson(m, extensions)) };
}

const toJson = ({ type, timeMs, payload, context }: StoredMessage, extensions: boolean): AssistMessageJson => ({
  type,
  created_time: toTimestamp(timeMs),
  payload: extensions ? payload : clusterPayload(type, payload),
  ...(extensions && context.length > 0 && { context }),
});

function clusterPayload(type: string, payload: string): string {
  if (type === 'COMMAND') return encodeCommand(decodeCommand(payload), false);
  if (type === 'COMMAND_RESULT') return encodeResult(decodeResult(payload), false);
  return payload;
}
