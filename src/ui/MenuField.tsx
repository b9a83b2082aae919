import { useState, type KeyboardEvent, type Ref } from 'react';
import styles from './Menu.module.css';
import { AS_TYPED } from './plain/TextField.tsx';

export type MenuFieldProps = {
  /** "Other login": name and placeholder in one. */
  label: string;
  /** The error in the text; undefined if it is valid. */
  check?: (text: string) => string | undefined;
  onEnter: (text: string) => void;
  /** Called at every change, if the text filters the list below. Enter then moves to the list. */
  onType?: (text: string) => void;
};

/** Free text above a menu's items. Enter accepts it. An empty field does nothing. */
export function MenuField({
  label,
  check,
  onEnter,
  onType,
  ref,
  onDone,
}: MenuFieldProps & { ref: Ref<HTMLInputElement>; onDone: () => void }) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const enter = (event: KeyboardEvent) => {
    const trimmed = text.trim();
    if (event.key !== 'Enter' || trimmed === '') return;
    event.preventDefault();
    const objection = check?.(trimmed);
    if (objection !== undefined) return setWrong(objection);
    onDone();
    onEnter(trimmed);
  };
  return (
    <div className={styles.fieldRow}>
      <input
        ref={ref}
        className={styles.field}
        aria-label={label}
        aria-invalid={wrong !== undefined || undefined}
        placeholder={label}
        {...AS_TYPED}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onType?.(event.target.value);
          setWrong(undefined);
        }}
        onKeyDown={enter}
      />
      {wrong !== undefined && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
    </div>
  );
}
