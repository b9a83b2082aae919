import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { droppedFiles } from './pickedFiles.ts';
import { asFolder, HOME } from './remotePaths.ts';
import { NO_TRANSFERS, tallyOf, type Tally, type Transfer } from './transferItem.ts';
import { Transfers, type TransferPorts, type TransferSession } from './Transfers.ts';

export type FilesSide = 'download' | 'upload';

/** Files of one pane: the transfers, and the panel with its input. Both survive closing the panel. */
export class PaneFiles {
  readonly transfers: Transfers;
  readonly tally: DebouncedCounts;
  /** The visible side of the panel. Undefined while it is closed. */
  readonly panel = new ValueStore<FilesSide | undefined>(undefined);
  /** The initial value of both fields: the shell's directory, or the home directory. */
  readonly initialFolder = new ValueStore(HOME);
  readonly path = new ValueStore(HOME);
  readonly folder = new ValueStore(HOME);

  constructor(session: TransferSession, ports: TransferPorts) {
    this.transfers = new Transfers(session, ports);
    this.tally = new DebouncedCounts(this.transfers.list, ports.clock);
  }

  /** Opens the panel on the side of the last transfer. */
  showTransfers = (): void => {
    this.panel.set(this.transfers.list.get()[0]?.request.direction ?? 'upload');
  };

  /** The shell has changed its directory (undefined: unknown). Input of the user stays. */
  followShell(directory: string | undefined): void {
    const [before, next] = [this.initialFolder.get(), asFolder(directory ?? HOME)];
    this.initialFolder.set(next);
    for (const field of [this.path, this.folder]) if (field.get() === before) field.set(next);
  }

  /** Call it in the drop handler. Opens the panel for the files. */
  async drop(dragged: DataTransfer): Promise<void> {
    const { transfers } = this;
    this.panel.set('upload');
    const folder = this.folder.get(); // the folder that was shown: a program may change it while files are read
    try {
      const files = await droppedFiles(dragged);
      if (files.length > 0) transfers.upload(files, folder);
      else transfers.problem.set('No files or folders were dropped');
    } catch (error) {
      const why = errorMessage(error);
      transfers.problem.set(`Nothing was uploaded: the browser could not read the dropped files (${why})`);
    }
  }

  dispose(): void {
    this.tally.dispose();
    this.transfers.dispose();
  }
}

/** Shorter transfers only appear in the panel: a text that flashes only distracts. */
const SHOWN_AFTER_MS = 500;

type List = Pick<ValueStore<readonly Transfer[]>, 'get' | 'subscribe'>;

/** The transfer counts of a list, for places outside its panel. */
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
    const isSame =
      next.pending === before.pending && next.unanswered === before.unanswered && next.failed === before.failed;
    if (!isSame) this.shown.set(next);
  }
}
