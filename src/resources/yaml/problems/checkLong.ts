import type { ReviewContext } from '../../../access/review/roleGrants.ts';
import type { Sentence } from '../../../lib/sentence.ts';
import { isObject } from '../../../lib/json.ts';
import type { CheckedDocument, Rules } from './checkDocument.ts';
import { TextRanges } from './TextRanges.ts';
import type { Problem } from './problem.ts';

/** Checking a longer text would delay typing. Real documents are far shorter. */
const LONG_CHARS = 100_000;

export const isLong = (text: string): boolean => text.length > LONG_CHARS;

/** The part of the rules that the worker gets. It loads the kind itself. */
type LongCheck = { task: 'check'; text: string } & Omit<Rules, 'editorKind' | 'secrets'>;
type LongReview = { task: 'review'; kind: string; before: string | undefined; after: string; context: ReviewContext };
export type LongTask = (LongCheck | LongReview) & { id: number };
export type LongResult = { id: number } & (
  { problems: readonly Problem[]; value: unknown } | { sentences: readonly Sentence[] }
);

const isResult = (data: unknown): data is LongResult => isObject(data) && typeof data['id'] === 'number';

const NOWHERE = new TextRanges('');
const FIRST = { line: 1, column: 1, endLine: 1, endColumn: 2 };

const withProblem = (message: string): CheckedDocument => ({
  problems: [{ severity: 'error', message, path: [], range: FIRST }],
  value: undefined,
  ranges: NOWHERE,
});

/** Shown until the answer is here, because an unchecked text must not be saved. */
export const STILL_CHECKING = withProblem('The text is long and is still being checked');
const UNCHECKED = withProblem('The text is too long for this browser to check');

let worker: Worker | undefined;
let lastId = 0;

/** Runs a task in the worker; undefined if the browser cannot. */
function ask(task: LongCheck | LongReview): Promise<LongResult | undefined> {
  worker ??= new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  const here = worker;
  const id = ++lastId;
  return new Promise((resolve) => {
    const settle = (result: LongResult | undefined) => {
      here.removeEventListener('message', onMessage);
      here.removeEventListener('error', failed);
      resolve(result);
    };
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (isResult(data) && data.id === id) settle(data);
    };
    const failed = () => {
      worker = undefined;
      settle(undefined);
    };
    here.addEventListener('message', onMessage);
    here.addEventListener('error', failed);
    here.postMessage({ ...task, id } satisfies LongTask);
  });
}

/** The same as `checkDocument`, in the worker. The result has no ranges of the text: each problem carries its own range. */
export async function checkLong(
  text: string,
  { editorKind: _editorKind, secrets: _secrets, ...rules }: Rules,
): Promise<CheckedDocument> {
  const result = await ask({ task: 'check', text, ...rules });
  return result && 'problems' in result
    ? { problems: result.problems, value: result.value, ranges: NOWHERE }
    : UNCHECKED;
}

/** The sentences of the kind's review; undefined if the browser could not compute them. */
export async function reviewLong(review: Omit<LongReview, 'task'>): Promise<readonly Sentence[] | undefined> {
  const result = await ask({ task: 'review', ...review });
  return result && 'sentences' in result ? result.sentences : undefined;
}
