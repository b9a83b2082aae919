import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Dot } from '../../ui/StateMark.tsx';
import type { Views } from './useViews.ts';
import styles from './ViewTabs.module.css';

/** More views are in a menu. */
const TABS_MAX = 4;
const MENU_WIDTH_PX = 320;

type Props = {
  views: Views;
  /** The name of the list without a view: "All servers". */
  all: string;
  items: () => readonly MenuItem[];
  /** There is room for only one of them. */
  isFolded: boolean;
  onSaveAs: () => void;
};

/** The saved views of a list. A click shows one, another click opens its menu. */
export function ViewTabs({ views, all, items, isFolded, onSaveAs }: Props) {
  const { book, present, choose } = views;
  const now = present.kind === 'saved' ? present.view.name : present.kind === 'linked' ? present.name : undefined;
  const isChanged = present.kind === 'saved' && present.differences.length > 0;
  /** One element in all states of a tab, so that it keeps the focus. Without `onChoose` a click opens the menu. */
  const tab = (key: string | number, label: string, isOn: boolean, onChoose?: () => void) => (
    <MenuButton
      key={key}
      kind="quiet"
      opens={false}
      label="Views of this list"
      title={label}
      width={MENU_WIDTH_PX}
      items={items}
      className={cx(styles.tab, isOn && styles.on)}
      aria-current={isOn || undefined}
      {...(onChoose && { onClick: onChoose })}
    >
      <span className="cut">{label}</span>
      {isOn && isChanged && (
        <>
          <Dot kind="warn" />
          <span className="vh">changed since it was saved</span>
        </>
      )}
    </MenuButton>
  );
  if (isFolded)
    return (
      <nav className={styles.views} aria-label="Saved views">
        {tab('folded', now ?? (present.kind === 'all' ? all : 'Views'), true)}
      </nav>
    );
  const shown = book.views.filter((view, i) => i < TABS_MAX || view.name === now);
  const hidden = book.views.length - shown.length;
  return (
    <nav className={styles.views} aria-label="Saved views">
      {[undefined, ...shown].map((view, i) => {
        const isOn = view ? view.name === now : present.kind === 'all';
        // Counted from the end: the tab beside a deleted view takes over its element, which has the focus.
        return tab(shown.length - i, view?.name ?? all, isOn, isOn ? undefined : () => choose(view));
      })}
      {present.kind === 'linked' && tab('linked', present.name, true)}
      {hidden > 0 && tab('hidden', `${hidden} more`, false)}
      <Button
        kind="quiet"
        icon="plus"
        className={cx(styles.tab, styles.save)}
        off={
          present.kind === 'all' ? 'Filter, sort or choose columns first. A view stores this arrangement' : undefined
        }
        onClick={onSaveAs}
      >
        Save view
      </Button>
    </nav>
  );
}
