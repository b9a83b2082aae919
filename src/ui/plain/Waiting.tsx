import styles from './Waiting.module.css';
import { cx } from './cx.ts';
import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/dates.ts';
import { useNow } from '../useNow.ts';

type Props = {
  /** What is in progress: "Loading users". */
  children: string;
  /** specification §9: 400 or 600 ms before any loading state. */
  delay?: 'short' | 'long' | 'none';
};

/** A ring and a sentence, in the middle of the loading area, after a delay. */
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

/** The loading ring, inside the element that waits. It is decorative, so put a text beside it. */
export const Ring = ({ size = 14, onSolid }: RingProps) => (
  <span className={cx(styles.ring, styles[`s${size}`], onSolid && styles.onSolid)} aria-hidden />
);

type WaitingBoxProps = {
  /** What the page waits for: "Waiting for your security key". */
  title: string;
  /** What the user must do now. */
  children: ReactNode;
  /** When the waiting times out, in milliseconds since the epoch. */
  untilMs?: number | undefined;
};

/** The user must do something outside this page. Announced once. The seconds are only visible. */
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
