import styles from './Progress.module.css';

type Props = {
  /** What is in progress, for screen readers: "Uploading dump.sql". */
  label: string;
  /** Done and failed, of `total`. */
  done: number;
  failed?: number;
  total: number;
};

/** A 4 px line. Show the numbers beside it. */
export const Progress = ({ label, done, failed = 0, total }: Props) => (
  <div
    className={styles.bar}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={done + failed}
  >
    <span style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
    <span className={styles.failed} style={{ width: `${(100 * failed) / Math.max(1, total)}%` }} />
  </div>
);
