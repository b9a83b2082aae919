// The thread of one desktop session: pictures need much processor time, and the gateway must stay responsive.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { serveLink, type LinkData } from './serveLink.ts';

const NICENESS = 5;

// On Linux a thread has its own priority. Elsewhere this would change the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

if (parentPort) serveLink(parentPort, workerData as LinkData);
