// The thread that calls the model: loading its library would block the main thread too long.
import { parentPort } from 'node:worker_threads';
import { serveChats } from './serveChats.ts';

if (parentPort) serveChats(parentPort);
