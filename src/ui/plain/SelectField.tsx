import { cx } from './cx.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

type Option<V extends string> = { value: V; label: string };

type Props<V extends string> = FieldTexts & {
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  size?: 'toolbar' | 'form' | 'big';
  disabled?: boolean;
};

/** The browser's own select, because it works well on phones and with the keyboard. */
export function SelectField<V extends string>(props: Props<V>) {
  const { label, error, help, value, options, onChange, size = 'form', disabled } = props;
  const choose = (text: string) => {
    const chosen = options.find((option) => option.value === text);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Field label={label} error={error} help={help}>
      {(aria) => (
        <span className={cx(styles.box, styles[size], error !== undefined && 'wrong')}>
          <select
            {...aria}
            className={styles.select}
            value={value}
            disabled={disabled}
            onChange={(e) => choose(e.target.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className={styles.chevron} />
        </span>
      )}
    </Field>
  );
}
