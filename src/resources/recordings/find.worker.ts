// Searches the text of one recording after the other, in a worker.
import { excerpt, textMatcher, type Matcher } from '../../lib/textMatcher.ts';
import { RecordingScan, type TextLine } from '../../wire/recording/RecordingScan.ts';
import type { SearchHitJson } from '../../wire/recordings.ts';
import type { FindJob, FindResult, Hits, Print } from './RecordingFinder.ts';

/** How many hits are shown. The others are counted. */
const HITS_MAX = 20;

let scan: RecordingScan | undefined;
let found: Hits = { count: 0, hits: [] };

function begin(matcher: Matcher, commands: readonly TextLine[]): void {
  found = { count: 0, hits: [] };
  const look = (kind: SearchHitJson['kind'], { ms, text }: TextLine) => {
    const ranges = matcher(text);
    if (ranges.length === 0) return;
    found.count++;
    if (found.hits.length < HITS_MAX) found.hits.push({ ms, kind, ...excerpt(text, ranges) });
  };
  for (const command of commands) look('command', command);
  scan = new RecordingScan({
    line: (line) => look('line', line),
    command: () => undefined, // each command is in the line of its prompt too
  });
}

async function print(to: RecordingScan, bytes: Uint8Array, prints: readonly Print[]): Promise<void> {
  let offset = 0;
  for (const { ms, bytes: length, cols, rows } of prints) {
    to.resize(cols, rows);
    await to.print(bytes.subarray(offset, (offset += length)), ms);
  }
}

async function work(job: FindJob): Promise<FindResult> {
  if (job.kind === 'begin') {
    const made = textMatcher(job.text, job.isPattern);
    if (!made.ok) return { kind: 'failed', message: made.message };
    begin(made.matcher, job.commands);
  } else if (scan && job.kind === 'print') await print(scan, job.bytes, job.prints);
  else {
    scan?.end();
    scan = undefined;
    return { kind: 'found', found };
  }
  return { kind: 'taken' };
}

// The page sends the next job after the answer to the previous one.
self.addEventListener('message', ({ data }: MessageEvent<FindJob>) => {
  void work(data).then((result) => self.postMessage(result));
});
