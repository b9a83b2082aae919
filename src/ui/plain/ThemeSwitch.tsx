import { useId } from 'react';
import { chooseTheme, themeChoice, type ThemeChoice } from '../theme.ts';
import { useStore } from '../useStore.ts';
import styles from './ThemeSwitch.module.css';

const CHOICES: readonly [ThemeChoice, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
];

/** Three quiet words at the foot of the front door. */
export function ThemeSwitch() {
  const chosen = useStore(themeChoice);
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Theme" className={styles.choices}>
      {CHOICES.map(([value, label]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === chosen}
            onChange={() => chooseTheme(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
