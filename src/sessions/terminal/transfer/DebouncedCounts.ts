import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { NO_TRANSFERS, tallyOf, type Tally, type Transfer } from './transferItem.ts';

/** What is over sooner is told nowhere but in the panel: words that come and go at once only catch the eye. */
const SHOWN_AFTER_MS = 500;

type List = Pick<ValueStore<readonly Transfer[]>, 'get' | 'subscribe'>;

/** The tally of a list, for the places outside of its panel. */
export class DebouncedCounts {
  readonly shown = new ValueStore<Tally>(NO_TRANSFERS);
  #list: List;
  #clock: Clock;
  #stopWaiting: Dispose | undefined;
  #stopFollowing: Dispose;

  constructor(list: List, clock: Clock) {
    this.#list = list;
    this.#clock = clock;
    this.#stopFollowing = list.subscribe(() => this.#follow());
  }

  dispose(): void {
    this.#stopFollowing();
    this.#stopWaiting?.();
  }

  #follow(): void {
    const isNew = this.shown.get().pending === 0 && tallyOf(this.#list.get()).pending > 0;
    if (!isNew) return this.#show();
    this.#stopWaiting ??= this.#clock.after(SHOWN_AFTER_MS, () => this.#show());
  }

  #show(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const [before, next] = [this.shown.get(), tallyOf(this.#list.get())];
    const isSame = next.pending === before.pending && next.asks === before.asks && next.failed === before.failed;
    if (!isSame) this.shown.set(next);
  }
}
