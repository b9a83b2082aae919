import { useId } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Segmented.module.css';

type Props<V extends string> = {
  /** What the user selects here, for screen readers. */
  label: string;
  /** Undefined: none of them. */
  value: NoInfer<V> | undefined;
  /** Labels by value, in their order. */
  segments: Readonly<Record<V, string>>;
  /** The values that are available. Absent: all of them. */
  offered?: readonly V[];
  icons?: Readonly<Partial<Record<V, IconName>>>;
  onChange: (value: NoInfer<V>) => void;
  size?: 'inline' | 'toolbar' | 'big';
  wide?: boolean;
};

/**
 * Two to five short options, one of them selected. For the keyboard a group of radio buttons: one tab stop, arrows
 * inside.
 */
export function Segmented<V extends string>({ label, value, segments, icons, ...props }: Props<V>) {
  const isSegment = (key: string): key is V => Object.hasOwn(segments, key);
  const { offered = Object.keys(segments).filter(isSegment), onChange, size = 'toolbar', wide } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles.group, styles[size], wide && styles.wide)}>
      {offered.map((segment) => (
        <label key={segment} className={styles.segment}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={segment === value}
            onChange={() => onChange(segment)}
          />
          {icons?.[segment] && <Icon name={icons[segment]} />}
          {segments[segment]}
        </label>
      ))}
    </div>
  );
}
