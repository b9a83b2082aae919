import type { ReactNode } from 'react';
import { Kbd } from './plain/Kbd.tsx';
import styles from './StatusBar.module.css';

export type KeyHint = { keys: readonly string[]; hint: string };

type Props = {
  /** How much is shown of how much, how old it is, how long it took. */
  children: ReactNode;
  keys?: readonly KeyHint[];
};

/** The foot of every list, editor and console. Screen readers announce changes politely. */
export const StatusBar = ({ children, keys = [] }: Props) => (
  <footer className={styles.bar}>
    <div className={styles.facts} role="status">
      {children}
    </div>
    <div className={styles.keys}>
      {keys.map(({ keys: caps, hint }) => (
        <span key={hint} className={styles.key}>
          {caps.map((cap) => (
            <Kbd key={cap} keys={cap} small />
          ))}
          {hint}
        </span>
      ))}
    </div>
  </footer>
);
