import { Field } from '../../../../ui/plain/Field.tsx';
import { wordOf } from '../../../../lib/json.ts';
import styles from '../DocumentForm.module.css';
import { describedAt, oneText } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';
import { emptied } from './TextInput.tsx';

/** A text of several lines. The field grows with it. Monospaced unless the text is prose. */
export function LinesInput({ least = 3, ...props }: InputProps & { least?: number }) {
  const { input, path, schema, value, before, label, help, error, off, tools } = props;
  const text = oneText(value) ?? '';
  const [example] = describedAt(schema, path)?.examples ?? [];
  return (
    <Field label={label} help={help} error={error}>
      {(aria) => (
        <textarea
          {...aria}
          className={input.words ? styles.lines : `${styles.lines ?? ''} mono`}
          rows={Math.min(12, Math.max(least, text.split('\n').length))}
          placeholder={wordOf(example)}
          spellCheck={input.words === true}
          autoCapitalize="none"
          autoComplete="off"
          readOnly={off !== undefined}
          value={text}
          onChange={({ target }) =>
            tools.change(
              path,
              Array.isArray(value) ? [target.value] : target.value === '' ? emptied(before) : target.value,
            )
          }
        />
      )}
    </Field>
  );
}
