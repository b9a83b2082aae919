import type { ReactNode } from 'react';
import styles from './EmptyText.module.css';
import { Icon, type IconName } from './plain/Icon.tsx';

type Props = {
  icon: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  foot?: ReactNode;
};

/** Shown in place of an empty list: what the list contains, and what to do next. */
export const EmptyText = ({ icon, title, children, actions, foot }: Props) => (
  <div className={styles.empty}>
    <Icon name={icon} size={20} className={styles.icon} />
    <h2 className={styles.title}>{title}</h2>
    <div className="grid g12 t2">{children}</div>
    {actions && <div className={styles.actions}>{actions}</div>}
    {foot && <p className={styles.foot}>{foot}</p>}
  </div>
);
