import type { MatchJob } from './matchLines.ts';

/** Undefined: it took too long. Rejects as aborted when it is no longer needed. */
export type Match = (job: MatchJob, isLimited: boolean, signal: AbortSignal) => Promise<Uint32Array | undefined>;

/** A limited search that takes longer is aborted. */
export const LIMIT_S = 2;

/** Reused between searches. A worker that is busy with an obsolete search is terminated. */
let idle: Worker | undefined;

export const matchInWorker: Match = (job, isLimited, signal) =>
  new Promise((resolve, reject) => {
    const worker = idle ?? new Worker(new URL('./find.worker.ts', import.meta.url), { type: 'module' });
    idle = undefined;
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      worker.onmessage = worker.onerror = null;
    };
    const stop = () => {
      end();
      worker.terminate();
    };
    const giveUp = () => {
      stop();
      resolve(undefined);
    };
    const aborted = () => {
      stop();
      reject(new DOMException('Another search has started', 'AbortError'));
    };
    const timer = isLimited ? setTimeout(giveUp, LIMIT_S * 1000) : undefined;
    signal.addEventListener('abort', aborted);
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      end();
      idle = worker;
      resolve(data instanceof Uint32Array ? data : undefined);
    };
    worker.onerror = giveUp;
    worker.postMessage(job);
  });
