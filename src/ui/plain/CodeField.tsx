import { cx } from './cx.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';
import type { ComponentPropsWithRef } from 'react';

/** Digits of an authenticator's code (http-auth §4.1). */
const CODE_DIGITS = 6;

/** What is missing in a code. */
export const codeProblem = (code: string): string | undefined =>
  code.length < CODE_DIGITS ? `Type the ${CODE_DIGITS} digits` : undefined;

type Props = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, 'size' | 'onChange' | 'value'> & {
    value: string;
    onChange: (code: string) => void;
    size?: 'form' | 'big';
  };

/**
 * A one-time code. Accepts pasted text with blanks or dashes; `onChange` gets only digits. A code that was sent, or that
 * gets the focus back, is selected: the server refuses most codes because they have expired, and the next one replaces it.
 */
export function CodeField({ label, error, help, value, onChange, size = 'form', ...rest }: Props) {
  return (
    <Field label={label} error={error} help={help}>
      {(aria) => (
        <span className={cx(styles.box, styles[size], error !== undefined && 'wrong')}>
          <span className={styles.ghost} aria-hidden>
            {' '.repeat(value.length) + '0'.repeat(CODE_DIGITS - value.length)}
          </span>
          <input
            {...rest}
            {...aria}
            className={cx(styles.input, styles.code)}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => event.key === 'Enter' && value.length === CODE_DIGITS && event.currentTarget.select()}
            onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS))}
          />
        </span>
      )}
    </Field>
  );
}
