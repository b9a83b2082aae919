import type { ReactNode } from 'react';
import styles from './parts.module.css';

type Props = { title: string; about?: ReactNode; children?: ReactNode };

/** Heading and text of a step, and what it asks. */
export const StepBody = ({ title, about, children }: Props) => (
  <div className={styles.step}>
    <div>
      <h2 className={styles.heading}>{title}</h2>
      {about !== undefined && <p className="t2">{about}</p>}
    </div>
    {children}
  </div>
);
