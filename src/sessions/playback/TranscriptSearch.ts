import { systemClock } from '../../lib/clock.ts';
import { patternFault, searchPattern, type SearchOptions } from '../../lib/searchPattern.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../lib/work.ts';
import { matchInWorker } from '../terminal/emulator/find/matchInWorker.ts';
import type { Transcript } from './Transcript.ts';

export type SearchQuery = SearchOptions & { text: string };
/** `from` and `to` are characters of the line, `ms` is its time. */
export type Hit = { line: number; lineLength: number; from: number; to: number; ms: number };
export type SearchState =
  { kind: 'none' } | { kind: 'found'; hits: readonly Hit[]; current: number } | { kind: 'faulty' } | { kind: 'slow' };

/** Further hits are neither marked nor counted. */
export const HITS_MAX = 20_000;
/** The shortest time between two searches while the text grows. */
const REFRESH_MS = 500;

/** Searches a transcript in a worker, because a regular expression can run without end. */
export class TranscriptSearch {
  readonly state = new ValueStore<SearchState>({ kind: 'none' });
  #transcript: Transcript;
  #query: SearchQuery | undefined;
  /** The transcript version of the last search. */
  #searched = 0;
  #isRunning = false;
  #isRefreshDue = false;
  #search = latestWins((signal: AbortSignal, query: SearchQuery) => this.#run(signal, query));

  constructor(transcript: Transcript) {
    this.#transcript = transcript;
  }

  /** The last query. */
  get query(): SearchQuery | undefined {
    return this.#query;
  }

  /** Finds the hits in all text that is available now. */
  async find(query: SearchQuery): Promise<void> {
    this.#query = query;
    if (query.text === '' || (query.isRegExp && patternFault(query.text) !== undefined)) {
      this.#search.cancel();
      this.#isRunning = false;
      this.state.set({ kind: query.text === '' ? 'none' : 'faulty' });
      return;
    }
    this.#isRunning = true;
    try {
      await this.#search.run(query);
    } catch (error) {
      if (isAbort(error)) return; // a newer search replaced this one and is running
      this.#isRunning = false;
      throw error;
    }
    this.#isRunning = false;
  }

  /** Call it when the text has grown: repeats the search soon, after a search that is running. */
  refresh(): void {
    if (this.#isRefreshDue) return;
    this.#isRefreshDue = true;
    systemClock.after(REFRESH_MS, () => {
      this.#isRefreshDue = false;
      if (this.#isRunning) return this.refresh();
      const hasGrown = this.#searched !== this.#transcript.version.get();
      if (this.#query && hasGrown && this.state.get().kind === 'found') void this.find(this.#query);
    });
  }

  /** Moves to the next or previous hit and wraps around at the ends. Undefined if there are no hits. */
  step(by: 1 | -1): Hit | undefined {
    const state = this.state.get();
    if (state.kind !== 'found' || state.hits.length === 0) return undefined;
    const current = (state.current + by + state.hits.length) % state.hits.length;
    this.state.set({ ...state, current });
    return state.hits[current];
  }

  /** Makes the hit nearest to a moment the present one. */
  near(ms: number): Hit | undefined {
    const state = this.state.get();
    if (state.kind !== 'found') return undefined;
    const next = state.hits.findIndex((hit) => hit.ms >= ms);
    const current = Math.max(0, next);
    this.state.set({ ...state, current });
    return state.hits[current];
  }

  async #run(signal: AbortSignal, query: SearchQuery): Promise<void> {
    const { text, version } = this.#transcript;
    this.#searched = version.get();
    const job = { text, ...searchPattern(query.text, query), max: HITS_MAX };
    const found = await matchInWorker(job, query.isRegExp, signal);
    if (!found) {
      this.state.set({ kind: 'slow' });
      return;
    }
    const before = this.state.get();
    const hits = this.#hitsOf(found);
    const current = before.kind === 'found' ? Math.max(0, Math.min(before.current, hits.length - 1)) : 0;
    this.state.set({ kind: 'found', hits, current });
  }

  #hitsOf(found: Uint32Array): Hit[] {
    const transcript = this.#transcript;
    const hits: Hit[] = [];
    let [line, start, text] = [0, 0, transcript.textOf(0)];
    for (let index = 0; index < found.length; index += 2) {
      const at = found[index] ?? 0;
      while (start + text.length < at) {
        start += text.length + 1;
        text = transcript.textOf(++line);
        if (line >= transcript.count) return hits;
      }
      const from = at - start;
      const to = from + (found[index + 1] ?? 0);
      hits.push({ line, lineLength: text.length, from, to, ms: transcript.msOf(line) });
    }
    return hits;
  }
}
