import { useId, useState, type ReactNode } from 'react';
import { Menu, useMenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import styles from './Access.module.css';

type Props = {
  label: string;
  /** The selected value; '' for none yet. */
  value: string;
  /** Before the value: an icon, initials. */
  mark?: ReactNode;
  mono?: boolean;
  placeholder: string;
  /** Placeholder of the field on top of the list. */
  find: string;
  /** The items for the typed text. */
  items: (typed: string) => readonly MenuItem[];
  /** Accepts typed text that is not in the list. */
  onEnter?: (typed: string) => void;
  /** Called when the list opens, or the typed text changes. */
  onFind?: (typed: string) => void;
};

/** Selects one of many items by typing. */
export function PickField({ label, value, mark, mono, placeholder, find, items, onEnter, onFind }: Props) {
  const id = useId();

  const [typed, setTyped] = useState('');
  const search = (text: string) => {
    setTyped(text);
    onFind?.(text);
  };
  const { anchor, close, button } = useMenuButton(() => search(''));
  const enter = (text: string) => {
    const first = items(text).find((item) => item.kind === 'item');
    if (onEnter) onEnter(text);
    else if (first?.kind === 'item' && 'run' in first) first.run();
  };
  return (
    <div className={styles.pick}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <button className={styles.picked} aria-labelledby={`${id}-label ${id}-value`} {...button}>
        {value !== '' && mark}
        <span id={`${id}-value`} className={cx('cut', mono && styles.mono, value === '' && 't3')} title={value}>
          {value === '' ? placeholder : value}
        </span>
        <Icon name="chevron-down" size={14} />
      </button>
      {anchor && (
        <Menu
          anchor={anchor}
          label={label}
          width={Math.max(220, anchor.clientWidth)}
          items={items(typed)}
          field={{ label: find, onType: search, onEnter: enter }}
          onClose={close}
        />
      )}
    </div>
  );
}
