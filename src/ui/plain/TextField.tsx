import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

export type TextFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, 'size' | 'onChange' | 'value'> & {
    value: string;
    onChange?: ((value: string) => void) | undefined;
    size?: 'toolbar' | 'form' | 'big';
    /** Inside the box, after the text: a button or a ring. */
    trailing?: ReactNode;
  };

/**
 * For a text that is not prose, such as a name, an address or a command: the browser corrects and completes nothing.
 */
export const AS_TYPED = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;

export function TextField(props: TextFieldProps) {
  const { label, error, help, value, onChange, size = 'form', trailing, className, readOnly, ...rest } = props;
  return (
    <Field label={label} error={error} help={help}>
      {(aria) => (
        <span className={cx(styles.box, styles[size], error !== undefined && 'wrong', readOnly && styles.locked)}>
          <input
            {...rest}
            {...aria}
            className={cx(styles.input, className)}
            readOnly={readOnly}
            value={value}
            onChange={(event) => onChange?.(event.target.value)}
          />
          {trailing}
        </span>
      )}
    </Field>
  );
}
