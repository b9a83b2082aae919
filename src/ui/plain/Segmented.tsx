import { useId } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Segmented.module.css';

type Segment<V extends string> = { value: V; label: string; icon?: IconName };

type Props<V extends string> = {
  /** What is chosen here, for readers. */
  label: string;
  value: V;
  segments: readonly Segment<V>[];
  onChange: (value: V) => void;
  size?: 'inline' | 'toolbar' | 'big';
  wide?: boolean;
};

/** Two to five short words of which one holds. A group of radio buttons to the keyboard: one stop, arrows inside. */
export function Segmented<V extends string>({ label, value, segments, onChange, size = 'toolbar', wide }: Props<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles.group, styles[size], wide && styles.wide)}>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon && <Icon name={segment.icon} />}
          {segment.label}
        </label>
      ))}
    </div>
  );
}
