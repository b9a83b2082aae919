import { Menu, useMenuButton } from '../../ui/Menu.tsx';
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

type TabProps = {
  label: string;
  isOn: boolean;
  isChanged?: boolean;
  items: Props['items'];
  /** Absent: a click opens the menu. */
  onChoose?: (() => void) | undefined;
};

/** One element in all states, so that it keeps the focus when its view is chosen, renamed or deleted. */
function Tab({ label, isOn, isChanged, items, onChoose }: TabProps) {
  const { anchor, close, button } = useMenuButton();
  return (
    <>
      <button
        {...(onChoose ? { type: 'button', onClick: onChoose } : button)}
        title={label}
        className={cx(styles.tab, isOn && styles.on)}
        aria-current={isOn || undefined}
      >
        <span className="cut">{label}</span>
        {isChanged && (
          <>
            <Dot kind="warn" />
            <span className="vh">changed since it was saved</span>
          </>
        )}
      </button>
      {anchor && (
        <Menu anchor={anchor} label="Views of this list" items={items()} onClose={close} width={MENU_WIDTH_PX} />
      )}
    </>
  );
}

/** The saved views of a list. A click shows one, another click opens its menu. */
export function ViewTabs({ views, all, items, isFolded, onSaveAs }: Props) {
  const { book, present, choose } = views;
  const now = present.kind === 'saved' ? present.view.name : present.kind === 'linked' ? present.name : undefined;
  const isChanged = present.kind === 'saved' && present.differences.length > 0;
  if (isFolded)
    return (
      <nav className={styles.views} aria-label="Saved views">
        <Tab isOn label={now ?? (present.kind === 'all' ? all : 'Views')} isChanged={isChanged} items={items} />
      </nav>
    );
  const shownViews = book.views.filter((view, i) => i < TABS_MAX || view.name === now);
  const hidden = book.views.length - shownViews.length;
  return (
    <nav className={styles.views} aria-label="Saved views">
      {[undefined, ...shownViews].map((view, i) => {
        const isOn = view ? view.name === now : present.kind === 'all';
        return (
          <Tab
            // Counted from the end: the neighbour of a deleted view takes over its element and the focus.
            key={shownViews.length - i}
            label={view?.name ?? all}
            isOn={isOn}
            isChanged={isOn && isChanged}
            items={items}
            onChoose={isOn ? undefined : () => choose(view)}
          />
        );
      })}
      {present.kind === 'linked' && <Tab label={present.name} isOn items={items} />}
      {hidden > 0 && <Tab label={`${hidden} more`} isOn={false} items={items} />}
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
