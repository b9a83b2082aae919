import type { ComponentPropsWithRef } from 'react';
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

const Tab = ({ className, ...rest }: ComponentPropsWithRef<'button'>) => (
  <button type="button" className={cx(styles.tab, className)} {...rest} />
);

/** The saved views of a list. A click shows one, another click opens its menu. */
export function ViewTabs({ views, all, items, isFolded, onSaveAs }: Props) {
  const { book, present, choose } = views;
  const now = present.kind === 'saved' ? present.view.name : present.kind === 'linked' ? present.name : undefined;
  const isChanged = present.kind === 'saved' && present.differences.length > 0;
  const menu = (label: string, isOn = true) => (
    <MenuButton
      key={label}
      kind="quiet"
      opens={false}
      label="Views of this list"
      title={label}
      width={MENU_WIDTH_PX}
      items={items}
      className={cx(styles.tab, isOn && styles.on)}
      aria-current={isOn || undefined}
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
        {menu(now ?? (present.kind === 'all' ? all : 'Views'))}
      </nav>
    );
  const shownViews = book.views.filter((view, i) => i < TABS_MAX || view.name === now);
  const hidden = book.views.length - shownViews.length;
  return (
    <nav className={styles.views} aria-label="Saved views">
      {present.kind === 'all' ? menu(all) : <Tab onClick={() => choose(undefined)}>{all}</Tab>}
      {shownViews.map((view) =>
        view.name === now ? (
          menu(view.name)
        ) : (
          <Tab key={view.name} title={view.name} onClick={() => choose(view)}>
            <span className="cut">{view.name}</span>
          </Tab>
        ),
      )}
      {present.kind === 'linked' && menu(present.name)}
      {hidden > 0 && menu(`${hidden} more`, false)}
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
