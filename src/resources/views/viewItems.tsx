import type { ReactNode } from 'react';
import { copyWithToast } from '../../ui/copyWithToast.ts';
import type { ChoosableItem, MenuItem } from '../../ui/menuItems.ts';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { Dot } from '../../ui/StateMark.tsx';
import { toasts } from '../../ui/toasts.ts';
import type { Views } from './useViews.ts';
import { removeView, restoreView, startWith, type SavedView } from './viewBook.ts';
import type { Difference } from './viewDifferences.ts';
import { saveChanges } from './saveChanges.ts';

/** The other dialogs and actions of the menu. */
type ViewActions = {
  /** Undefined: without a proposed name. */
  saveAs: (name: string | undefined) => void;
  arrange: () => void;
  /** Address of the page, without the parameters of the list. */
  page: string;
};

const SIGNS = { '+': 'added', '−': 'removed' } as const;

const line = ({ sign, text, code }: Difference): ReactNode => (
  <>
    {sign && (
      <>
        <span aria-hidden>{sign} </span>
        <span className="vh">{SIGNS[sign]} </span>
      </>
    )}
    {text}
    {text !== undefined && code !== undefined && ' '}
    {code !== undefined && <code>{code}</code>}
  </>
);

const changed = <Dot kind="warn" />;

const item = (id: string, label: string, run: () => void): ChoosableItem => ({ kind: 'item', id, label, run });

const choice = (id: string, label: string, hint: string, chosen: boolean, run: () => void): ChoosableItem => ({
  ...item(`view ${id}`, label, run),
  hint,
  chosen,
});

function ofSaved(view: SavedView, views: Views, { page, arrange }: ViewActions): readonly MenuItem[] {
  const { book, edit, choose } = views;
  const starts = book.start === view.name;
  const copyLink = () => {
    const params = new URLSearchParams(view.address);
    params.set('view', view.name);
    void copyWithToast(`${window.location.origin}${page}?${params.toString()}`, 'Link');
  };
  const remove = () => {
    const before = book;
    edit((now) => removeView(now, view.name));
    choose(undefined);
    toasts.show({
      text: `View ${view.name} deleted`,
      undo: () => {
        edit((now) => restoreView(now, view, before));
        if (window.location.pathname === page) choose(view); // the user may have left the list
      },
    });
  };
  return [
    { kind: 'line' },
    { ...item('arrange', 'Rename and order', arrange), icon: 'pencil' },
    {
      ...item('start', starts ? 'Open the list without it' : 'Open the list with it', () =>
        edit((now) => startWith(now, starts ? undefined : view.name)),
      ),
      icon: 'bookmark',
    },
    { ...item('link', 'Copy link to this view', copyLink), icon: 'share-2' },
    { ...item('delete', `Delete ${view.name}`, remove), icon: 'trash-2', danger: true },
  ];
}

/** All actions on the views of a list. `all` is the name of the list without a view. */
export function viewItems(views: Views, all: string, actions: ViewActions): readonly MenuItem[] {
  const { book, present, choose } = views;
  const now = present.kind === 'saved' ? present : undefined;
  const isChanged = now !== undefined && now.differences.length > 0;
  const save: MenuItem = {
    ...item('save as', 'Save as new view', () => actions.saveAs(present.kind === 'linked' ? present.name : undefined)),
    icon: 'plus',
  };
  return [
    { kind: 'head', label: 'Views of this list' },
    choice('all', all, 'Built in', present.kind === 'all', () => choose(undefined)),
    ...book.views.map((view) => {
      const isNow = view.name === now?.view.name;
      const hint = view.name === book.start ? 'Default view' : 'Your views';
      return {
        ...choice(`of ${view.name}`, view.name, hint, isNow, () => choose(view)),
        ...(isNow && isChanged && { badge: changed }),
      };
    }),
    ...(present.kind === 'linked' ? [choice('linked', present.name, 'From a link', true, () => undefined)] : []),
    { kind: 'line' },
    ...(isChanged
      ? ([
          { kind: 'head', label: `${now.view.name} has changed` },
          { kind: 'text', lines: now.differences.map(line) },
          {
            ...item('save', 'Save changes to view', () => saveChanges(views)),
            icon: 'bookmark',
            hint: <Kbd keys="Ctrl+S" small />,
          },
          save,
          { ...item('back', 'Reset to saved view', () => choose(now.view)), icon: 'undo-2' },
        ] satisfies readonly MenuItem[])
      : [save]),
    ...(now ? ofSaved(now.view, views, actions) : []),
  ];
}
