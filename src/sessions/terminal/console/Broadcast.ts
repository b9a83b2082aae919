import { ValueStore } from '../../../lib/valueStore.ts';

/**
 * Panes that all receive what is typed into one of them. It ends as soon as one of them goes: whoever types must know
 * where it arrives.
 */
export class Broadcast {
  /** Empty: everybody types for himself. */
  readonly receivers = new ValueStore<ReadonlySet<number>>(new Set());

  /** One alone is no broadcast. */
  begin(paneIds: readonly number[]): void {
    this.receivers.set(new Set(paneIds.length > 1 ? paneIds : []));
  }

  end = (): void => {
    if (this.receivers.get().size > 0) this.receivers.set(new Set());
  };

  /** Where input of a pane goes: to all when it is one of them, else to itself. */
  targets(paneId: number): readonly number[] {
    const receivers = this.receivers.get();
    return receivers.has(paneId) ? [...receivers] : [paneId];
  }

  /** These panes are still there. */
  retainPanes(paneIds: readonly number[]): void {
    const left = new Set(paneIds);
    if ([...this.receivers.get()].some((id) => !left.has(id))) this.end();
  }
}
