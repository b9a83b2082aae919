import { at, parseJson, textAt } from '../../../src/lib/json.ts';
import { plural } from '../../../src/lib/numbers.ts';
import { describeEvent } from '../../../src/wire/audit/describeEvent.ts';
import type { RecordingSearchJson } from '../../../src/wire/recordings.ts';
import type { Gateway } from '../../gateway.ts';
import { badRequest, denied } from '../../http/failures.ts';
import { isTerminal } from '../../recordings/Recordings.ts';
import { toPredicate, toSearch } from '../../routes/listQuery.ts';
import { requireReader, type Reader, type RecordingAccess } from '../../routes/recordingAccess.ts';
import { LOG_BUDGET } from '../../store/predicateCost.ts';
import type { AssistOwner } from '../AssistClient.ts';
import { plainText } from '../texts.ts';
import { beginningOf } from '../ResultReader.ts';
import { textParameters, type Tool } from './tool.ts';

type Parts = Pick<Gateway, 'audit' | 'tasks' | 'now'> & {
  recordings: RecordingAccess;
  readerOf: (owner: AssistOwner) => Reader;
};

const EVENTS_MAX = 25;
const RECORDINGS_MAX = 10;
const HITS_MAX = 5;
const EXCERPT_MAX_BYTES = 8 * 1024;
const MONTH_MS = 31 * 86_400_000;
const TEXT_MAX_CHARS = 200;

const FROM = 'Not before this time (RFC 3339). Default: 31 days ago.';
const TO = 'Not after this time (RFC 3339). Default: now.';

/** Tools that read the audit log and recordings. */
export const logTools = ({ audit, tasks, now, recordings, readerOf }: Parts): readonly Tool[] => {
  const spanOf = (args: unknown) => ({
    fromMs: timeOf(textAt(args, 'from'), now() - MONTH_MS),
    toMs: timeOf(textAt(args, 'to'), now()),
  });
  return [
    {
      name: 'search_audit_events',
      description: 'Finds audit events, newest first.',
      parameters: textParameters({
        search: 'Words that occur in the event.',
        query: 'A predicate over user, code, event and other fields, such as resource.user == "ann".',
        from: FROM,
        to: TO,
      }),
      progress: 'Searching the audit log…',
      async run(args, owner) {
        const { access } = readerOf(owner);
        const rule = access.rule('event', 'list');
        if (!rule.ok) throw denied(rule.message);
        const predicate = toPredicate(textAt(args, 'query'), LOG_BUDGET);
        if (!predicate.ok) throw predicate.failure;
        const filter = {
          search: toSearch(textAt(args, 'search')),
          ...(predicate.value && { predicate: predicate.value }),
        };
        const query = { ...spanOf(args), order: 'desc', limit: EVENTS_MAX, filter } as const;
        const json = parseJson((await tasks.answer('auditEvents', query, { user: owner.user })).toString('utf8'));
        const events = at(json, 'events') as Record<string, unknown>[];
        const items = events.map((event) => ({
          time: event['time'],
          code: event['code'],
          sentence: describeEvent(event).sentence,
          ...(typeof event['sid'] === 'string' && { session_id: event['sid'] }),
        }));
        return {
          content: JSON.stringify({ events: items, more: at(json, 'startKey') !== '' }),
          summary: `Found ${plural(items.length, 'audit event')}.`,
          count: items.length,
        };
      },
    },
    {
      name: 'search_recordings',
      description: 'Searches the text of session recordings, newest first.',
      parameters: textParameters({ text: 'What a line has to contain.', from: FROM, to: TO }, ['text']),
      progress: 'Searching recordings…',
      async run(args, owner) {
        const reader = readerOf(owner);
        requireReader(reader);
        const text = textAt(args, 'text');
        if (text.trim() === '') throw badRequest('text is missing');
        if (text.length > TEXT_MAX_CHARS) throw badRequest(`text has at most ${TEXT_MAX_CHARS} characters`);
        audit.repeat('session.recording.search', { user: owner.user, text });
        const query = {
          user: owner.user,
          text,
          isRegExp: false,
          commandsOnly: false,
          ...spanOf(args),
          limit: RECORDINGS_MAX,
        };
        const json = (await tasks.answer('recordingSearch', query, { user: owner.user })).toString('utf8');
        const { recordings: found } = JSON.parse(json) as RecordingSearchJson;
        const items = found.slice(0, RECORDINGS_MAX).map(({ sid, count, hits }) => ({
          session_id: sid,
          lines: count,
          hits: hits.slice(0, HITS_MAX).map((hit) => hit.text),
        }));
        return {
          content: JSON.stringify(items),
          summary: `Found the text in ${plural(items.length, 'recording')}.`,
          count: items.length,
        };
      },
    },
    {
      name: 'read_recording',
      description: 'Reads the beginning of the output of a recorded session.',
      parameters: textParameters({ session_id: 'Id of the session.' }, ['session_id']),
      progress: 'Reading a recording…',
      async run(args, owner) {
        const reader = readerOf(owner);
        const recording = await recordings.findSilently(reader, textAt(args, 'session_id'));
        if (!isTerminal(recording)) throw badRequest('this recording has pictures and no text');
        recordings.reportOnce(reader, recording);
        const text = await beginningOf(recording.files.bytes, Math.min(EXCERPT_MAX_BYTES, recording.bytes));
        return { content: plainText(text), summary: `Read the beginning of session ${recording.sid}.` };
      },
    },
  ];
};

function timeOf(text: string, otherwise: number): number {
  if (text === '') return otherwise;
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw badRequest('from and to must be RFC 3339 times');
  return ms;
}
