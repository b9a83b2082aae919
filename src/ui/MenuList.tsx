import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Menu.module.css';
import { MenuField, type MenuFieldProps } from './MenuField.tsx';
import { MenuRow } from './MenuRow.tsx';
import { itemByPrefix, nextItem, type MenuItem } from './menuItems.ts';

export type MenuListProps = {
  /** What the menu is for, for screen readers. */
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  /** Free text above the list ("Other login"). Typing in the list moves to it. */
  field?: MenuFieldProps;
  /** A short text at the end. */
  foot?: ReactNode;
  width?: number;
};

export function MenuList({ label, items, onClose, field, foot }: MenuListProps) {
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(() => {
    const chosen = items.findIndex((item) => item.kind === 'item' && item.chosen);
    return chosen >= 0 ? chosen : nextItem(items, -1, 1);
  });

  // It opens with the focus in its list. `autoFocus` would leave out items that are links.
  useEffect(() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);

  const focusItem = (i: number) => {
    setCurrent(i);
    list.current?.children.item(i)?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const inField = event.target === input.current;
    const first = nextItem(items, -1, 1);
    switch (event.key) {
      case 'ArrowDown':
        focusItem(inField ? first : nextItem(items, current, 1));
        break;
      case 'ArrowUp':
        if (field && !inField && current === first) input.current?.focus();
        else focusItem(inField ? nextItem(items, -1, -1) : nextItem(items, current, -1));
        break;
      case 'Home':
      case 'End':
        if (inField) return;
        focusItem(nextItem(items, -1, event.key === 'Home' ? 1 : -1));
        break;
      case 'Tab':
        onClose();
        break;
      default:
        if (inField || event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
          return;
        if (field) return input.current?.focus(); // the browser types the character there
        focusItem(itemByPrefix(items, current, event.key));
    }
    event.preventDefault();
  };

  return (
    // The keys belong to the items and the field inside. The box only handles events that bubble up.
    <div className={styles.menu} onKeyDown={onKeyDown} role="presentation">
      {field && <MenuField {...field} ref={input} onDone={onClose} />}
      <ul ref={list} role="menu" aria-label={label}>
        {items.map((item, i) => (
          <MenuRow
            key={item.kind === 'item' ? item.id : `${item.kind} ${i}`}
            item={item}
            isCurrent={i === current}
            onCurrent={() => setCurrent(i)}
            onDone={onClose}
          />
        ))}
      </ul>
      {foot && <p className={styles.foot}>{foot}</p>}
    </div>
  );
}
