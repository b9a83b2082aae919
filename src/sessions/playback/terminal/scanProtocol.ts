// What the page and the worker that reads the recording tell each other.
import { isObject } from '../../../lib/json.ts';
import type { RecordedCommand } from '../../../wire/recording/CommandReader.ts';
import type { Size } from '../../../wire/recording/RecordingTimeline.ts';
import type { TextBlock } from '../Transcript.ts';
import type { SavedScreen } from './Screens.ts';

/** Prints that follow each other; `bytes` holds their output and nothing else. */
export type ScanJob = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Number of the first print. */
  first: number;
  /** Of each print: milliseconds, length of its output. */
  prints: Float64Array<ArrayBuffer>;
  /** The size from a print on. */
  sizes: readonly { print: number; size: Size }[];
  /** That are told by the events. */
  commands: readonly RecordedCommand[];
  /** Nothing comes after it. */
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

/** What one piece of the stored text completed. */
export const isScanResults = (data: unknown): data is ScanResult[] => Array.isArray(data) && data.every(isScanResult);

/**
 * The answer to a job; the worker gets the next one only then. What is in `transfer` is handed over. Rejects where the
 * worker fails: it is of no use then.
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
