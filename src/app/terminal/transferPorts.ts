import { fetchAuthnChallenge } from '../../api/devices.ts';
import { listFolder, makeFolder, openDownload, upload } from '../../api/transfers.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { systemClock } from '../../lib/clock.ts';
import { openBrowserSink } from '../../sessions/terminal/transfer/browserSink.ts';
import { Slots } from '../../sessions/terminal/transfer/Slots.ts';
import type { TransferPorts } from '../../sessions/terminal/transfer/Transfers.ts';
import { proveWithKey } from '../../views/mfa/keyProof.ts';

/** A browser opens six connections to a server at most, and the console needs some for itself. */
const AT_ONCE = 3;

const nobodyCounts = () => undefined;

/** What transfers of this window do to the world. */
export const transferPorts: TransferPorts = {
  upload,
  openDownload,
  openSink: openBrowserSink,
  behaviour: serverBehaviour,
  listFolder,
  makeFolder,
  prove: async (signal) => {
    const options = { signal, onWaiting: nobodyCounts, onAnswered: nobodyCounts };
    return (await proveWithKey(fetchAuthnChallenge, options)).assertion;
  },
  proofs: new Slots(1),
  moves: new Slots(AT_ONCE),
  clock: systemClock,
};
