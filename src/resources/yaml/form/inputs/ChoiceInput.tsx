import { wordOf } from '../../../../lib/json.ts';
import { SelectField } from '../../../../ui/plain/SelectField.tsx';
import { describedAt, oneText } from '../formField.ts';
import type { InputProps } from '../inputProps.ts';

/** One of a few values. A value in the text that is none of them stays visible. */
export function ChoiceInput({
  path,
  schema,
  value,
  label,
  help,
  error,
  off,
  tools,
  values,
}: InputProps & { values: readonly unknown[] }) {
  const text = oneText(value) ?? '';
  const words = values.flatMap((option) => wordOf(option) ?? []);
  const byDefault = wordOf(describedAt(schema, path)?.default);
  const all = ['', ...words, ...(words.includes(text) || text === '' ? [] : [text])];
  const named = (word: string) => {
    if (word !== '') return word;
    return byDefault === undefined ? 'not set' : `not set: ${byDefault}`;
  };
  return (
    <SelectField
      label={label}
      help={help}
      error={error}
      value={text}
      disabled={off !== undefined}
      options={all.map((word) => ({ value: word, label: named(word) }))}
      onChange={(chosen) => {
        const option = values.find((candidate) => wordOf(candidate) === chosen);
        tools.change(path, chosen === '' ? undefined : (option ?? chosen));
      }}
    />
  );
}
