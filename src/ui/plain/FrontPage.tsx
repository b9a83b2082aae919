import type { ReactNode } from 'react';
import { localZoneName } from '../zone.ts';
import { Mark, PRODUCT } from './Brand.tsx';
import { cx } from './cx.ts';
import styles from './FrontPage.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

type Props = {
  /** Named beside the mark. */
  cluster: string;
  title: string;
  /** 520 instead of 360: for text to read, not fields to fill. */
  wide?: boolean;
  children: ReactNode;
};

/** The column in which one signs in: mark, title, content; theme and zone at the foot. */
export function FrontPage({ cluster, title, wide, children }: Props) {
  return (
    <div className={styles.page}>
      <main className={cx(styles.column, wide && styles.wide)}>
        <div className={styles.brand}>
          <Mark />
          {PRODUCT}
          <span className={cx(styles.cluster, 'cut')} title={cluster}>
            {cluster}
          </span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
      <footer className={styles.foot}>
        <ThemeSwitch />
        <span aria-hidden>·</span>
        <span>Times in {localZoneName()}</span>
      </footer>
    </div>
  );
}
