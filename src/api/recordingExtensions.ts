// Our gateway's extensions for recordings: text search, marks and notes (http-resources §10.6, §10.7).
import { at, textAt } from '../lib/json.ts';
import type {
  RecordingHitsJson,
  RecordingReviewsJson,
  RecordingSearchJson,
  ReviewChangeJson,
} from '../wire/recordings.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

/** For all recordings that ended in the time range. */
export type RecordingQuery = { clusterId: string; text: string; isPattern: boolean; from: Date; to: Date };

export type RecordingHits = Pick<RecordingHitsJson, 'sid' | 'count' | 'hits'> & { isCut: boolean };
/** An active session. `event`: its end event, if it ended now (`toRecording`). */
export type RunningHits = RecordingHits & { event: unknown };
/** `until`: recordings that ended at or after this time are covered. Undefined if none are. */
export type SearchPage = {
  recordings: readonly RecordingHits[];
  running: readonly RunningHits[];
  pending: readonly string[];
  noText: readonly string[];
  until: Date | undefined;
  next: string;
};

/** `after`: the `next` of the previous page. It is empty after the last page. */
export async function searchRecordings(
  { clusterId, text, isPattern, from, to }: RecordingQuery,
  after: string,
  signal: AbortSignal,
): Promise<SearchPage> {
  const query = {
    ...{ text, from: from.toISOString(), to: to.toISOString(), startKey: after },
    regexp: isPattern ? 1 : undefined,
  };
  const json = (await call(apiUrl('sites/:clusterId/recordings/search', { clusterId }, query), {
    signal,
  })) as Partial<RecordingSearchJson>;
  return {
    recordings: (json.recordings ?? []).map(toHits),
    running: (json.running ?? []).map(({ event, ...hits }) => ({ ...toHits(hits), event })),
    pending: json.pending ?? [],
    noText: json.noText ?? [],
    until: json.until === undefined ? undefined : new Date(json.until),
    next: json.startKey ?? '',
  };
}

const toHits = ({ sid, count, hits, cut }: RecordingHitsJson): RecordingHits => ({
  ...{ sid, count, hits },
  isCut: cut === true,
});

type RecordingRef = { clusterId: string; sid: string };

/** `by` and `at` are undefined if there is no review. */
export type RecordingReview = {
  isReviewed: boolean;
  note: string;
  by: string | undefined;
  at: Date | undefined;
};

function toReview(json: unknown): RecordingReview {
  const time = textAt(json, 'at');
  return {
    isReviewed: at(json, 'reviewed') === true,
    note: textAt(json, 'note'),
    by: textAt(json, 'by') || undefined,
    at: time === '' ? undefined : new Date(time),
  };
}

const reviewUrl = (recording: RecordingRef): string => apiUrl('sites/:clusterId/sessions/:sid/review', recording);

export const fetchReview = async (recording: RecordingRef, signal: AbortSignal): Promise<RecordingReview> =>
  toReview(await call(reviewUrl(recording), { signal }));

/** Returns the stored review with its author. */
export const saveReview = async (recording: RecordingRef, change: ReviewChangeJson): Promise<RecordingReview> =>
  toReview(await call(reviewUrl(recording), { method: 'PUT', body: change }));

/** Reviews of recordings that ended in a time range, by session. */
export async function fetchReviews(
  clusterId: string,
  { from, to }: { from: Date; to: Date },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, RecordingReview>> {
  const query = { from: from.toISOString(), to: to.toISOString() };
  const json = await call(apiUrl('sites/:clusterId/recordings/reviews', { clusterId }, query), { signal });
  const { reviews = [] } = json as Partial<RecordingReviewsJson>;
  return new Map(reviews.map((review) => [review.sid, toReview(review)]));
}
