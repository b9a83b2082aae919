// Searches in all recordings. Access is checked for each recording, because rules check its end event.
import { isObject, parseJson, textAt } from '../../src/lib/json.ts';
import { excerpt, textMatcher, type Matcher } from '../../src/lib/textMatcher.ts';
import type { RecordingHitsJson, RecordingReviewsJson, RecordingSearchJson } from '../../src/wire/recordings.ts';
import { badRequest } from '../http/failures.ts';
import { RUNNING_ENDED_MS, type IndexedRecording, type TextKind } from '../store/recordingTexts.ts';
import { accessOf, type TaskParts } from './taskParts.ts';

/** A page ends after this time, at any position. */
const PAGE_MS = 700;
/** Limit of returned hits of one recording. Further ones are only counted. */
const HITS_MAX = 20;
const REVIEWS_MAX = 5000;

/** The end of a page: before a block of a recording, or after all blocks. */
export type SearchPosition = { endedMs: number; sid: string; row?: number };

type RecordingSearchInput = {
  user: string;
  text: string;
  isRegExp: boolean;
  /** Only command lines. */
  commandsOnly: boolean;
  fromMs: number;
  toMs: number;
  limit: number;
  after?: SearchPosition | undefined;
  /** Running sessions that the user may watch. */
  running?: readonly string[];
};

/** Replaces the id of a session that the user may not read: later than all others that ended in its millisecond. */
const HIDDEN_SID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of recordings with the text, newest first (http-resources §10.6). */
export function recordingSearch(parts: TaskParts, input: RecordingSearchInput, pageMs = PAGE_MS): RecordingSearchJson {
  const { recordingTexts: store } = parts;
  const access = accessOf(parts, input.user);
  const endMs = performance.now() + pageMs;
  const made = textMatcher(input.text, input.isRegExp);
  if (!made.ok) throw badRequest(made.message);
  const { matcher } = made;
  const candidates = input.isRegExp ? undefined : store.candidates(input.text);
  const rowsOf = ({ sid, id }: IndexedRecording) => {
    const from = sid === input.after?.sid ? (input.after.row ?? 0) : 0;
    return (candidates ? (candidates.get(id) ?? []) : store.rowsOf(id)).filter((row) => row >= from);
  };
  const answer: RecordingSearchJson = { recordings: [], searched: 0, pending: [], noText: [], startKey: '' };
  for (const recording of runningFor(store, input)) {
    const { sid, endedMs, event } = recording;
    if (!access.rule('session', 'read', { session: event }).ok) continue;
    const found = searchOne(parts, recording, rowsOf(recording), { matcher, input, endMs });
    if (found.hits.count > 0) (answer.running ??= []).push({ ...found.hits, event });
    if (found.nextRow !== undefined) return { ...answer, startKey: toKey({ endedMs, sid, row: found.nextRow }) };
    if (performance.now() > endMs) return { ...answer, startKey: toKey({ endedMs, sid }) };
  }
  let shownMs = input.after?.endedMs;
  for (const recording of store.endedBetween(input.fromMs, input.toMs, input.after)) {
    const { sid, endedMs, state, event } = recording;
    if (sid === input.after?.sid && endedMs === input.after.endedMs && input.after.row === undefined) continue;
    const isHidden = !access.rule('session', 'read', { session: event }).ok;
    if (!isHidden) {
      shownMs = endedMs;
      if (state === 'pending') answer.pending.push(sid);
      else if (state === 'removed' || state === 'none') answer.noText.push(sid);
      else {
        const found = searchOne(parts, recording, rowsOf(recording), { matcher, input, endMs });
        if (found.hits.count > 0) answer.recordings.push(found.hits);
        if (found.nextRow !== undefined) return { ...answer, startKey: toKey({ endedMs, sid, row: found.nextRow }) };
        answer.searched++;
      }
      answer.until = new Date(endedMs).toISOString();
    }
    if (isHidden && endedMs === shownMs) continue; // the next page would repeat shown recordings
    if (answer.recordings.length >= input.limit || performance.now() > endMs)
      return { ...answer, startKey: toKey({ endedMs, sid: isHidden ? HIDDEN_SID : sid }) };
  }
  return answer;
}

/** Sessions that began before the end of the span. They have not ended, so they overlap it. */
function* runningFor(
  store: TaskParts['recordingTexts'],
  { running = [], after, toMs }: RecordingSearchInput,
): Generator<IndexedRecording> {
  if (running.length === 0 || (after && after.endedMs < RUNNING_ENDED_MS)) return;
  const open = new Set(running);
  for (const recording of store.running(after?.sid)) {
    const isDone = recording.sid === after?.sid && after.row === undefined;
    if (isDone || recording.state !== 'running' || !open.has(recording.sid)) continue;
    if (Date.parse(textAt(recording.event, 'session_start')) <= toMs) yield recording;
  }
}

type OneSearch = { matcher: Matcher; input: RecordingSearchInput; endMs: number };

/** `nextRow`: where to continue if the time is up. */
function searchOne(
  { recordingTexts: store }: TaskParts,
  { sid, state, event }: IndexedRecording,
  rows: readonly number[],
  { matcher, input, endMs }: OneSearch,
): { hits: RecordingHitsJson; nextRow?: number } {
  const hits: RecordingHitsJson = { sid, count: 0, ...(state === 'cut' && { cut: true }), hits: [] };
  // Each command is also in the line of its prompt, unless there was no terminal, or the text was too long to store.
  const kinds: readonly TextKind[] = input.commandsOnly
    ? ['command']
    : state === 'cut' || event['interactive'] === false
      ? ['line', 'command']
      : ['line'];
  for (const [i, row] of rows.entries()) {
    if (i > 0 && performance.now() > endMs) return { hits, nextRow: row }; // each page makes progress
    const block = store.block(row);
    if (!block || !kinds.includes(block.kind)) continue;
    for (const [n, line] of block.lines.entries()) {
      const ranges = matcher(line);
      if (ranges.length === 0) continue;
      hits.count++;
      if (hits.hits.length < HITS_MAX)
        hits.hits.push({ ms: block.times[n] ?? 0, kind: block.kind, ...excerpt(line, ranges) });
    }
  }
  return { hits };
}

const toKey = ({ endedMs, sid, row }: SearchPosition): string =>
  [endedMs, sid, ...(row === undefined ? [] : [row])].join('/');

type ReviewsInput = { user: string; fromMs: number; toMs: number };

/** Reviews of the recordings that the user may read (http-resources §10.7). */
export function recordingReviews(parts: TaskParts, { user, fromMs, toMs }: ReviewsInput): RecordingReviewsJson {
  const access = accessOf(parts, user);
  const mayRead = (event: string) => {
    const session = parseJson(event);
    return isObject(session) && access.rule('session', 'read', { session }).ok;
  };
  const reviews = parts.stores.recordingReviews.endedBetween(fromMs, toMs, REVIEWS_MAX);
  return {
    reviews: reviews
      .filter(({ event }) => mayRead(event))
      .map(({ sid, reviewed, note, by, atMs }) => ({ sid, reviewed, note, by, at: new Date(atMs).toISOString() })),
  };
}
