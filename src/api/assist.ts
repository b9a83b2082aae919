// Assist: conversations in which the server proposes commands (http-resources §17, streams §7).
import { textAt } from '../lib/json.ts';
import { decodeState } from '../wire/assist/payloads.ts';
import { readConversations, readHistory } from '../wire/assist/serverMessages.ts';
import { readDate } from '../wire/http.ts';
import type { AssistMessageJson, AssistState } from '../wire/assist/messages.ts';
import { call } from './client.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';
import { apiUrl } from './urls.ts';

const CONVERSATIONS = 'assistant/conversations';
const CONVERSATION = `${CONVERSATIONS}/:id`;

/** `title`: empty until one has been stored. */
export type ConversationHead = { id: string; title: string; created: Date };

const extensions = () => (serverBehaviour.assistExtensions ? { extensions: 1 } : {});

/**
 * The user's own conversations, newest first. `search` is for servers with the extensions, and also finds text in
 * messages.
 */
export async function fetchConversations(search: string, signal?: AbortSignal): Promise<readonly ConversationHead[]> {
  const json = await call(apiUrl(CONVERSATIONS, {}, search === '' ? {} : { search }), { signal });
  return readConversations(json)
    .map(({ id, title = '', created_time: created }) => ({ id, title, created: readDate(created) }))
    .toReversed();
}

export async function createConversation(): Promise<string> {
  return textAt(await call(apiUrl(CONVERSATIONS), { method: 'POST', body: {} }), 'id');
}

/** An unknown conversation has no messages. */
export const fetchHistory = async (id: string, signal?: AbortSignal): Promise<readonly AssistMessageJson[]> =>
  readHistory(await call(apiUrl(CONVERSATION, { id }, extensions()), { signal }));

export async function deleteConversation(id: string): Promise<void> {
  await call(apiUrl(CONVERSATION, { id }), { method: 'DELETE' });
}

export async function renameConversation(id: string, title: string): Promise<void> {
  await call(apiUrl(`${CONVERSATION}/title`, { id }), { method: 'POST', body: { title } });
}

/** A title for a conversation that starts with this message. Rejects on a cluster without a model. */
export const suggestTitle = async (message: string): Promise<string> =>
  textAt(await call(apiUrl('assistant/title/summary'), { method: 'POST', body: { message } }), 'title');

/** The component that answers. Only for servers with the extensions. */
export const fetchAssistState = async (signal?: AbortSignal): Promise<AssistState> =>
  decodeState(JSON.stringify(await call(apiUrl('postern/assistant/state'), { signal })));

const addressOf = (clusterId: string, conversationId: string): SocketAddress => ({
  template: 'sites/:clusterId/assistant',
  path: { clusterId },
  query: { conversation_id: conversationId, ...extensions() },
});

/** The socket of one conversation. The server closes it after ten minutes (streams §7.3). */
export const openAssistSocket = (clusterId: string, conversationId: string): WebSocket =>
  openSocket(addressOf(clusterId, conversationId));

/** The reason why it could not be opened. */
export const explainAssist = (clusterId: string, conversationId: string, signal: AbortSignal): Promise<SocketProblem> =>
  explainSocket(addressOf(clusterId, conversationId), signal);
