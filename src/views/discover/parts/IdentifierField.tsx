import { useState } from 'react';
import { cx } from '../../../ui/plain/cx.ts';
import { Field, type FieldTexts } from '../../../ui/plain/Field.tsx';
import { AS_TYPED, TextField, type TextFieldProps } from '../../../ui/plain/TextField.tsx';
import styles from './parts.module.css';

/** A field for a name, an address or another identifier. */
export const IdentifierField = (props: TextFieldProps) => <TextField {...AS_TYPED} {...props} />;

/** Far larger than any text that these fields need. */
const FILE_MAX_BYTES = 1_000_000;

type Props = FieldTexts & { value: string; onChange: (text: string) => void };

/** A text of many lines, typed, pasted or dropped as a file. The browser does not store it. */
export function TextFileField({ label, help, error, value, onChange }: Props) {
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (file && file.size <= FILE_MAX_BYTES) onChange(await file.text());
  };
  return (
    <Field label={label} help={help} error={error}>
      {(aria) => (
        <textarea
          {...aria}
          className={cx('area box typing mono', isOver && styles.over)}
          rows={8}
          {...AS_TYPED}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false);
            if (event.dataTransfer.files.length === 0) return;
            event.preventDefault();
            void take(event.dataTransfer.files[0]);
          }}
        />
      )}
    </Field>
  );
}
