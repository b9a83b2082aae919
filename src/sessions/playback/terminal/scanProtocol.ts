// Messages between the page and the worker that reads the recording.
import { isObject } from '../../../lib/json.ts';
import type { RecordedCommand } from '../../../wire/recording/CommandReader.ts';
import type { Size } from '../../../wire/recording/RecordingTimeline.ts';
import type { TextBlock } from '../Transcript.ts';
import type { SavedScreen } from './Screens.ts';

/** Adjacent prints. `bytes` contains exactly their output. */
export type ScanJob = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Number of the first print. */
  first: number;
  /** For each print: milliseconds, length of its output. */
  prints: Float64Array<ArrayBuffer>;
  /** Each size with the first print that has it. */
  sizes: readonly { print: number; size: Size }[];
  /** Commands from the events. */
  commands: readonly RecordedCommand[];
  /** No job follows. */
  isLast: boolean;
};

export type ScanResult = {
  lines: TextBlock;
  commands: readonly RecordedCommand[];
  screens: readonly SavedScreen[];
  /** Lines that the server did not store. */
  omitted?: number;
};

export const isScanJob = (data: unknown): data is ScanJob => isObject(data) && data['prints'] instanceof Float64Array;
export const isScanResult = (data: unknown): data is ScanResult => isObject(data) && Array.isArray(data['screens']);

/** Results of one piece of the stored text. */
export const isScanResults = (data: unknown): data is ScanResult[] => Array.isArray(data) && data.every(isScanResult);

/**
 * Resolves to the answer to a job. Send the next job only after it. The buffers in `transfer` move to the worker.
 * Rejects if the worker fails, which makes the worker unusable.
 */
export const askWorker = <T>(
  worker: Worker,
  { job, transfer }: { job: unknown; transfer: Transferable[] },
  isAnswer: (data: unknown) => data is T,
): Promise<T> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isAnswer(data)) resolve(data);
    };
    worker.onerror = (event) => reject(new Error(event.message || 'The reader of the text could not be started'));
    worker.postMessage(job, { transfer });
  });
