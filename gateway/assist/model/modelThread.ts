// The thread that talks to the model: its library takes longer to load than a request may hold up others.
import { parentPort } from 'node:worker_threads';
import { serveChats } from './serveChats.ts';

if (parentPort) serveChats(parentPort);
