import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import styles from './Access.module.css';
import type { WorkState } from './useWork.ts';

/**
 * The progress of a count, with a button to stop it. After a stop it shows what was left out, and nothing when the
 * count is complete.
 */
export function CountingLine({ counted }: { counted: WorkState<unknown> }) {
  if (counted.state === 'done') return null;
  const { done, total } = counted;
  const far = `${formatCount(done)} of ${formatCount(total)}`;
  if (counted.state === 'stopped')
    return <p className="t3 small">{`Stopped after ${far}. The rest is not counted.`}</p>;
  return (
    <div className={styles.counting}>
      <Progress label="Counting" done={done} total={total} />
      <span className="t3 small num">{`Counting, ${far}`}</span>
      <Button size="inline" kind="quiet" onClick={counted.stop}>
        Stop
      </Button>
    </div>
  );
}
