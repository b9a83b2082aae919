// Long texts are checked here, so that typing in them does not wait.
import { isObject } from '../../../lib/json.ts';
import { loadKind } from '../kinds/kind.ts';
import { checkDocument } from './checkDocument.ts';
import type { LongCheck, LongResult } from './checkLong.ts';

const isCheck = (data: unknown): data is LongCheck => isObject(data) && typeof data['text'] === 'string';

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isCheck(data)) return;
  const { id, text, kind, name, schema } = data;
  void loadKind(kind).then((known) => {
    const { problems, value } = checkDocument(text, { kind, name, schema, known });
    const result: LongResult = { id, problems, value };
    self.postMessage(result);
  });
});
