import type { ReactNode } from 'react';
import { cx } from '../../ui/plain/cx.ts';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import styles from './TopLine.module.css';

type Props = {
  kind: 'info' | 'warn';
  icon: IconName;
  title: ReactNode;
  /** `alert` interrupts screen readers, `status` waits for a pause. */
  role: 'alert' | 'status';
  children: ReactNode;
};

/** A line under the top bar about the whole cluster. */
export const TopLine = ({ kind, icon, title, role, children }: Props) => (
  <div className={cx(styles.line, styles[kind])} role={role}>
    <Icon name={icon} size={14} />
    <b className="semi num">{title}</b>
    {children}
  </div>
);
