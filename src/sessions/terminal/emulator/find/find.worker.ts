// A regular expression can take forever on one line. In a worker it blocks nothing and can be terminated.
import { isObject } from '../../../../lib/json.ts';
import { matchLines, type MatchJob } from './matchLines.ts';

const isJob = (data: unknown): data is MatchJob => isObject(data) && typeof data['text'] === 'string';

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isJob(data)) return;
  const found = matchLines(data);
  self.postMessage(found, { transfer: [found.buffer] });
});
