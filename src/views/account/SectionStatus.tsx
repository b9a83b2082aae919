import type { ComponentProps } from 'react';
import { StatusBar } from '../../ui/StatusBar.tsx';
import styles from './account.module.css';

/** The foot of the page, below index and section. */
export const SectionStatus = (props: ComponentProps<typeof StatusBar>) => (
  <div className={styles.status}>
    <StatusBar {...props} />
  </div>
);
