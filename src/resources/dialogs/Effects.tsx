import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import styles from './dialogs.module.css';

/** The effects of an action, one per line. */
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
  /** Pixels. The rest is for the content beside it. */
  width: 340 | 396;
  /** Headings, each with the effects of the change below it. */
  effects: ReactNode;
  children: ReactNode;
};

/** Content of a dialog that confirms a write: what is changed, and beside it the effects. */
export const SidePanelEffects = ({ width, effects, children }: SidePanelEffectsProps) => (
  <div className={styles.split} style={{ gridTemplateColumns: `${width}px minmax(0, 1fr)` }}>
    <div className={styles.splitEffects}>{effects}</div>
    {children}
  </div>
);
