import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from './plain/cx.ts';
import { IconButton } from './plain/IconButton.tsx';
import styles from './Sheet.module.css';

type Props = {
  title: ReactNode;
  /** A short text beside the title. */
  aside?: ReactNode;
  /** Buttons before the cross: previous, next. */
  tools?: ReactNode;
  /** 396 to 640. */
  width?: number;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  className?: string | undefined;
};

/**
 * Details beside a list that stays usable: no backdrop, no focus trap. The focus moves in when it opens, unless a field
 * inside takes it. When it closes, the focus returns, or moves to the grid if the focused element is gone. Escape
 * closes it while the focus is inside. Put it into a positioned container.
 */
export function Sheet({ title, aside, tools, width = 420, onClose, children, footer, className }: Props) {
  const titleId = useId();
  const sheet = useRef<HTMLElement>(null);
  // Read before anything inside can take the focus. A row can be gone by then, so its grid is used instead.
  const [before] = useState(
    () => document.activeElement?.closest('[role="grid"]') ?? document.activeElement ?? document.body,
  );
  useEffect(() => {
    if (!sheet.current?.contains(document.activeElement)) sheet.current?.focus();
    return () => {
      const isLost = before === document.body || !before.isConnected;
      const target = isLost ? document.querySelector('[role="grid"]') : before;
      if (target instanceof HTMLElement) target.focus();
    };
  }, [before]);
  return (
    <aside
      ref={sheet}
      tabIndex={-1}
      className={cx(styles.sheet, className)}
      style={{ width }}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {aside && <span className="t3 cut">{aside}</span>}
        <span className="grow" />
        {tools}
        <IconButton icon="x" label="Close" keys="Esc" onClick={onClose} />
      </header>
      <div className="fill scroll">{children}</div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </aside>
  );
}
