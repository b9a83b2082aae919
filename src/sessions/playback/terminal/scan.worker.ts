// Reads a recording in a worker: its text, its commands, and screens for seeking.
import type { RecordedCommand } from '../../../wire/recording/CommandReader.ts';
import { RecordingScan, type TextLine } from '../../../wire/recording/RecordingScan.ts';
import { partsOf, toBlock } from '../Transcript.ts';
import { isScanJob, type ScanJob, type ScanResult } from './scanProtocol.ts';
import type { SavedScreen } from './Screens.ts';

/** Output between two screens: a seek reads half of it on average. */
const SCREEN_EVERY_BYTES = 1024 * 1024;

let lines: TextLine[] = [];
let commands: RecordedCommand[] = [];
let sinceScreen = 0;
const scan = new RecordingScan({ line: (line) => lines.push(line), command: (command) => commands.push(command) });

async function work({ bytes, first, prints, sizes, isLast, ...rest }: ScanJob): Promise<ScanResult> {
  commands.push(...rest.commands);
  const screens: SavedScreen[] = [];
  let offset = 0;
  for (let index = 0; index < prints.length / 2; index++) {
    const size = sizes.find(({ print }) => print === first + index)?.size;
    if (size) scan.resize(size.cols, size.rows);
    const end = offset + (prints[2 * index + 1] ?? 0);
    await scan.print(bytes.subarray(offset, end), prints[2 * index] ?? 0);
    sinceScreen += end - offset;
    offset = end;
    if (sinceScreen < SCREEN_EVERY_BYTES || !scan.isAtRest) continue;
    screens.push({ print: first + index, state: scan.screen() });
    sinceScreen = 0;
  }
  if (isLast) scan.end();
  const result = { lines: toBlock(lines), commands, screens };
  lines = [];
  commands = [];
  return result;
}

// The page sends the next job after it received the answer to the last one.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isScanJob(data)) return;
  void work(data).then((result) => {
    self.postMessage(result, { transfer: partsOf(result.lines) });
  });
});
