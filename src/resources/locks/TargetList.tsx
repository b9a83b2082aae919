import { targetLabel, type LockTarget } from '../../api/locks.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import styles from './NewLock.module.css';

export type ChosenTarget = LockTarget & {
  /** The server's error, if it rejected the lock. */
  failed?: string;
  /** The answer was lost. */
  mayBeLocked?: boolean;
};

type Props = {
  targets: readonly ChosenTarget[];
  onRemove: (target: LockTarget) => void;
  onRetry: (target: LockTarget) => void;
};

/** The targets to lock. */
export const TargetList = ({ targets, onRemove, onRetry }: Props) => (
  <section aria-label="Targets">
    <h3 className={styles.label}>Targets</h3>
    <ul>
      {targets.map((target) => {
        const name = target.label ?? target.value;
        return (
          <li key={`${target.kind}/${target.value}`} className={styles.target}>
            <span className="t3">{targetLabel(target.kind)}</span>
            {target.kind === 'login' ? (
              <code className={`cut ${styles.name ?? ''}`}>{name}</code>
            ) : (
              <span className={`cut ${styles.name ?? ''}`} title={name}>
                {name}
              </span>
            )}
            <IconButton icon="x" size="inline" label={`Remove ${name}`} onClick={() => onRemove(target)} />
            {target.failed !== undefined && (
              <span className={styles.failed} role="alert">
                <Icon name="circle-alert" size={14} />
                {`${target.mayBeLocked ? 'It may be locked' : 'Not locked'}: ${target.failed}`}
                <Button size="inline" onClick={() => onRetry(target)}>
                  Retry
                </Button>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  </section>
);
