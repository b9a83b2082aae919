import {
  searchRecordings,
  type RecordingHits,
  type RecordingQuery,
  type RunningHits,
} from '../../api/recordingExtensions.ts';
import type { RecordingAddress } from '../../api/recordingData.ts';
import type { Recording } from '../../api/recordings.ts';
import { isAbort } from '../../lib/work.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import type { Hits } from './RecordingFinder.ts';

/** `none`: nothing matches. `noText`: it has no text, or no longer has it. */
type Answer = RecordingHits | 'none' | 'noText' | 'failed';

export type SearchState = {
  status: 'running' | 'stopped' | 'done' | 'failed';
  /** By session. */
  answers: ReadonlyMap<string, Answer>;
  /** Sessions with hits that were active when the search started. */
  running: readonly RunningHits[];
  /** Recordings that ended at this moment or later have no hits if they have no answer. */
  answeredFromMs: number;
  /** Recordings that the gateway has not indexed yet. */
  pending: ReadonlySet<string>;
  error: unknown;
};

const BEGIN: SearchState = {
  status: 'running',
  answers: new Map(),
  running: [],
  answeredFromMs: Number.POSITIVE_INFINITY,
  pending: new Set(),
  error: undefined,
};

/** Whether the recording may have text. For recordings without a terminal the command is searched. */
export const isSearchable = ({ state, type }: Recording): boolean =>
  (state === 'ready' || state === 'notInteractive') && type !== 'desktop';

/** The answer for a recording; undefined: not searched yet. */
export function answerOf({ answers, answeredFromMs, pending }: SearchState, recording: Recording): Answer | undefined {
  const { sid, created, type } = recording;
  if (type === 'desktop') return 'noText';
  if (pending.has(sid)) return undefined;
  return answers.get(sid) ?? (created && created.getTime() >= answeredFromMs ? 'none' : undefined);
}

type Finder = { find(address: RecordingAddress, signal: AbortSignal): Promise<Hits>; dispose(): void };

/** One search for a text in recordings, by the gateway, or by a finder that searches one after the other. */
export class RecordingSearch {
  readonly state = new ValueStore<SearchState>(BEGIN);
  #query: RecordingQuery;
  #makeFinder: (() => Finder) | undefined;
  #finder: Finder | undefined;
  #abort = new AbortController();
  #rows: readonly Recording[] = [];
  #wake: (() => void) | undefined;

  /** `makeFinder`: absent if the gateway searches. */
  constructor(query: RecordingQuery, makeFinder?: () => Finder) {
    this.#query = query;
    this.#makeFinder = makeFinder;
  }

  /** Starts. After `stop` a finder continues, and the gateway starts again. */
  start(): void {
    this.#abort = new AbortController();
    this.#finder = this.#makeFinder?.();
    this.#change(this.#makeFinder ? { status: 'running' } : BEGIN);
    void this.#run(this.#finder ? this.#lookThrough(this.#finder) : this.#ask());
  }

  /** The shown recordings, in the order in which a finder searches them. */
  setRows(rows: readonly Recording[]): void {
    this.#rows = rows;
    this.#wake?.();
  }

  /** Keeps the hits so far. */
  stop(): void {
    this.#abort.abort();
    this.#finder?.dispose();
    this.#wake?.();
    if (this.state.get().status === 'running') this.#change({ status: 'stopped' });
  }

  async #run(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!isAbort(error)) this.#change({ status: 'failed', error });
    }
  }

  async #ask(): Promise<void> {
    const { signal } = this.#abort;
    let after = '';
    do {
      const page = await searchRecordings(this.#query, after, signal);
      const { answers, running, pending, answeredFromMs } = this.state.get();
      after = page.next;
      this.#change({
        answers: new Map([
          ...answers,
          ...page.recordings.map((hits) => [hits.sid, merged(answers.get(hits.sid), hits)] as const),
          ...page.noText.map((sid) => [sid, 'noText'] as const),
        ]),
        running: page.running.reduce(addRunning, running),
        pending: new Set([...pending, ...page.pending]),
        answeredFromMs: after === '' ? Number.NEGATIVE_INFINITY : (page.until?.getTime() ?? answeredFromMs),
        status: after === '' ? 'done' : 'running',
      });
    } while (after !== '');
  }

  async #lookThrough(finder: Finder): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      const next = this.#rows.find((row) => isSearchable(row) && !this.state.get().answers.has(row.sid));
      if (next) {
        const answer = await this.#lookThroughOne(finder, next, signal);
        signal.throwIfAborted();
        const { answers } = this.state.get();
        this.#change({ status: 'running', answers: new Map([...answers, [next.sid, answer]]) });
        continue;
      }
      if (this.#rows.length > 0) this.#change({ status: 'done' });
      await new Promise<void>((resolve) => (this.#wake = resolve)); // other rows may come
    }
  }

  async #lookThroughOne(finder: Finder, { sid }: Recording, signal: AbortSignal): Promise<Answer> {
    try {
      const { count, hits } = await finder.find({ clusterId: this.#query.clusterId, sid }, signal);
      return count === 0 ? 'none' : { sid, count, hits, isCut: false };
    } catch (error) {
      if (isAbort(error)) throw error;
      return 'failed'; // the others may be readable
    }
  }

  #change(change: Partial<SearchState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }
}

function addRunning(all: readonly RunningHits[], more: RunningHits): RunningHits[] {
  const previous = all.find(({ sid }) => sid === more.sid);
  return [...all.filter((other) => other !== previous), { ...more, ...merged(previous, more) }];
}

/** A long recording arrives in several pages. */
function merged(before: Answer | undefined, hits: RecordingHits): RecordingHits {
  if (before === undefined || typeof before === 'string') return hits;
  return { ...hits, count: before.count + hits.count, hits: [...before.hits, ...hits.hits] };
}
