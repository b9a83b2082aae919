// A search in the text of all recordings that the caller may read. An extension (http-resources §10.6).
import type { Gateway } from '../gateway.ts';
import { badRequest } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { ExpiringMap } from '../identity/expiringMap.ts';
import { SESSION_ID } from '../recordings/files.ts';
import type { SearchPosition } from '../tasks/recordingReads.ts';
import type { Api } from './api.ts';
import { eventParameters, requireInBounds } from './events.ts';
import { mayKnow } from './liveSessions.ts';
import { requireReader } from './recordingAccess.ts';
import { requesterOf } from './requester.ts';

const TEXT_MAX_CHARS = 200;
const PAGE_DEFAULT = 50;
const PAGE_MAX = 100;
/** One search makes many requests: requests of the same sign-in for the same text within this time count as one. */
const REPORTED_MS = 10 * 60_000;
const REPORTED_MAX = 10_000;

type Parts = Pick<Gateway, 'tasks' | 'audit' | 'now' | 'liveSessions'>;

export function recordingSearchRoutes(api: Api, { tasks, audit, now, liveSessions }: Parts): void {
  const reported = new ExpiringMap<true>({ ttlMs: REPORTED_MS, capacity: REPORTED_MAX, now });
  const report = ({ session, user }: Caller, text: string) => {
    const key = `${session.loginId}/${text}`;
    reported.once(key, true, () => audit.repeat('session.recording.search', { user: user.name, text }));
  };

  // Not compressed: the result may contain secrets, and the caller chooses the text beside them.
  api.on('GET', 'sites/:site/recordings/search', 'session+site', (call) => {
    const { caller, query, param } = call;
    requireReader(caller);
    const { fromMs, toMs, limit, ...rest } = eventParameters(call, now());
    requireInBounds({ fromMs, toMs, limit, ...rest });
    const text = query('text');
    if (text.trim() === '') throw badRequest('text is missing');
    if (text.length > TEXT_MAX_CHARS) throw badRequest(`text has at most ${TEXT_MAX_CHARS} characters`);
    const search = {
      user: caller.user.name,
      text,
      isRegExp: query('regexp') === '1',
      commandsOnly: query('commands') === '1',
      ...{ fromMs, toMs },
      limit: query('limit') === '' ? PAGE_DEFAULT : Math.min(limit, PAGE_MAX),
      after: toPosition(query('startKey')),
      running: followable(liveSessions, caller, param('site')),
    };
    report(caller, text);
    return tasks.answer('recordingSearch', search, requesterOf(call));
  });
}

/** Running sessions that the caller may watch with the player. */
const followable = (liveSessions: Gateway['liveSessions'], caller: Caller, clusterName: string): string[] =>
  liveSessions
    .all()
    .filter((session) => mayKnow(session, caller, clusterName) && session.modesFor(caller)?.includes('observer'))
    .map(({ id }) => id);

function toPosition(startKey: string): SearchPosition | undefined {
  if (startKey === '') return undefined;
  const [endedMs = '', sid = '', row] = startKey.split('/');
  const isNumber = (text: string) => /^\d{1,16}$/.test(text);
  if (!isNumber(endedMs) || !SESSION_ID.test(sid) || (row !== undefined && !isNumber(row)))
    throw badRequest('invalid startKey');
  return { endedMs: Number(endedMs), sid, ...(row !== undefined && { row: Number(row) }) };
}
