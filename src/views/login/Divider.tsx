import styles from './login.module.css';

/** Between two ways of which one is enough. */
export const Divider = () => (
  <p className={styles.or} aria-hidden>
    or
  </p>
);
