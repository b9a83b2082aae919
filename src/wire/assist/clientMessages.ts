import { at, isObject, parseJson } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import {
  CONTEXT_CHARS_MAX,
  CONTEXT_KINDS,
  CONTEXT_TITLE_CHARS_MAX,
  CONTEXTS_MAX,
  MESSAGE_CHARS_MAX,
  type AssistContext,
  type ClientMessage,
} from './messages.ts';

/** Encodes a text frame of the console (streams §7.1, §7.7). A 13.1 cluster reads only `payload`. */
export function encodeClientMessage(message: ClientMessage): string {
  switch (message.type) {
    case 'message':
      return JSON.stringify({ payload: message.text, ...(message.context.length > 0 && { context: message.context }) });
    case 'cancel':
      return JSON.stringify({ cancel: true });
    case 'retry':
      return JSON.stringify({ retry: true });
    case 'summarize':
      return JSON.stringify({ summarize: message.executionId });
  }
}

/**
 * Decodes a frame. Without `extensions` every object is a message, as in a 13.1 cluster: other keys are ignored, and an
 * absent text is empty. Throws WireError for frames that are not messages, and for texts over their limits.
 */
export function decodeClientMessage(frame: string, extensions: boolean): ClientMessage {
  const json = parseJson(frame);
  if (!isObject(json)) throw new WireError('assist: a frame must be a JSON object');
  if (extensions) {
    if (at(json, 'cancel') === true) return { type: 'cancel' };
    if (at(json, 'retry') === true) return { type: 'retry' };
    const summarize = at(json, 'summarize');
    if (summarize !== undefined) {
      if (typeof summarize !== 'string' || summarize.length > 100)
        throw new WireError('assist: summarize must be the id of an execution');
      return { type: 'summarize', executionId: summarize };
    }
  }
  const text = at(json, 'payload') ?? '';
  if (typeof text !== 'string') throw new WireError('assist: payload must be a text');
  if (text.length > MESSAGE_CHARS_MAX)
    throw new WireError(`assist: a message has at most ${MESSAGE_CHARS_MAX} characters`);
  return { type: 'message', text, context: extensions ? contextOf(at(json, 'context')) : [] };
}

/** The context of a message. Throws WireError if it is malformed or too large. */
function contextOf(json: unknown): AssistContext[] {
  if (json === undefined) return [];
  if (!Array.isArray(json) || json.length > CONTEXTS_MAX)
    throw new WireError(`assist: context must be a list of at most ${CONTEXTS_MAX} entries`);
  return json.map((item: unknown) => {
    const kind = CONTEXT_KINDS.find((contextKind) => contextKind === at(item, 'kind'));
    const title = at(item, 'title');
    const text = at(item, 'text');
    if (!kind) throw new WireError('assist: context has an unknown kind');
    if (typeof title !== 'string' || title.length > CONTEXT_TITLE_CHARS_MAX)
      throw new WireError(
        `assist: the title of a context must be a text of at most ${CONTEXT_TITLE_CHARS_MAX} characters`,
      );
    if (typeof text !== 'string' || text.length > CONTEXT_CHARS_MAX)
      throw new WireError(`assist: a context must be a text of at most ${CONTEXT_CHARS_MAX} characters`);
    return { kind, title, text };
  });
}

/** Context from a stored history. Malformed context is left out. */
export function readContext(json: unknown): AssistContext[] {
  try {
    return contextOf(json);
  } catch {
    return [];
  }
}
