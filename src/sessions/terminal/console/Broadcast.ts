import { ValueStore } from '../../../lib/valueStore.ts';

/**
 * The group of panes that all receive what is typed into one of them. It ends when one of them closes, so that users
 * know where their input goes.
 */
export class Broadcast {
  /** Empty: each pane only gets its own input. */
  readonly receivers = new ValueStore<ReadonlySet<number>>(new Set());

  /** A single pane does not start a broadcast. */
  begin(paneIds: readonly number[]): void {
    this.receivers.set(new Set(paneIds.length > 1 ? paneIds : []));
  }

  end = (): void => {
    if (this.receivers.get().size > 0) this.receivers.set(new Set());
  };

  /** The panes that get the input of a pane: the whole group if the pane belongs to it, otherwise only itself. */
  targets(paneId: number): readonly number[] {
    const receivers = this.receivers.get();
    return receivers.has(paneId) ? [...receivers] : [paneId];
  }

  /** `paneIds`: the panes that still exist. */
  retainPanes(paneIds: readonly number[]): void {
    const remaining = new Set(paneIds);
    if ([...this.receivers.get()].some((id) => !remaining.has(id))) this.end();
  }
}
