import { useId, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export type FieldTexts = {
  label: ReactNode;
  /** What is wrong with the value, in a sentence, perhaps with a way to mend it; takes the place of the help below. */
  error?: ReactNode;
  help?: ReactNode;
};

/** What the control inside a field has to carry. */
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

/** Puts the focus on the first field of the form that is marked as wrong, once the marks are drawn. */
export const focusFirstError = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());

/** What `onSubmit` of a form does that is not sent by the browser. */
export const handleSubmit = (run: () => void) => (event: { preventDefault: () => void }) => {
  event.preventDefault();
  run();
};
