// The thread of one desktop session: pictures take much of the processor, and the gateway has to answer everybody.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serveLink, type LinkData } from './serveLink.ts';

const NICENESS = 5;

// On Linux a thread has a priority of its own. Elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

if (parentPort) serveLink(parentPort, workerData as LinkData);
