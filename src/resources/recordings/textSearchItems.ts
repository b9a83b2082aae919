import type { RecordingHits } from '../../api/recordingExtensions.ts';
import { toRecording, type Recording } from '../../api/recordings.ts';
import type { SearchHitJson } from '../../wire/recordings.ts';
import type { Days } from '../window/days.ts';
import { answerOf, isSearchable, type SearchState } from './RecordingSearch.ts';

/** Hits shown below a recording until the user asks for more. */
const SHOWN_HITS = 3;
const DAY_PX = 28;
const ROW_PX = 34;
const ROW_PHONE_PX = 60;
const HIT_PX = 26;
const HIT_PHONE_PX = 34;

export type RecordingItem = {
  kind: 'recording';
  key: string;
  row: Recording;
  index: number;
  /** `7 hits`, or why there are none. */
  answer: string;
  hasHits: boolean;
};
/** An active session. It is not in the list of recordings. */
export type RunningItem = { kind: 'running'; key: string; row: Recording; answer: string };
export type HitItem = { kind: 'hit'; key: string; row: Recording; hit: SearchHitJson; isRunning?: boolean };
/** `isOpen`: all stored hits are shown, and the rest is only in the player. */
export type MoreItem = { kind: 'more'; key: string; row: Recording; remaining: number; isOpen: boolean };
type Item = { kind: 'day'; key: string; day: string } | RunningItem | RecordingItem | HitItem | MoreItem;

export function itemPx(item: Item | undefined, isPhone: boolean): number {
  if (item?.kind === 'day') return DAY_PX;
  if (item?.kind === 'hit' || item?.kind === 'more') return isPhone ? HIT_PHONE_PX : HIT_PX;
  return isPhone ? ROW_PHONE_PX : ROW_PX;
}

/**
 * The lines of the result in order: active sessions, days, recordings, and below each its hits. `open`: sessions that
 * show all hits.
 */
export function textSearchItems(
  rows: readonly Recording[],
  days: Days,
  state: SearchState | undefined,
  open: ReadonlySet<string>,
): readonly Item[] {
  const isListed = new Set(rows.map(({ sid }) => sid)); // it has ended since
  const running = (state?.running ?? [])
    .filter(({ sid }) => !isListed.has(sid))
    .flatMap(({ event, ...found }): Item[] => {
      const row = toRecording(event);
      return [
        { kind: 'running', key: `running ${row.sid}`, row, answer: hitsLabel(found) },
        ...hitItems(row, found, open.has(row.sid), true),
      ];
    });
  const recordings = rows.flatMap((row, index) => {
    const day = days.get(index);
    const answer = state && answerOf(state, row);
    const found = typeof answer === 'object' ? answer : undefined;
    const items: Item[] = day === undefined ? [] : [{ kind: 'day', key: `day ${day}`, day }];
    items.push({
      ...{ kind: 'recording', key: row.id, row, index },
      answer: state ? answerLabel(state, row) : '',
      hasHits: found !== undefined,
    });
    if (!found || !isSearchable(row)) return items;
    return [...items, ...hitItems(row, found, open.has(row.sid))];
  });
  return [...running, ...recordings];
}

type Hits = Pick<RecordingHits, 'count' | 'hits' | 'isCut'>;

function hitItems(row: Recording, { count, hits }: Hits, isOpen: boolean, isRunning = false): Item[] {
  const shownHits = isOpen ? hits : hits.slice(0, SHOWN_HITS);
  const remaining = count - shownHits.length;
  return [
    ...shownHits.map((hit, i): Item => ({ kind: 'hit', key: `${row.id} ${i}`, row, hit, isRunning })),
    ...(remaining > 0 ? [{ kind: 'more', key: `${row.id} more`, row, remaining, isOpen } as const] : []),
  ];
}

function answerLabel(state: SearchState, row: Recording): string {
  const answer = answerOf(state, row);
  if (row.state !== 'ready' && row.state !== 'notInteractive') return '–';
  if (answer === undefined) return 'not yet';
  if (answer === 'none') return 'none';
  if (answer === 'noText') return 'no text';
  if (answer === 'failed') return 'not readable';
  return hitsLabel(answer);
}

const hitsLabel = ({ count, isCut }: Hits): string =>
  `${count}${isCut ? ' or more' : ''} ${count === 1 && !isCut ? 'hit' : 'hits'}`;
