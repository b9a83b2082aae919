import { Fragment } from 'react';
import { Icon } from './Icon.tsx';
import styles from './StepLine.module.css';

/** The position in a guided sequence. `current` counts from 0. */
export function StepLine({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="row g8 t3 small" aria-label={`Step ${current + 1} of ${steps.length}`}>
      {steps.map((step, i) => (
        <Fragment key={step}>
          {i > 0 && <li className={styles.line} aria-hidden />}
          <li
            className={i < current ? styles.done : i === current ? styles.present : undefined}
            aria-current={i === current ? 'step' : undefined}
          >
            {i < current && <Icon name="check" size={14} label="Done" />}
            {step}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
