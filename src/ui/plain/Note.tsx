import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Note.module.css';

type NoteKind = 'info' | 'ok' | 'warn' | 'danger';

const ICONS = { info: 'info', ok: 'check', warn: 'triangle-alert', danger: 'circle-x' } as const satisfies Record<
  NoteKind,
  IconName
>;

type Props = {
  kind?: NoteKind;
  /** First words, semibold. */
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
};

/** In the flow, above the content that it is about. Screen readers announce a danger note when it appears. */
export function Note({ kind = 'info', title, children, actions }: Props) {
  return (
    <div className={cx(styles.note, styles[kind])} role={kind === 'danger' ? 'alert' : undefined}>
      <Icon name={ICONS[kind]} />
      <div className={styles.text}>
        {title && <b className="semi">{title}</b>}
        {title && children ? ' ' : null}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
