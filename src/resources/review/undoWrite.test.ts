// @vitest-environment happy-dom
import type { DataProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { config } from '../../api/config.ts';
import { toasts } from '../../ui/toasts.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import { announceWrite } from './undoWrite.ts';

afterEach(() => {
  config.extensions = [];
  for (const { id } of toasts.queue.get()) toasts.close(id);
});

const resource = resourceNamed('roles');

test('undo does not remove a comment that another user added later', async () => {
  config.extensions = [FEATURE_SOURCE_TEXT];
  const saved = 'kind: role\nspec: {}\n';
  const writes = { update: vi.fn(), remove: vi.fn(), create: vi.fn() };
  const dataProvider = { getMany: async () => ({ data: [{ id: 'dev', content: `${saved}# ticket 4711\n` }] }) };
  announceWrite(
    { resource, name: 'roles', dataProvider: dataProvider as unknown as DataProvider, writes: writes as never },
    {
      row: { id: 'dev' },
      copy: { text: saved, readAtMs: 1 },
      before: { text: 'kind: role\n', readAtMs: 1 },
    },
  );
  toasts.queue.get()[0]?.undo?.();
  await vi.waitFor(() =>
    expect(toasts.queue.get().map(({ text }) => text)).toContainEqual(
      expect.stringContaining('was changed in the meantime'),
    ),
  );
  expect(writes.update).not.toHaveBeenCalled();
});
