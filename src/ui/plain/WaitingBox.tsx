import type { ReactNode } from 'react';
import { formatDuration } from '../../lib/dates.ts';
import { useNow } from '../useNow.ts';
import { cx } from './cx.ts';
import { Ring } from './Ring.tsx';
import styles from './WaitingBox.module.css';

type Props = {
  /** What is being waited for: "Waiting for your key". */
  title: string;
  /** What to do now. */
  children: ReactNode;
  /** When the waiting ends by itself, in milliseconds since the epoch. */
  untilMs?: number | undefined;
};

/** Something outside this page is to be done. Read out once; the seconds are for the eye. */
export const WaitingBox = ({ title, children, untilMs }: Props) => (
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
