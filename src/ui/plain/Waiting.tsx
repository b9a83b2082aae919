import styles from './Waiting.module.css';
import { cx } from './cx.ts';
import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/dates.ts';
import { useNow } from '../useNow.ts';

type Props = {
  /** What is being waited for: "Loading users". */
  children: string;
  /** specification §9: 400 or 600 ms before any sign of waiting. */
  delay?: 'short' | 'long' | 'none';
};

/** A ring and a sentence, in the middle of what is to come, after a delay. */
export const Waiting = ({ children, delay = 'short' }: Props) => (
  <p className={styles.waiting} data-delay={delay} role="status">
    <Ring />
    {children}
  </p>
);

type RingProps = {
  size?: 12 | 14 | 20;
  /** On a filled button. */
  onSolid?: boolean;
};

/** The sign of waiting, inside the thing that waits. Decoration: say beside it, in words, what is going on. */
export const Ring = ({ size = 14, onSolid }: RingProps) => (
  <span className={cx(styles.ring, styles[`s${size}`], onSolid && styles.onSolid)} aria-hidden />
);

type WaitingBoxProps = {
  /** What is being waited for: "Waiting for your security key". */
  title: string;
  /** What to do now. */
  children: ReactNode;
  /** When the waiting ends by itself, in milliseconds since the epoch. */
  untilMs?: number | undefined;
};

/** Something outside this page is to be done. Read out once; the seconds are for the eye. */
export const WaitingBox = ({ title, children, untilMs }: WaitingBoxProps) => (
  <div className={styles.box} role="status">
    <Ring size={20} />
    <div>
      <b className="semi">{title}</b>
      <p className={styles.text}>
        {children}
        {untilMs !== undefined && (
          <>
            {' '}
            <TimeLeft untilMs={untilMs} />
          </>
        )}
      </p>
    </div>
  </div>
);

const TimeLeft = ({ untilMs }: { untilMs: number }) => (
  <span className={cx(styles.left, 'num')} aria-hidden>
    {formatDuration(Math.max(0, untilMs - useNow(1000)))} left
  </span>
);
