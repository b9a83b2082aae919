import type { ListRequest, Rows } from '../../../api/lists.ts';
import type { Node } from '../../../api/nodes.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../../lib/work.ts';

export type NodeRows = {
  rows: readonly Node[];
  /** Undefined: unknown. */
  total: number | undefined;
} & ({ kind: 'reading' } | { kind: 'read'; next: string } | { kind: 'failed'; error: unknown });

type Ports = { fetch: (request: ListRequest, signal: AbortSignal) => Promise<Rows<Node>>; clock: Clock };

const PAGE = 200;
/** The delay after the last key stroke of a search. */
const PAUSE_MS = 120;

/** Servers of one cluster by name, page by page, for the list in which users choose a server. */
export class NodeFeed {
  readonly state = new ValueStore<NodeRows>({ kind: 'reading', rows: [], total: undefined });
  #ask: { run: (request: ListRequest) => Promise<Rows<Node>>; cancel: () => void };
  #clock: Clock;
  #search = '';
  #pause: Dispose = () => undefined;

  constructor({ fetch, clock }: Ports) {
    this.#clock = clock;
    this.#ask = latestWins((signal: AbortSignal, request: ListRequest) => fetch(request, signal));
  }

  /** Keeps the current rows until the response arrives. */
  search(text: string): void {
    this.#search = text.trim();
    this.#pause();
    this.#pause = this.#clock.after(PAUSE_MS, this.load);
  }

  load = (): void => void this.#read('');

  /** Reads the next page, if there is one and no request is pending. */
  more = (): void => {
    const state = this.state.get();
    if (state.kind === 'read' && state.next) void this.#read(state.next);
  };

  dispose(): void {
    this.#pause();
    this.#ask.cancel();
  }

  async #read(startKey: string): Promise<void> {
    const { rows, total } = this.state.get();
    this.state.set({ kind: 'reading', rows, total });
    try {
      const got = await this.#ask.run({
        limit: PAGE,
        startKey,
        search: this.#search,
        sort: { field: 'hostname', descending: false },
      });
      const all = startKey ? [...rows, ...got.rows] : got.rows;
      this.state.set({ kind: 'read', rows: all, next: got.next, total: got.total ?? total });
    } catch (error) {
      if (!isAbort(error)) this.state.set({ kind: 'failed', rows, total, error });
    }
  }
}
