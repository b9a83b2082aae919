import { useId } from 'react';
import checkStyles from './Check.module.css';
import styles from './ChoiceCards.module.css';

type Choice<V extends string> = { value: V; label: string; detail?: string | undefined };

type Props<V extends string> = {
  /** What the user selects here, for screen readers. */
  label: string;
  value: V | undefined;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  /** The choice cannot be changed for now. */
  locked?: boolean;
};

/** Two to four options, one below the other, each with a line that explains it. */
export function ChoiceCards<V extends string>({ label, value, choices, onChange, locked }: Props<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="grid g6">
      {choices.map((choice) => (
        <label key={choice.value} className={styles.card}>
          <input
            type="radio"
            className={checkStyles.radio}
            name={name}
            checked={choice.value === value}
            disabled={locked === true && choice.value !== value}
            onChange={() => onChange(choice.value)}
          />
          <span className="t1 strong">{choice.label}</span>
          {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
        </label>
      ))}
    </div>
  );
}
