// Reads the stored text of a recording in a worker, so that its garbage is freed with the worker.
import { TranscriptSplitter } from '../../../wire/recording/TranscriptSplitter.ts';
import { partsOf, toBlock } from '../Transcript.ts';
import type { ScanResult } from './scanProtocol.ts';

const splitter = new TranscriptSplitter();

const read = (bytes: Uint8Array): ScanResult[] =>
  splitter.push(bytes).map(({ lines, ms, commands, omitted = 0 }) => ({
    lines: toBlock(lines.map((text, index) => ({ text, ms: ms[index] ?? 0 }))),
    commands,
    screens: [],
    omitted,
  }));

// The page sends the next piece after it received the answer to the last one.
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof Uint8Array)) return;
  const results = read(data);
  self.postMessage(results, { transfer: results.flatMap(({ lines }) => partsOf(lines)) });
});
