// The thread that reads a changed gateway.yaml. It ends when it has sent the settings.
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../launcher/startError.mjs';
import { readGatewayFile, type FileReport, type FileText } from './readGatewayFile.ts';

/** They take the receiver a few milliseconds. */
const ITEMS_OF_PIECE = 500;

function report(): FileReport {
  try {
    const { config, ...read } = readGatewayFile(workerData as FileText);
    const { inventory, ...others } = config;
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < inventory.length; at += ITEMS_OF_PIECE)
      pieces.push(serialize(inventory.slice(at, at + ITEMS_OF_PIECE)));
    return { read, config: others, inventory: pieces };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { refusal: error.message };
  }
}

parentPort?.postMessage(report());
