import styles from './Skeleton.module.css';

/** A grey bar in place of a text that is loading. It appears only after the short delay (specification §9). */
export const Skeleton = ({ width }: { width: number | string }) => (
  <span className={styles.bar} style={{ width }} aria-hidden />
);
