import styles from './login.module.css';

/** Between two ways of which one is enough. */
export const OrLine = () => (
  <p className={styles.or} aria-hidden>
    or
  </p>
);
