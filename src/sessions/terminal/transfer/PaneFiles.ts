import { ValueStore } from '../../../lib/valueStore.ts';
import { droppedFiles } from './pickedFiles.ts';
import { Transfers } from './Transfers.ts';
import type { TransferPorts, TransferSession } from './Transfers.ts';

export type FilesSide = 'download' | 'upload';

/** Files of one pane: the transfers, and the panel with what was typed into it. Both outlive a closed panel. */
export class PaneFiles {
  readonly transfers: Transfers;
  /** The side of the panel that is shown; undefined while it is closed. */
  readonly panel = new ValueStore<FilesSide | undefined>(undefined);
  readonly path = new ValueStore('~/');
  readonly folder = new ValueStore('~/');

  constructor(session: TransferSession, ports: TransferPorts) {
    this.transfers = new Transfers(session, ports);
  }

  /** Call it in the handler of the drop. Shows what becomes of the files. */
  async drop(dragged: DataTransfer): Promise<void> {
    const { transfers } = this;
    this.panel.set('upload');
    try {
      const files = await droppedFiles(dragged);
      if (files.length > 0) transfers.upload(files, this.folder.get());
      else transfers.trouble.set('There was no file in what was dropped. A folder without files is not made');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      transfers.trouble.set(`Nothing was uploaded: the browser could not read what was dropped (${why})`);
    }
  }

  dispose(): void {
    this.transfers.dispose();
  }
}
