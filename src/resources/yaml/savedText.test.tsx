// What happens to the text of an editor when it is saved or discarded.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { DataProviderContext, type DataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { systemClock } from '../../lib/clock.ts';
import { toasts } from '../../ui/toasts.ts';
import { DocumentSession } from './DocumentSession.ts';
import type { SavedDraft } from './drafts.ts';
import type { CodeHandle } from './monaco/codeHandle.ts';
import type { DocumentResource, OpenedDocument, Target } from './openDocument.ts';
import { useDiscardDraft } from './useDiscardDraft.ts';
import { useSaving } from './useSaving.ts';

const roles = resourceNamed('roles');
if (!roles.yaml) throw new Error('roles cannot be edited as documents');
const resource: DocumentResource = { ...roles, yaml: roles.yaml };
const BASE = { text: 'a: 1\n', readAtMs: 1 };
const SAVED = { text: 'a: 2\n', readAtMs: 2 };
const drafts = { save: vi.fn((): SavedDraft => 'kept'), drop: vi.fn() };

function open(revision?: { id: string; of: string }) {
  const session = new DocumentSession({
    ...{ start: { text: BASE.text, base: BASE }, resume: undefined, drafts, clock: systemClock },
    check: () => ({}),
  });
  const code = { focus: vi.fn(), replaceAll: vi.fn((text: string) => session.edit(text)) };
  const handle = code as unknown as CodeHandle;
  const document = {
    session,
    type: resource.yaml.types[0],
    refusals: { forget: vi.fn() },
  } as unknown as OpenedDocument;
  const target: Target = { kind: 'existing', id: 'dev', ...(revision && { revision }) };
  const search = revision ? '?revision=7' : '';
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter(
      [
        { path: '/roles/dev', element: children },
        { path: '*', element: null },
      ],
      { initialEntries: [`/roles/dev${search}`] },
    );
    return (
      <QueryClientProvider client={new QueryClient()}>
        <DataProviderContext.Provider value={{} as DataProvider}>
          <RouterProvider router={router} />
        </DataProviderContext.Provider>
      </QueryClientProvider>
    );
  };
  const { result } = renderHook(
    () => ({
      saving: useSaving({ resource, name: 'roles', target, document, code: handle }),
      discard: useDiscardDraft(session, handle),
    }),
    { wrapper },
  );
  const address = () => `${router?.state.location.pathname ?? ''}${router?.state.location.search ?? ''}`;
  return { session, code, page: result.current, address, goTo: (to: string) => act(() => router?.navigate(to)) };
}

const WRITTEN = { row: { id: 'dev' }, copy: SAVED, before: BASE };
afterEach(() => toasts.queue.get().forEach(({ id }) => toasts.close(id)));

test('the server’s copy of the reviewed text replaces the text', () => {
  const { session, code, page } = open();
  session.edit('a:  2\n');
  act(() => page.saving.written(WRITTEN, 'a:  2\n', false));
  expect(code.replaceAll).toHaveBeenCalledWith(SAVED.text);
  expect(session.state.get().isChanged).toBe(false);
});

test('text typed after the review stays as an unsaved change', () => {
  const { session, code, page } = open();
  session.edit('a: 2\nb: 3\n');
  act(() => page.saving.written(WRITTEN, 'a: 2\n', false));
  expect(code.replaceAll).not.toHaveBeenCalled();
  expect(session.text).toBe('a: 2\nb: 3\n');
  expect(session.state.get()).toMatchObject({ isChanged: true, base: SAVED });
});

test('saving a restored revision removes the revision from the address', () => {
  const { session, page, address } = open({ id: '7', of: 'dev' });
  session.edit(SAVED.text);
  act(() => page.saving.written(WRITTEN, SAVED.text, false));
  expect(address()).toBe('/roles/dev');
});

test('undo restores a discarded draft in its editor', () => {
  const { session, page } = open();
  session.edit('mine\n');
  act(() => page.discard());
  expect(session.text).toBe(BASE.text);
  act(() => toasts.queue.get()[0]?.undo?.());
  expect(session.text).toBe('mine\n');
});

test('undo restores a discarded draft from another page', async () => {
  const { session, page, address, goTo } = open();
  session.edit('mine\n');
  act(() => page.discard());
  await goTo('/users');
  session.dispose();
  drafts.save.mockClear();
  await act(async () => toasts.queue.get()[0]?.undo?.());
  expect(drafts.save).toHaveBeenCalledWith('mine\n', BASE);
  expect(address()).toBe('/roles/dev');
});
