// A thread that reads recordings for searches and players. It has a low priority.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { RecordingTextStore } from '../store/recordingTexts.ts';
import { IndexWork } from './indexWork.ts';
import type { IndexThreadData, IndexThreadOrder, IndexThreadReport } from './Indexer.ts';
import { recordingsDir } from './files.ts';
import { limitPayloads } from './limitPayloads.ts';
import { Recordings } from './Recordings.ts';

const NICENESS = 15;
/** Longer than any command line that a shell marks. */
const PAYLOAD_MAX = 65_536;

limitPayloads(PAYLOAD_MAX);

// On Linux a thread has its own priority. Elsewhere this would change the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const { dataDir } = workerData as IndexThreadData;
const post = (report: IndexThreadReport) => parentPort?.postMessage(report);
let lastOrder = 0;
const work = new IndexWork(new Recordings(recordingsDir(dataDir)), RecordingTextStore.open(dataDir), {
  failed: (sid, error) =>
    post({ kind: 'failed', sid, message: error instanceof Error ? error.message : String(error) }),
  idle: () => post({ kind: 'idle', orderNumber: lastOrder }),
});
parentPort?.on('message', ({ keeping, running, orderNumber }: IndexThreadOrder) => {
  lastOrder = orderNumber;
  work.look(keeping, running);
});
