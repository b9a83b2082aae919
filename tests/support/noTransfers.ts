import { systemClock } from '../../src/lib/clock.ts';
import { AskedRequests } from '../../src/sessions/terminal/transfer/AskedRequests.ts';
import { Slots } from '../../src/sessions/terminal/transfer/move.ts';
import type { TransferPorts } from '../../src/sessions/terminal/transfer/Transfers.ts';

const unwanted = () => Promise.reject(new Error('No file is moved here'));

/** For tests in which no file is moved. */
export const noTransfers: TransferPorts = {
  upload: unwanted,
  openDownload: unwanted,
  openSink: unwanted,
  behaviour: { listsFolders: true, sendsFolders: true, keepsFiles: true },
  listFolder: unwanted,
  makeFolder: unwanted,
  prove: unwanted,
  proofs: new Slots(1),
  moves: new Slots(1),
  askedRequests: new AskedRequests({ getItem: () => null, setItem: () => undefined }, new EventTarget()),
  clock: systemClock,
};
