// Users' reviews of recordings and their notes. Extensions (http-resources §10.7).
import { utf8 } from '../../src/lib/encoding.ts';
import { textAt } from '../../src/lib/json.ts';
import { REVIEW_NOTE_MAX_BYTES, type RecordingReviewJson, type ReviewChangeJson } from '../../src/wire/recordings.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest } from '../http/failures.ts';
import type { Review } from '../store/recordingReviews.ts';
import type { Api } from './api.ts';
import { eventParameters, requireInBounds } from './events.ts';
import { requireReader, type RecordingAccess } from './recordingAccess.ts';
import { requesterOf } from './requester.ts';

/** Limit of a note in the audit log. */
const LOGGED_NOTE_CHARS = 500;

type Parts = Pick<Gateway, 'tasks' | 'stores' | 'audit' | 'now'>;

export function recordingReviewRoutes(api: Api, reads: RecordingAccess, { tasks, stores, audit, now }: Parts): void {
  const { db, recordingReviews } = stores;

  api.on('GET', 'sites/:site/recordings/reviews', 'session+site', (call) => {
    requireReader(call.caller);
    const { fromMs, toMs, ...rest } = eventParameters(call, now());
    requireInBounds({ fromMs, toMs, ...rest });
    return tasks.answer('recordingReviews', { user: call.caller.user.name, fromMs, toMs }, requesterOf(call));
  });

  api.on('GET', 'sites/:site/sessions/:sid/review', 'session+site', async ({ caller, param, recheck }) => {
    const { sid } = await reads.findSilently(caller, param('sid'));
    recheck();
    return toJson(recordingReviews.find(sid));
  });

  api.on('PUT', 'sites/:site/sessions/:sid/review', 'session+site', async (call) => {
    const { caller, param, body } = call;
    const change = toChange(await body());
    const { sid, event } = await reads.findSilently(caller, param('sid'));
    call.recheck();
    const known = recordingReviews.find(sid);
    const { reviewed = known?.reviewed ?? false, note = known?.note ?? '', noteBefore } = change;
    if (known?.reviewed === reviewed && known.note === note) return toJson(known);
    if (noteBefore !== undefined && noteBefore !== (known?.note ?? ''))
      throw alreadyExists('the note was changed after it was read');
    const review = { reviewed, note, by: caller.user.name, atMs: now() };
    const recording = { sid, endedMs: Date.parse(textAt(event, 'time')) || 0, eventUid: textAt(event, 'uid') };
    db.transaction(() => {
      recordingReviews.put(recording, review);
      audit.emit('session.recording.review', {
        sid,
        user: review.by,
        reviewed,
        note: note.slice(0, LOGGED_NOTE_CHARS),
      });
    });
    return toJson(review);
  });
}

function toChange(body: JsonObject): ReviewChangeJson {
  const textOf = (key: string) => (body.raw(key) === undefined ? {} : { [key]: body.text(key) });
  const change: ReviewChangeJson = { ...textOf('note'), ...textOf('noteBefore') };
  if (body.raw('reviewed') !== undefined) change.reviewed = body.flag('reviewed');
  if (utf8(change.note ?? '').length > REVIEW_NOTE_MAX_BYTES)
    throw badRequest(`a note has at most ${REVIEW_NOTE_MAX_BYTES} bytes`);
  return change;
}

const toJson = (review: Review | undefined): RecordingReviewJson =>
  review
    ? { reviewed: review.reviewed, note: review.note, by: review.by, at: new Date(review.atMs).toISOString() }
    : { reviewed: false, note: '' };
