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
  const shown = oneText(value) ?? '';
  const words = values.flatMap((one) => wordOf(one) ?? []);
  const byDefault = wordOf(describedAt(schema, path)?.default);
  const all = ['', ...words, ...(words.includes(shown) || shown === '' ? [] : [shown])];
  const named = (word: string) => {
    if (word !== '') return word;
    return byDefault === undefined ? 'not set' : `not set: ${byDefault}`;
  };
  return (
    <SelectField
      label={label}
      help={help}
      error={error}
      value={shown}
      disabled={off !== undefined}
      options={all.map((word) => ({ value: word, label: named(word) }))}
      onChange={(chosen) => {
        const one = values.find((candidate) => wordOf(candidate) === chosen);
        tools.change(path, chosen === '' ? undefined : (one ?? chosen));
      }}
    />
  );
}
