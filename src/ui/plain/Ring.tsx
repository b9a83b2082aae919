import { cx } from './cx.ts';
import styles from './Ring.module.css';

type Props = {
  size?: 12 | 14 | 20;
  /** On a filled button. */
  onSolid?: boolean;
};

/** The sign of waiting, inside the thing that waits. Decoration: say beside it, in words, what is going on. */
export const Ring = ({ size = 14, onSolid }: Props) => (
  <span className={cx(styles.ring, styles[`s${size}`], onSolid && styles.onSolid)} aria-hidden />
);
