import type { Recording } from '../../api/recordings.ts';
import type { SearchHitJson } from '../../wire/recordings.ts';
import type { Days } from '../window/days.ts';
import { answerOf, isSearchable, type SearchState } from './RecordingSearch.ts';

/** Hits that stand below a recording until somebody asks for more. */
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
export type HitItem = { kind: 'hit'; key: string; row: Recording; hit: SearchHitJson };
/** `isOpen`: those beyond are in the player alone. */
export type MoreItem = { kind: 'more'; key: string; row: Recording; left: number; isOpen: boolean };
type Item = { kind: 'day'; key: string; day: string } | RecordingItem | HitItem | MoreItem;

export function itemPx(item: Item | undefined, isPhone: boolean): number {
  if (item?.kind === 'day') return DAY_PX;
  if (item?.kind === 'hit' || item?.kind === 'more') return isPhone ? HIT_PHONE_PX : HIT_PX;
  return isPhone ? ROW_PHONE_PX : ROW_PX;
}

/** The lines of the result in order: days, recordings, and below each its hits. `open`: sessions with all of theirs. */
export function textSearchItems(
  rows: readonly Recording[],
  days: Days,
  state: SearchState | undefined,
  open: ReadonlySet<string>,
): readonly Item[] {
  return rows.flatMap((row, index) => {
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
    const isOpen = open.has(row.sid);
    const shown = isOpen ? found.hits : found.hits.slice(0, SHOWN_HITS);
    items.push(...shown.map((hit, i): Item => ({ kind: 'hit', key: `${row.id} ${i}`, row, hit })));
    const left = found.count - shown.length;
    if (left > 0) items.push({ kind: 'more', key: `${row.id} more`, row, left, isOpen });
    return items;
  });
}

function answerLabel(state: SearchState, row: Recording): string {
  const answer = answerOf(state, row);
  if (row.state !== 'ready') return '–';
  if (answer === undefined) return 'not yet';
  if (answer === 'none') return 'none';
  if (answer === 'noText') return 'no text';
  if (answer === 'failed') return 'not readable';
  return `${answer.count}${answer.isCut ? ' or more' : ''} ${answer.count === 1 && !answer.isCut ? 'hit' : 'hits'}`;
}
