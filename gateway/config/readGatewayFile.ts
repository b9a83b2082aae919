import { dirname } from 'node:path';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { StartError } from '../launcher/startError.mjs';
import { inTurns } from '../process/turns.ts';
import { missingSshFiles } from './checkSsh.ts';
import type { FileConfig } from './fileConfig.ts';
import { readConfig } from './readConfig.ts';
import type { GatewayConfig, InventoryItem } from './settings.ts';
import { missingDesktopFiles } from './toDesktopConnect.ts';
import { missingServiceFiles } from './toServiceConnect.ts';
import { toGatewayConfig } from './toGatewayConfig.ts';

/** A missing directory of keys is one mistake, for any number of servers. */
const MISSING_MAX = 5;

export type FileText = { file: string; text: string };
/** All settings of gateway.yaml, with the defaults. */
export type GatewayFile = Pick<FileConfig, 'listen' | 'public_url'> & { config: GatewayConfig; warnings: string[] };

/** The form in which a thread sends the settings. `inventory`: in pieces, since a large value blocks its receiver. */
export type FileReport =
  | { refusal: string }
  | { read: Omit<GatewayFile, 'config'>; config: Omit<GatewayConfig, 'inventory'>; inventory: Uint8Array[] };

/** Throws a StartError if the settings are invalid. With thousands of servers it takes a second. */
export function readGatewayFile({ file, text }: FileText): GatewayFile {
  const { config, warnings } = readConfig(file, text);
  const directory = dirname(file);
  const missing = [missingSshFiles, missingDesktopFiles, missingServiceFiles].flatMap((of) => of(config, directory));
  warnings.push(...missing.slice(0, MISSING_MAX).map((why) => `${file}: ${why}`));
  if (missing.length > MISSING_MAX)
    warnings.push(`${file}: and ${missing.length - MISSING_MAX} more files are missing`);
  const { listen, public_url } = config;
  return {
    ...(listen && { listen }),
    ...(public_url !== undefined && { public_url }),
    config: toGatewayConfig(config, directory),
    warnings,
  };
}

/** The same in a thread, while the gateway serves others. `threadFile`: the built configThread.ts. */
export async function readInThread(threadFile: string, text: FileText): Promise<GatewayFile> {
  const worker = new Worker(threadFile, { workerData: text });
  const report = await new Promise<FileReport>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', () => reject(new Error('the thread has ended')));
  });
  if ('refusal' in report) throw new StartError(report.refusal);
  const inventory: InventoryItem[] = [];
  await inTurns(report.inventory, (items) => inventory.push(...(deserialize(items) as InventoryItem[])));
  return { ...report.read, config: { ...report.config, inventory } };
}
