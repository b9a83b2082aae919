// Checks and reviews long texts in a worker, so that the page does not freeze.
import { isObject } from '../../../lib/json.ts';
import { loadKind } from '../kinds/kind.ts';
import { checkDocument, readPlainValue } from './checkDocument.ts';
import type { LongResult, LongTask } from './checkLong.ts';

const isTask = (data: unknown): data is LongTask => isObject(data) && typeof data['task'] === 'string';

async function resultOf(data: LongTask): Promise<LongResult> {
  const { id, kind } = data;
  const editorKind = await loadKind(kind);
  if (data.task === 'review') {
    const before = data.before === undefined ? undefined : readPlainValue(data.before);
    return { id, sentences: editorKind.review?.(before, readPlainValue(data.after), data.context) ?? [] };
  }
  const { problems, value } = checkDocument(data.text, { ...data, editorKind });
  return { id, problems, value };
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isTask(data)) void resultOf(data).then((result) => self.postMessage(result));
});
