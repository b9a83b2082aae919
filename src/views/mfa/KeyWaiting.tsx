import { formatDuration } from '../../lib/dates.ts';
import { Ring } from '../../ui/plain/Ring.tsx';
import { useNow } from '../../ui/useNow.ts';
import styles from './mfa.module.css';

type Props = {
  title?: string;
  /** Undefined while the question is still on its way. */
  untilMs?: number | undefined;
};

/** The browser has the word: what to do now, and how long (look §4, waiting box). */
export function KeyWaiting({ title = 'Waiting for your key', untilMs }: Props) {
  const leftMs = (untilMs ?? 0) - useNow(untilMs === undefined ? undefined : 1000);
  return (
    <div className={styles.waiting}>
      <Ring size={20} />
      <div>
        <b className="strong" role="status">
          {title}
        </b>
        <p className="small num">
          Touch it or answer the browser’s question.
          {untilMs !== undefined && ` ${formatDuration(leftMs)} left`}
        </p>
      </div>
    </div>
  );
}
