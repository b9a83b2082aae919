import { useId, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export type FieldTexts = {
  label: ReactNode;
  /** The error in the value, in a sentence, possibly with a fix. It replaces the help below. */
  error?: ReactNode;
  help?: ReactNode;
};

/** Attributes for the control inside a field. */
export type ControlAria = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** Label above, control, help or error below. */
export function Field({ label, error, help, children }: FieldTexts & { children: (aria: ControlAria) => ReactNode }) {
  const id = useId();
  const below = `${id}-below`;
  const hasBelow = error !== undefined || help !== undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(hasBelow && { 'aria-describedby': below }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {hasBelow && (
        <p id={below} className={error === undefined ? styles.help : styles.error}>
          {error === undefined ? (
            help
          ) : (
            <>
              <Icon name="circle-alert" size={14} />
              <span>{error}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Focuses the first invalid field of the form, after the marks are drawn. */
export const focusFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());

/** The `onSubmit` handler of a form that the browser does not send. */
export const handleSubmit = (run: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  run();
};
