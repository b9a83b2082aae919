import type { ReactNode } from 'react';
import styles from './SidePanelEffects.module.css';

type Props = {
  /** Pixels; the rest is for what stands beside. */
  width: 340 | 396;
  /** Headings with what the change does below each. */
  effects: ReactNode;
  children: ReactNode;
};

/** Inside of a dialog that asks before it writes: what the change does, and beside it what is changed. */
export const SidePanelEffects = ({ width, effects, children }: Props) => (
  <div className={styles.split} style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}>
    <div className={styles.effects}>{effects}</div>
    {children}
  </div>
);
