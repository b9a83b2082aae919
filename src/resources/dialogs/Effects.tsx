import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import styles from './dialogs.module.css';

/** What an act does, one effect a line. */
export const Effects = ({ of, icon = 'info' }: { of: readonly string[]; icon?: IconName }) => (
  <ul className={styles.effects}>
    {of.map((effect) => (
      <li key={effect}>
        <Icon name={icon} size={14} />
        <span>{effect}</span>
      </li>
    ))}
  </ul>
);

type SidePanelEffectsProps = {
  /** Pixels; the rest is for what stands beside. */
  width: 340 | 396;
  /** Headings with what the change does below each. */
  effects: ReactNode;
  children: ReactNode;
};

/** Inside of a dialog that asks before it writes: what the change does, and beside it what is changed. */
export const SidePanelEffects = ({ width, effects, children }: SidePanelEffectsProps) => (
  <div className={styles.split} style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}>
    <div className={styles.splitEffects}>{effects}</div>
    {children}
  </div>
);
