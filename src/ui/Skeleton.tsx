import styles from './Skeleton.module.css';

/** A grey bar in the place of a text that is still to come; it appears only after the short delay (specification §9). */
export const Skeleton = ({ width }: { width: number | string }) => (
  <span className={styles.bar} style={{ width }} aria-hidden />
);
