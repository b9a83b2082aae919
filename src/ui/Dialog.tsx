import MuiDialog from '@mui/material/Dialog';
import { useId, useState, type ReactNode } from 'react';
import styles from './Dialog.module.css';
import { KeyLayer } from './keys/KeyTable.ts';
import { KeyLayerContext, useKeyLayer } from './keys/keys.ts';
import { MuiRoot } from './MuiRoot.tsx';
import { cx } from './plain/cx.ts';
import { IconButton } from './plain/IconButton.tsx';

export type DialogProps = {
  /** The action and the name: "Delete role payments-oncall?". */
  title: ReactNode;
  /** Beside the title: the page or object it is about, a search field. */
  aside?: ReactNode;
  /** 420 to confirm, 560 for a form, 1080 × 700 to review. */
  size?: 'confirm' | 'form' | 'review';
  onClose: () => void;
  /**
   * What prevents closing. `typed`: text would be lost, so a click outside does nothing. `working`: neither Escape nor
   * a click outside nor the cross closes it until the work has finished.
   */
  dismissGuard?: 'typed' | 'working' | undefined;
  children: ReactNode;
  /** Buttons, the action last. Put `autoFocus` on the safe choice if the action is destructive. */
  footer?: ReactNode;
  className?: string;
};

/** The second click of a double click on the button that opens it hits the backdrop. */
const DOUBLE_CLICK_MS = 400;

/** Blocks the page until the user answers. The focus moves in, stays in, and returns when it closes. */
export function Dialog({
  title,
  aside,
  size = 'confirm',
  onClose,
  dismissGuard,
  children,
  footer,
  className,
}: DialogProps) {
  const titleId = useId();
  const [openedMs] = useState(() => performance.now());
  const close = (_: object, reason: 'escapeKeyDown' | 'backdropClick') => {
    if (dismissGuard === 'working') return;
    const isTooEarly = performance.now() - openedMs < DOUBLE_CLICK_MS;
    if (reason === 'backdropClick' && (dismissGuard === 'typed' || isTooEarly)) return;
    onClose();
  };
  return (
    <MuiRoot>
      <MuiDialog
        open
        onClose={close}
        aria-labelledby={titleId}
        maxWidth={false}
        slotProps={{ paper: { className: cx(styles.paper, styles[size], className) } }}
      >
        <Layer>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <div className="row g12 grow">{aside}</div>
            {size !== 'confirm' && (
              <IconButton
                icon="x"
                label="Close"
                onClick={onClose}
                off={dismissGuard === 'working' ? 'Wait until it is done' : undefined}
              />
            )}
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </Layer>
      </MuiDialog>
    </MuiRoot>
  );
}

/** Page shortcuts are off below a dialog. Actions of its content are in a separate layer. */
function Layer({ children }: { children: ReactNode }) {
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  return <KeyLayerContext value={layer}>{children}</KeyLayerContext>;
}
