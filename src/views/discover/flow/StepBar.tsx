import { Icon } from '../../../ui/plain/Icon.tsx';
import styles from './flow.module.css';
import type { BarEntry } from './flowState.ts';

/** Numbers and titles of the steps. A group of steps is one entry with the title of its present step. */
export function StepBar({ entries }: { entries: readonly BarEntry[] }) {
  const current = entries.findIndex(({ state }) => state === 'current');
  const present = entries[current];
  return (
    <nav className={styles.bar} aria-label="Steps">
      <ol className={styles.steps}>
        {entries.map(({ title, state, inner }, i) => (
          <li
            key={title}
            className={styles.step}
            data-state={state}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {state === 'done' ? <Icon name="check" size={14} label="Done" /> : i + 1}
            </span>
            <span>{title}</span>
            {inner !== undefined && <span className="t3 small">{inner}</span>}
          </li>
        ))}
      </ol>
      <p className={styles.narrow}>
        {present ? `Step ${current + 1} of ${entries.length}: ` : 'Finished'}
        <span className="strong">{present && (present.inner ?? present.title)}</span>
      </p>
    </nav>
  );
}
