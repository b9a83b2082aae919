import type { MouseEvent } from 'react';
import styles from './Menu.module.css';
import { cx } from './plain/cx.ts';
import { Icon } from './plain/Icon.tsx';
import type { ChoosableItem, MenuItem } from './menuItems.ts';

type Props = {
  item: MenuItem;
  isCurrent: boolean;
  onCurrent: () => void;
  onDone: () => void;
};

export function MenuRow({ item, ...rest }: Props) {
  switch (item.kind) {
    case 'line':
      return <li role="separator" className={styles.line} />;
    case 'head':
      return (
        <li role="presentation" className={styles.head}>
          {item.label}
        </li>
      );
    case 'text':
      return (
        <li role="presentation" className={styles.lines}>
          {item.lines.map((line, i) => (
            <span key={i}>{line}</span>
          ))}
        </li>
      );
    case 'item':
      return (
        <li role="none">
          <Choice item={item} {...rest} />
        </li>
      );
  }
}

function Choice({ item, isCurrent, onCurrent, onDone }: Props & { item: ChoosableItem }) {
  const choose = (event: MouseEvent) => {
    if (item.off !== undefined) return event.preventDefault();
    // The browser opens a new tab after the handlers, so it need not wait until the menu is gone.
    if (!('run' in item) && item.newTab) return setTimeout(onDone);
    onDone();
    if ('run' in item) item.run();
  };
  const shared = {
    role: item.chosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.chosen,
    'aria-disabled': item.off === undefined ? undefined : true,
    tabIndex: isCurrent ? 0 : -1,
    className: cx(
      styles.item,
      item.danger && styles.danger,
      item.off !== undefined && styles.off,
      item.text !== undefined && styles.tall,
    ),
    onPointerMove: onCurrent,
    onFocus: onCurrent,
    onClick: choose,
  };
  const hint = item.text === undefined ? (item.off ?? item.hint) : item.hint;
  const face = (
    <>
      {item.chosen !== undefined && (
        <span className={styles.tick}>{item.chosen && <Icon name="check" size={14} />}</span>
      )}
      {item.icon && <Icon name={item.icon} />}
      {item.text === undefined ? (
        <span className={cx('cut', item.mono && styles.mono)}>{item.label}</span>
      ) : (
        <span className="grid slim">
          <span className="cut">{item.label}</span>
          <span className={styles.text}>{item.off ?? item.text}</span>
        </span>
      )}
      {item.badge}
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </>
  );
  if ('run' in item) {
    return (
      <button type="button" {...shared}>
        {face}
      </button>
    );
  }
  return (
    <a href={item.href} {...(item.newTab && { target: '_blank', rel: 'noopener' })} {...shared}>
      {face}
    </a>
  );
}
