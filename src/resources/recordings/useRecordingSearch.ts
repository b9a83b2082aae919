import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Recording } from '../../api/recordings.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { RecordingFinder } from './RecordingFinder.ts';
import { answerOf, isSearchable, RecordingSearch, type SearchState } from './RecordingSearch.ts';

type Query = { clusterId: string; text: string; isPattern: boolean; fromMs: number; toMs: number };

const never = () => () => undefined;

export type SearchProgress = {
  state: SearchState;
  /** How many lines match, and in how many of the shown recordings. */
  hits: number;
  recordings: number;
  /** Recordings that may have text, and how many of them were searched. */
  total: number;
  read: number;
  /** How many of them could not be read. */
  failed: number;
  stop: () => void;
};

/** Searches while it is mounted. Undefined without a text. `rows`: the recordings that the filter shows. */
export function useRecordingSearch(query: Query, rows: readonly Recording[]): SearchProgress | undefined {
  const { clusterId, text, isPattern, fromMs, toMs } = query;
  const search = useMemo(() => {
    if (text === '') return undefined;
    const request = { clusterId, text, isPattern, from: new Date(fromMs), to: new Date(toMs) };
    return new RecordingSearch(
      request,
      serverBehaviour.searchesRecordings ? undefined : () => new RecordingFinder(request),
    );
  }, [clusterId, text, isPattern, fromMs, toMs]);
  useEffect(() => {
    search?.start();
    return () => search?.stop();
  }, [search]);
  useEffect(() => search?.setRows(rows), [search, rows]);

  const state = useSyncExternalStore(search?.state.subscribe ?? never, () => search?.state.get());
  return useMemo(() => {
    if (!search || !state) return undefined;
    const searchable = rows.filter(isSearchable);
    const answers = searchable.flatMap((row) => answerOf(state, row) ?? []);
    const found = answers.filter((answer) => typeof answer !== 'string');
    return {
      state,
      hits: [...found, ...state.running].reduce((sum, { count }) => sum + count, 0),
      recordings: found.length + state.running.length,
      total: searchable.length,
      read: answers.length,
      failed: answers.filter((answer) => answer === 'failed').length,
      stop: () => search.stop(),
    };
  }, [search, state, rows]);
}
