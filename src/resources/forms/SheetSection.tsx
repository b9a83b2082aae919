import type { ReactNode } from 'react';
import styles from './forms.module.css';

/** A part of a sheet under a heading. */
export const SheetSection = ({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    <h3 className={styles.heading}>
      {title}
      {end && <span className={styles.end}>{end}</span>}
    </h3>
    {children}
  </section>
);
