import { isObject } from '../../../lib/json.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import type { CheckedDocument, Rules } from './checkDocument.ts';
import { Places } from './Places.ts';
import type { Problem } from './problem.ts';

/** Checking more than this would be felt while one types; no document of people comes near it. */
const LONG_CHARS = 100_000;

export const isLong = (text: string): boolean => text.length > LONG_CHARS;

export type LongCheck = { id: number; text: string; kind: string; name: string | undefined; schema: LoadedSchema };
export type LongResult = { id: number; problems: readonly Problem[]; value: unknown };

const isResult = (data: unknown): data is LongResult => isObject(data) && typeof data['id'] === 'number';

const NOWHERE = new Places('');
const FIRST = { line: 1, column: 1, endLine: 1, endColumn: 2 };

const told = (message: string): CheckedDocument => ({
  problems: [{ severity: 'error', message, path: [], range: FIRST }],
  value: undefined,
  places: NOWHERE,
});

/** Said until the answer is there: nothing is saved unchecked. */
export const STILL_CHECKING = told('The text is long, and is still being checked');
const UNCHECKED = told('The text is long, and this browser could not check it');

let worker: Worker | undefined;
let lastId = 0;

/** The same as `checkDocument`, beside the page. It has no places: what is found carries its own. */
export async function checkLong(text: string, { kind, name, schema }: Rules): Promise<CheckedDocument> {
  worker ??= new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  const here = worker;
  const id = ++lastId;
  const sent: LongCheck = { id, text, kind, name, schema };
  return new Promise((resolve) => {
    const done = (checked: CheckedDocument) => {
      here.removeEventListener('message', heard);
      here.removeEventListener('error', failed);
      resolve(checked);
    };
    const heard = ({ data }: MessageEvent<unknown>) => {
      if (isResult(data) && data.id === id) done({ problems: data.problems, value: data.value, places: NOWHERE });
    };
    const failed = () => {
      worker = undefined;
      done(UNCHECKED);
    };
    here.addEventListener('message', heard);
    here.addEventListener('error', failed);
    here.postMessage(sent);
  });
}
