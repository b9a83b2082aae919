import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { prefetchPopups } from '../../ui/Popup.tsx';
import { readListState } from '../list/listParams.ts';
import { viewNamed, type SavedView } from './viewBook.ts';
import { useViews, type Views } from './useViews.ts';
import { ViewStore } from './viewStore.ts';
import { ViewTabs } from './ViewTabs.tsx';

beforeAll(() => prefetchPopups());

const saved = (...names: string[]): SavedView[] => names.map((name) => ({ name, address: `?search=${name}` }));

/** A list with two views, and a menu that renames or deletes the current one. */
function List() {
  const [views, setViews] = useState(saved('prod', 'dev'));
  const [now, setNow] = useState<string>();
  const book = { views, start: undefined };
  const view = viewNamed(book, now);
  const change = (names: string[], next: string | undefined) => {
    setViews(saved(...names));
    setNow(next);
  };
  const item = (label: string, run: () => void): MenuItem => ({ kind: 'item', id: label, label, run });
  const state: Pick<Views, 'book' | 'present' | 'choose'> = {
    book,
    present: view ? { kind: 'saved', view, differences: [] } : { kind: 'all' },
    choose: (chosen) => setNow(chosen?.name),
  };
  return (
    <ViewTabs
      views={state as Views}
      all="All servers"
      items={() => [
        item('Rename', () => change(['prod', 'test'], 'test')),
        item('Delete', () => change(['prod'], undefined)),
      ]}
      isFolded={false}
      onSaveAs={() => undefined}
    />
  );
}

test('a view that no longer exists is not shown as the current one over all rows', () => {
  const nodes = resourceNamed('nodes');
  const present = (address: string) =>
    renderHook(() => useViews(nodes as Restricted, store, readListState(nodes, address), () => undefined)).result
      .current.present;
  const store = new ViewStore(localStorage, 'mara', 'nodes');
  expect(present('?view=Gone')).toEqual({ kind: 'all' });
  expect(present('?view=Linked&search=web')).toEqual({ kind: 'linked', name: 'Linked' });
});

const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }));

test('keeps the keyboard focus when a view is selected, renamed and deleted', async () => {
  render(<List />);
  screen.getByRole('button', { name: 'dev' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'dev', current: true }));
  await userEvent.keyboard('{Enter}');
  await choose('Rename');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'test' }));
  await userEvent.keyboard('{Enter}');
  await choose('Delete');
  expect(document.activeElement?.textContent).toBe('prod');
});
