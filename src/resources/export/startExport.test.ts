// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { toasts } from '../../ui/toasts.ts';
import type { ListModel } from '../list/useListModel.ts';
import { startExport } from './startExport.ts';

vi.mock('../../ui/browserSink.ts', () => ({ openBrowserSink: async () => undefined }));
vi.mock('./exportAll.ts', () => ({
  exportAll: ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      const stop = () => reject(new Error('aborted'));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
    }),
}));

afterEach(() => {
  for (const { id } of toasts.queue.get()) toasts.close(id);
});

test('a cancelled export is not marked as a success', async () => {
  const model = {
    resource: resourceNamed('audit'),
    name: 'cluster/east/audit',
    state: { filter: { mode: 'chips', chips: [], text: '' }, columns: [] },
    list: { bounds: { from: new Date(0), to: new Date(1) }, range: undefined },
  };
  const done = startExport(model as unknown as ListModel, 'csv');
  toasts.queue.get()[0]?.progress?.cancel?.();
  await done;
  expect(toasts.queue.get()).toMatchObject([
    { text: expect.stringMatching(/cancelled\. No file was saved$/), isWarning: true },
  ]);
});
