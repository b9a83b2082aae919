// Assist: conversations and their socket (http-resources §17, streams §7).
import { randomUUID } from 'node:crypto';
import type { ConversationJson } from '../../src/wire/assist/messages.ts';
import { AssistError } from '../assist/answerer.ts';
import { storableText } from '../assist/texts.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied, limitExceeded, notFound } from '../http/failures.ts';
import { hungUp } from '../http/hungUp.ts';
import { OK, type Api, type SignedInCall } from './api.ts';
import { requesterOf } from './requester.ts';

const CONVERSATIONS_MAX = 500;
const TITLE_MAX_CHARS = 200;
const SEARCH_MAX_CHARS = 200;
const QUESTION_MAX_CHARS = 16_000;

type Parts = Pick<Gateway, 'assist' | 'config' | 'stores' | 'tasks' | 'now'>;

export function assistantRoutes(api: Api, { assist, config, stores, tasks, now }: Parts): void {
  const { conversations } = stores;
  const requireEnabled = () => {
    if (!config.get().assist.enabled) throw denied('Assist is disabled');
  };
  /** The reference names the key of its storage. */
  const unknown = ({ user }: SignedInCall['caller'], id: string) =>
    notFound(`key /assistant_conversations/${user.name}/${id} is not found`);

  api.on('POST', 'assistant/conversations', 'session', ({ caller: { user } }) => {
    requireEnabled();
    if (conversations.amountOf(user.name).count >= CONVERSATIONS_MAX)
      throw limitExceeded(`you have ${CONVERSATIONS_MAX} conversations, which is the limit. Delete some of them`);
    const id = randomUUID();
    conversations.add(user.name, id, now());
    return { id };
  });

  api.on('GET', 'assistant/conversations', 'session', (call) => {
    requireEnabled();
    const search = call.query('search');
    if (search.length > SEARCH_MAX_CHARS) throw badRequest(`search has more than ${SEARCH_MAX_CHARS} characters`);
    return tasks.answer('conversations', { user: call.caller.user.name, search }, requesterOf(call));
  });

  api.on('GET', 'assistant/conversations/:id', 'session', (call) => {
    requireEnabled();
    const { caller, param, query } = call;
    const extensions = query('extensions') === '1';
    return tasks.answer('conversation', { user: caller.user.name, id: param('id'), extensions }, requesterOf(call));
  });

  api.on('DELETE', 'assistant/conversations/:id', 'session', ({ caller, param }) => {
    requireEnabled();
    const id = param('id');
    if (!conversations.delete(caller.user.name, id)) throw unknown(caller, id);
    assist.endConversation(caller.user.name, id);
    return OK;
  });

  api.on('POST', 'assistant/conversations/:id/title', 'session', async ({ caller, param, body }) => {
    requireEnabled();
    const title = (await body()).text('title');
    if (title === '') throw badRequest('missing title');
    if (title.length > TITLE_MAX_CHARS) throw badRequest(`a title has at most ${TITLE_MAX_CHARS} characters`);
    const id = param('id');
    if (!conversations.setTitle(caller.user.name, id, storableText(title))) throw unknown(caller, id);
    return OK;
  });

  api.on('POST', 'assistant/title/summary', 'session', async (call) => {
    requireEnabled();
    const message = (await call.body()).text('message').slice(0, QUESTION_MAX_CHARS);
    const { caller, reply } = call;
    const refusal = assist.answerer.refusal(caller.user.name, { type: 'message', text: message, context: [] });
    if (refusal !== undefined) throw limitExceeded(refusal);
    const owner = { user: caller.user.name, loginId: caller.session.loginId };
    const title = await assist.answerer.title({ owner, message, signal: hungUp(reply) }).catch((error: unknown) => {
      throw error instanceof AssistError ? new ApiFailure(500, error.message) : error;
    });
    return { id: '', title: title.slice(0, TITLE_MAX_CHARS), created_time: '' } satisfies ConversationJson;
  });

  api.on('GET', 'postern/assistant/state', 'session', ({ caller }) => {
    requireEnabled();
    return assist.answerer.state(caller.user.name);
  });

  api.socket('sites/:site/assistant', 'session+site', ({ caller, query }) => {
    requireEnabled();
    const conversationId = query('conversation_id');
    if (conversationId === '') throw badRequest('conversation ID is required');
    if (assist.isFull) throw limitExceeded('too many conversations are open. Try again later');
    const { user, session } = caller;
    const owner = { user: user.name, loginId: session.loginId, mfaDevice: session.mfaDevice };
    return (socket) => assist.begin(socket, owner, conversationId, query('extensions') === '1');
  });
}
