import { Ring } from './Ring.tsx';
import styles from './Waiting.module.css';

type Props = {
  /** What is being waited for: "Reading users". */
  children: string;
  /** Specification §9: 400 or 600 ms before any sign of waiting. */
  delay?: 'short' | 'long' | 'none';
};

/** A ring and a sentence, in the middle of what is to come, after a delay. */
export const Waiting = ({ children, delay = 'short' }: Props) => (
  <p className={styles.waiting} data-delay={delay} role="status">
    <Ring />
    {children}
  </p>
);
